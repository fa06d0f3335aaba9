"""A move of Switch that is sought: slice by slice, while a light runs round the board.

Decides how the search looks and what is loaded for it.  Must not know how a move is found, nor what
becomes of it: `hint` and `opponent` do.
"""

from schiri_engines.board_games.stones import ALL, BITS, stones_of
from schiri_engines.refusals import Refusal
from schiri_engines.registry import RULES_DIGEST

from .. import unload
from ..lights.language import HINT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from schiri_engines.board_games.best_move import BestMove

    from .switch_play import SwitchPlay

# The border of the board, once round; for how many slices a light that runs along it stays.
ROUND = bytes((0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5))
SLICES_A_STEP = 6
# What lies in memory only while a move is sought.
MODULES = (
    "schiri_engines.board_games.best_move",
    "schiri_engines.board_games.values",
    "schiri_engines.board_games.lost",
)


class Seeker:
    """One search, from the moment that it is asked for.

    Shape: `found` is called once, with the move and what it is worth, or None where time ran out;
    ``detail`` is what a PC is told of that, "" until then.
    """

    detail = ""

    def __init__(self, play: "SwitchPlay"):
        self._play = play
        self._match = play.match
        self._search: BestMove | None = None
        self._file: BinaryIO | None = None
        self._slices = 0

    def begin(self, now_ms: int) -> Refusal | None:
        """Begin to seek; return why nothing is sought, or None."""
        try:
            refusal = self._why_none() or self._open(now_ms)
        except MemoryError:
            refusal = Refusal("no-memory", "-")
        if refusal:
            self._close()
        else:
            self._run_round(now_ms)
        return refusal

    def seek(self, now_ms: int, is_late: bool) -> bool:
        """Seek for one slice, and tell what was found; return whether there is more to do.

        Shape: where it ``is_late`` what was found so far is told.
        """
        search = self._search
        if not search:
            return False
        is_found = search.go_on()
        if is_found or is_late:
            move, worth = search.move, search.worth if is_found else None
            # Nobody holds it any more as its modules go.
            search = None
            self.drop_search()
            self.found(now_ms, move, worth)
            return False
        self._slices += 1
        if self._slices % SLICES_A_STEP == 0 and not self._play.is_lit():
            self._run_round(now_ms)
        return True

    def drop_search(self) -> None:
        """Let go of the search, and of all that only a search needs."""
        if self._search:
            self._search = None
            self._close()

    def found(self, now_ms: int, move: int, worth: int | None) -> None:
        """Show what was found."""
        raise NotImplementedError

    def _why_none(self) -> Refusal | None:
        """Return why nothing may be sought, or None."""

    def _sight(self, now_ms: int) -> tuple[int, ...]:
        """Return how far the search sees, and where it begins, where that is not to the end."""
        return ()

    def _open(self, now_ms: int) -> Refusal | None:
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
        theirs = ALL ^ mine ^ BITS[free]
        self._search = BestMove(lost, mine, theirs, free, *self._sight(now_ms))
        return None

    def _close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None
        unload(*MODULES)

    def _run_round(self, now_ms: int) -> None:
        """Show that a move is sought: a light runs round the board."""
        board = self._play.board
        board.unmark()
        at = self._slices // SLICES_A_STEP % len(ROUND)
        board.mark(ROUND[at : at + 1], HINT)
        # Lit at once, whatever the rhythm is at.
        self._play.screen.painter.restart(now_ms)
