"""Joggle on a page: the board, the goal in pictures, the five sides of the die to say what fell.

Decides how a roll is said.  Which field is free for it the device knows.
"""

from schiri.games.joggle.luck import FACES
from schiri.games.joggle.words import JoggleEnd, figure_words
from schiri.page.board import BoardPage
from schiri.page.elements import Tag, button, drawn
from schiri.page.sheets import Sheet
from schiri.picture.figures import figures_svg
from schiri.table.intents import Press

# The sides of the die are the buttons of a device; white is the joggle.
SIDES = ("red", "green", "blue", "yellow", "white")


class JogglePage(BoardPage):
    """The table of Joggle."""

    def build_controls(self) -> None:
        """Make a button for each side, and one that lets the device roll."""
        words = self.words
        with Tag(
            "div", classes="row", role="group", aria_label=words.gettext("Rolled")
        ) as self._dice:
            for side in SIDES:
                is_joggle = side == "white"
                text = words.gettext("joggle") if is_joggle else words.pgettext("button", side)
                button(text, self._pressing(side), f"cap {side}").mark(f"roll-{side}")
            button(words.gettext("The device rolls"), lambda: self.viewer.send(Press("hold-white")))

    def show_controls(self) -> None:
        """Show the sides while a roll is due."""
        self._dice.put(hidden=None if self.state.phase == "roll" else True)

    def build_notes(self) -> None:
        """Make the goal, and the place of the chart of all rolls."""
        words, goal = self.words, self.viewer.state.options["goal"]
        figures = [
            figure_words(words, kind, int(count))
            for count, kind in zip(goal[::2], goal[1::2], strict=True)
        ]
        with Tag("div", classes="goal"):
            Tag("span", words.pgettext("option", "joggle goal") + ":")
            drawn(figures_svg(goal), "span")
            Tag("span", ", ".join(figures))
        super().build_notes()
        self._rolls = Sheet(words.gettext("How the dice fell"), has_bars=True)

    def show_notes(self) -> None:
        """Show who has won which game, and once one is over how the dice fell."""
        super().show_notes()
        words, told = self.words, self.viewer.state.told
        end = told[-1] if self.state.over and told else None
        rolls = end.rolls if isinstance(end, JoggleEnd) else None
        heads = [words.pgettext("face", face) for face in FACES]
        rows = {
            words.pgettext("colour", f"joggle {side}"): each for side, each in (rolls or {}).items()
        }
        self._rolls.show(heads, rows)
