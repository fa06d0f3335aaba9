"""Joggle in a scene: the goal, and at the end how the dice fell.

Must not decide what is legal.
"""

from schiri.events import State
from schiri.games.joggle.luck import FACES
from schiri.games.joggle.words import JoggleEnd, figure_words
from schiri.scene.board import BoardScene
from schiri.scene.reader import Reader
from schiri.scene.scene import Sheet
from schiri.table.state import TableState
from schiri.texts import Words


class JoggleScene(BoardScene):
    """The part of a scene that Joggle adds."""

    choices = ("goal", "extreme", "teams")

    def note(self, table: TableState, state: State, reader: Reader) -> str:
        """Return the goal, and the name of a board that stands in for a painted one."""
        words, board = reader.words, table.options["board"]
        label, name = words.pgettext("option", "joggle goal"), ""
        if self.adapter.option_text(words, "board", board) != board:
            name = self.adapter.option_text(words, "board", board)
        goal = f"{label}: {goal_words(words, table.options['goal'])}"
        return ", ".join(filter(None, [goal, name]))

    def sheets(self, table: TableState, state: State, reader: Reader) -> tuple[Sheet, ...]:
        """Return who has won which game, and once one is over how the dice fell."""
        words, sheets = reader.words, super().sheets(table, state, reader)
        end = table.told[-1] if state.over and table.told else None
        rolls = end.rolls if isinstance(end, JoggleEnd) else None
        if not rolls or not any(map(sum, rolls.values())):
            return sheets
        heads = tuple(words.pgettext("face", face) for face in FACES)
        rows = tuple(
            (words.pgettext("colour", f"joggle {side}"), tuple(each))
            for side, each in rolls.items()
        )
        fell = Sheet(words.gettext("How the dice fell"), heads, rows, has_bars=True)
        return (*sheets, fell)


def goal_words(words: Words, goal: str) -> str:
    """Return the figures of a goal.

    >>> goal_words(Words("en"), "1R2S")
    '1 rectangle, 2 squares'
    """
    pairs = zip(goal[::2], goal[1::2], strict=True)
    return ", ".join(figure_words(words, kind, int(count)) for count, kind in pairs)
