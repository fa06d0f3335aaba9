"""Joggle on a page: the board, and the five sides of the die to say what was rolled.

Decides how a roll is said.  Which field is free for it the device knows.
"""

from schiri.page.board import BoardPage
from schiri.page.elements import Tag, button
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
