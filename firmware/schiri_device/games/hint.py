"""A hint of Switch: who may have one, and how it shows.

Decides what a hint costs and what it looks like.  Must not know how the best move is found: that
lies in memory only while it is sought.
"""

from schiri_engines.refusals import Refusal

from ..app.match import RESERVE
from ..lights.language import CAREFUL, HINT, LAST, MOVE, PICKED, SWAP
from .seeking import ROUND, Seeker

# How a move's worth shows around the board: lost in its corners, drawn on every second cell, won
# all around.
FRAMES = ((4, CAREFUL), (2, LAST), (1, HINT))
PEOPLE = "AB"
NONE_GIVEN = "hints 0 0"


class Hint(Seeker):
    """One hint, from the moment that it is asked for.

    Shape: the options ``hints-a`` and ``hints-b`` are how many person A and person B may have in a
    game; the journal counts those that were given, whatever is taken back.
    """

    def _given(self) -> list[int]:
        """Return how many hints each person has had in this game."""
        texts = self._match.hints
        words = (texts[0] if texts else NONE_GIVEN).split(" ")
        return [int(word) for word in words[1:]]

    def _why_none(self) -> Refusal | None:
        person = self._play.person()
        allowed = self._match.game.options["hints-" + person.lower()]
        given = self._given()[PEOPLE.index(person)]
        if allowed == "off" or (allowed != "free" and given >= int(allowed)):
            return Refusal("no-hint-left", "-")
        return Refusal("memory-full", "-") if self._match.journal.room() < RESERVE else None

    def found(self, now_ms: int, move: int, worth: int | None) -> None:
        """Show the move, and around the board what it is worth; keep that it was told."""
        given = self._given()
        given[PEOPLE.index(self._play.person())] += 1
        text = "hints " + " ".join([str(count) for count in given])
        self._match.hints = (text,)
        self._match.keep(now_ms, text, None)
        source, target = self._match.game.move_cells(move)
        board = self._play.board
        board.unmark()
        at = 3
        if worth is not None:
            # Else nobody knows: it is the move that seemed best as time ran out.
            at = (worth >= 0) + (worth > 0)
            every, mark = FRAMES[at]
            around = [ROUND[step] for step in range(0, len(ROUND), every)]
            board.mark([cell for cell in around if cell not in (source, target)], mark)
        board.mark((source,), PICKED)
        board.mark((target,), MOVE, SWAP)
        self.detail = self._match.game.move_text(move) + "-=+?"[at]
        self._play.device.host.has_news = True
        self._play.screen.sound("move")
