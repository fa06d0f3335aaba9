"""A hint of Switch: who may have one, how it is sought, how it shows.

Decides what a hint costs and what it looks like.  Must not know how the best move is found: that
lies in memory only while it is sought.
"""

from schiri_engines.board_games.stones import ALL, BITS, stones_of
from schiri_engines.refusals import Refusal
from schiri_engines.registry import RULES_DIGEST

from .. import unload
from ..app.match import RESERVE
from ..lights.language import CAREFUL, HINT, LAST, MOVE, PICKED, SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from schiri_engines.board_games.best_move import BestMove

    from .switch_play import SwitchPlay

# The border of the board, once round; for how many slices a light that runs along it stays.
ROUND = bytes((0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5))
SLICES_A_STEP = 6
# What lies in memory only while the best move is sought.
MODULES = (
    "schiri_engines.board_games.best_move",
    "schiri_engines.board_games.values",
    "schiri_engines.board_games.lost",
)
# How a move's worth shows around the board: lost in its corners, drawn on every second cell, won
# all around.
FRAMES = ((4, CAREFUL), (2, LAST), (1, HINT))
PEOPLE = "AB"
NONE_GIVEN = "hints 0 0"


class Hint:
    """One hint, from the moment that it is asked for.

    Shape: the options ``hints-a`` and ``hints-b`` are how many person A and person B may have in a
    game; the journal counts those that were given, whatever is taken back.
    """

    def __init__(self, play: "SwitchPlay"):
        self._play = play
        self._match = play.match
        self._search: BestMove | None = None
        self._file: BinaryIO | None = None
        self._slices = 0

    def begin(self, now_ms: int) -> Refusal | None:
        """Begin to seek; return why there is no hint, or None."""
        refusal = self._why_none() or self._open()
        if refusal:
            self._close()
        else:
            self._run_round(now_ms)
        return refusal

    def seek(self, now_ms: int) -> bool:
        """Seek for one slice, and tell what was found; return whether there is more to do."""
        search = self._search
        if not search:
            return False
        if search.go_on():
            move, worth = search.move, search.worth
            # Nobody holds it any more as its modules go.
            search = None
            self.drop_search()
            self._tell(now_ms, move, worth)
            return False
        self._slices += 1
        if self._slices % SLICES_A_STEP == 0:
            self._run_round(now_ms)
        return True

    def drop_search(self) -> None:
        """Let go of the search, and of all that only a search needs."""
        if self._search:
            self._search = None
            self._close()

    def _close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
        unload(*MODULES)

    def _person(self) -> int:
        """Return the person whose turn it is: 0 for A, 1 for B."""
        match = self._match
        return PEOPLE.index(match.seats[match.seat_of(match.game.side)])

    def _given(self) -> list[int]:
        """Return how many hints each person has had in this game."""
        texts = self._match.hints
        words = (texts[0] if texts else NONE_GIVEN).split(" ")
        return [int(word) for word in words[1:]]

    def _why_none(self) -> Refusal | None:
        person = self._person()
        allowed = self._match.game.options["hints-" + PEOPLE[person].lower()]
        if allowed == "off" or (allowed != "free" and self._given()[person] >= int(allowed)):
            return Refusal("no-hint-left", "-")
        return Refusal("memory-full", "-") if self._match.journal.room() < RESERVE else None

    def _open(self) -> Refusal | None:
        """Load what seeks, and open its file."""
        from schiri_engines.board_games.best_move import BestMove
        from schiri_engines.board_games.lost import BadSolution, LostPositions, path_of_file

        try:
            self._file = file = open(path_of_file(), "rb")  # noqa: SIM115  # while it is sought
            lost = LostPositions(file, RULES_DIGEST)
        except (OSError, BadSolution):
            return Refusal("no-solution", "-")
        game = self._match.game
        mine, free = stones_of(game.cells(), game.side), game.free_cell()
        self._search = BestMove(lost, mine, ALL ^ mine ^ BITS[free], free)
        return None

    def _run_round(self, now_ms: int) -> None:
        """Show that it is sought: a light runs round the board."""
        board = self._play.board
        board.unmark()
        at = self._slices // SLICES_A_STEP % len(ROUND)
        board.mark(ROUND[at : at + 1], HINT)
        # Lit at once, whatever the rhythm is at.
        self._play.screen.painter.restart(now_ms)

    def _tell(self, now_ms: int, move: int, worth: int) -> None:
        """Show the move, and around the board what it is worth; keep that it was told."""
        given = self._given()
        given[self._person()] += 1
        text = "hints " + " ".join([str(count) for count in given])
        self._match.hints = (text,)
        self._match.keep(now_ms, text, None)
        source, target = self._match.game.move_cells(move)
        every, mark = FRAMES[(worth >= 0) + (worth > 0)]
        around = [ROUND[at] for at in range(0, len(ROUND), every)]
        board = self._play.board
        board.unmark()
        board.mark([cell for cell in around if cell not in (source, target)], mark)
        board.mark((source,), PICKED)
        board.mark((target,), MOVE, SWAP)
        self._play.device.host.has_news = True
        self._play.screen.sound("move")
