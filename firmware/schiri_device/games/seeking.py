"""The search for a move of Switch: in slices, while a light runs around the board.

Decides how a search is shown, how far the device sees as a player, what a hint costs and how it is
shown.  Must not know how a move is found, nor how the device's own move is made.
"""

from schiri_engines.game_rows import row_of
from schiri_engines.refusals import Refusal
from schiri_engines.switch.movegen import ALL, BITS, stones_of

from ..app.match import RESERVE
from ..lights.language import CAREFUL, HINT, LAST, MOVE, PICKED, SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from schiri_engines.solver.best_move import BestMove
    from schiri_engines.switch.game import Switch

    from ..app.match import Match
    from ..app.mode import Mode

    class SwitchMatch(Match):
        """A match of Switch."""

        game: Switch


# The border of the board, once around; the slices for which the running light stays on a cell.
ROUND = bytes((0, 1, 2, 3, 4, 9, 14, 19, 24, 23, 22, 21, 20, 15, 10, 5))
SLICES_A_STEP = 6
# How the value of a move is shown around the board: lost in the corners, drawn on every second
# cell, won all around.
FRAMES = ((4, CAREFUL), (2, LAST), (1, HINT))
PEOPLE = "AB"
NONE_GIVEN = "hints 0 0"
# The horizon of each level in plies, by the values of ``device-a`` and ``device-b`` from 1 on: its
# own next move; also the reply; five moves; all.  These are one ply more than moves: the counter
# is the last ply, but does not help.
SIGHTS = (2, 3, 6, 100)


class Seeker:
    """One search, from its request on.

    Shape: ``move`` is the result, -1 until then.
    """

    match: "SwitchMatch"
    move = -1
    # The report of a hint to a PC, "" for anything else.
    detail = ""

    def __init__(self, mode: "Mode", level: str = ""):
        self._mode = mode
        self.match = mode.match  # type: ignore[assignment]  # of its game
        self._level = level
        self._search: BestMove | None = None
        self._file: BinaryIO | None = None
        self._slices = 0

    def begin(self, now_ms: int) -> Refusal | None:
        """Begin the search; return why it is refused, or None.

        Raises: MemoryError.
        """
        refusal = self.why_none() or self._open(now_ms)
        if not refusal:
            self._run_round(now_ms)
        return refusal

    def seek(self, now_ms: int, is_late: bool) -> bool:
        """Search for one slice; return whether it goes on.

        Shape: ``is_late`` ends it with the best move so far.
        """
        search = self._search
        assert search
        is_found = search.go_on()
        if is_found or is_late:
            self.found(now_ms, search.move, search.worth if is_found else None)
            return False
        self._slices += 1
        if self._slices % SLICES_A_STEP == 0 and not self._mode.is_lit():
            self._run_round(now_ms)
        return True

    def drop(self) -> None:
        self._search = None
        if self._file:
            self._file.close()
            self._file = None

    def found(self, now_ms: int, move: int, worth: int | None) -> None:
        """Take the result: a move and its value, None if time ran out."""
        self.move = move

    def why_none(self) -> Refusal | None:
        """Return why no search is allowed, or None."""

    def _open(self, now_ms: int) -> Refusal | None:
        from schiri_engines.solver.best_move import BestMove
        from schiri_engines.solver.lost import BadSolution, LostPositions, path_of_file

        try:
            self._file = file = open(path_of_file(), "rb")  # noqa: SIM115  # while it is sought
            lost = LostPositions(file, row_of("switch").digest)
        except (OSError, BadSolution):
            return Refusal("no-solution", "-")
        game = self.match.game
        mine, free = stones_of(game.cells(), game.side), game.free_cell()
        theirs = ALL ^ mine ^ BITS[free]
        # The clock chooses among equal moves: a replay repeats the move, not the choice.
        sight = (SIGHTS[int(self._level) - 1], now_ms) if self._level else ()
        self._search = BestMove(lost, mine, theirs, free, *sight)
        return None

    def _run_round(self, now_ms: int) -> None:
        """Show the search: a light runs around the board."""
        board = self._mode.board
        board.unmark()
        at = self._slices // SLICES_A_STEP % len(ROUND)
        board.mark(ROUND[at : at + 1], HINT)
        # Lit at once, in any phase of the rhythm.
        self._mode.screen.painter.restart(now_ms)


class Hint(Seeker):
    """One hint, from its request on.

    Shape: the options ``hints-a`` and ``hints-b`` limit the hints of person A and person B in a
    game; the journal counts the hints given, also after an undo.  The same hint is shown again for
    free until something else happens.
    """

    def __init__(self, mode: "Mode", person: str):
        Seeker.__init__(self, mode)
        self._at = PEOPLE.index(person)

    def _given(self) -> list[int]:
        """Return the hints given to each person in this game."""
        texts = self.match.hints
        words = (texts[0] if texts else NONE_GIVEN).split(" ")
        return list(map(int, words[1:]))

    def why_none(self) -> Refusal | None:
        match = self.match
        if match.hinted == match.journal.last:
            return None
        allowed = match.options.get("hints-" + PEOPLE[self._at].lower(), "off")
        if allowed == "off" or (allowed != "free" and self._given()[self._at] >= int(allowed)):
            return Refusal("no-hint-left", "-")
        return Refusal("memory-full", "-") if match.journal.room() < RESERVE else None

    def found(self, now_ms: int, move: int, worth: int | None) -> None:
        """Show the move, and its value around the board; save that the hint was given."""
        match = self.match
        if match.hinted != match.journal.last:
            given = self._given()
            given[self._at] += 1
            text = f"hints {given[0]} {given[1]}"
            match.hints = (text,)
            match.record(now_ms, text, None)
            match.hinted = match.journal.last
        source, target = match.game.move_cells(move)
        board = self._mode.board
        board.unmark()
        at = 3
        if worth is not None:
            # Without a value: the move that seemed best when time ran out.
            at = (worth >= 0) + (worth > 0)
            every, mark = FRAMES[at]
            around = [ROUND[step] for step in range(0, len(ROUND), every)]
            board.mark([cell for cell in around if cell not in (source, target)], mark)
        board.mark((source,), PICKED)
        board.mark((target,), MOVE, SWAP)
        self.detail = match.game.move_text(move) + "-=+?"[at]
        self._mode.context.host.has_news = True
        self._mode.screen.sound("move")
