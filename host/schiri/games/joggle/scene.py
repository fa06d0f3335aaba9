"""Joggle in a scene: the goal, and at the end how the dice fell.

Must not decide what is legal.
"""

from schiri.events import State
from schiri.games.board import OnBoard
from schiri.games.joggle.adapter import JoggleEnd, JoggleState, goal_words
from schiri.games.joggle.luck import FACES
from schiri.scene.board import BoardScene
from schiri.scene.reader import Reader
from schiri.scene.scene import Roll, Sheet
from schiri.table.state import TableState


class JoggleScene(BoardScene):
    """The part of a scene that Joggle adds."""

    choices = ("goal", "extreme", "teams")

    def step(self, state: State) -> str:
        """Return whether it is rolled, placed or moved."""
        assert isinstance(state, JoggleState)
        return "place" if state.phase == "move" and any(state.left.values()) else state.phase

    def note(self, table: TableState, state: State, reader: Reader) -> str:
        words, board = reader.words, table.game.options["board"]
        label, name = words.pgettext("option", "joggle goal"), ""
        if self.adapter.option_text(words, "board", board) != board:
            name = self.adapter.option_text(words, "board", board)
        goal = f"{label}: {goal_words(words, table.game.options['goal'])}"
        return ", ".join(filter(None, [goal, name]))

    def roll(self, table: TableState, state: State) -> Roll | None:
        """Return the face that a marble is to be played by."""
        if state.phase != "move" or not isinstance(state, OnBoard):
            return None
        return Roll(state.position.split()[2], table.events.upto)

    def sheets(self, table: TableState, state: State, reader: Reader) -> tuple[Sheet, ...]:
        words, sheets = reader.words, super().sheets(table, state, reader)
        end = table.events.items[-1] if state.over and table.events.items else None
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


SCENE = JoggleScene
