"""The opponent: the device as a player of a game, and the hints that it gives.

Decides when it searches, and that this never delays a press; how a search, a move and a hint are
shown, and what a hint costs.  Must not know how a move is found: each game has its own opponent.
Loaded when a game with an opponent or hints begins.
"""

from schiri_engines.refusals import Refusal

from ..app.match import RESERVE
from ..lights.language import CAREFUL, HINT, LAST, MOVE, PICKED, SWAP
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.solver.search import Search

    from ..app.play import Play

# The longest search: then its best move so far is shown, once there is one.
MOST_MS = 1900
# The slices for which the running light stays on a cell.
SLICES_A_STEP = 6
# How the worth of a move is shown around the board, by every how many cells: -1 only the corners, 0
# every second cell, 1 all.
MARKS = (CAREFUL, LAST, HINT)
PEOPLE = "ab"
NONE_GIVEN = "hints 0 0"
# The buttons that end a hint, as a press of a cell does; others do nothing in play.
ENDING = ("yellow", "hold-yellow", "black", "hold-black")
# The buttons with an effect while the device is to move, besides undo, menu and cells.
MEANT = ("white", "yellow", "hold-yellow")
TO_MOVE = "device-to-move"
# The level of a hint: as far as the search can see.
FARTHEST = 0


def border(size: int) -> bytes:
    """Return the cells once around a board.

    >>> list(border(3))
    [0, 1, 2, 5, 8, 7, 6, 3]
    """
    last, end = size - 1, size * size - 1
    return bytes(
        list(range(last))
        + list(range(last, end, size))
        + list(range(end, end - last, -1))
        + list(range(end - last, 0, -size))
    )


class Opponent:
    """The device in one game: it plays for people, or gives them hints, as the options say.

    It shows its move, and a player moves its pieces: white, or a press on the target, makes the
    move.  Options of the match: ``device-a`` is its level for person A, ``hints-a`` limits the
    hints of A; A also stands for the partner of A.  The journal counts the hints given, also after
    an undo.  The same hint is shown again for free until something else happens.

    Shape: ``is_mine`` means that the device is to move, ``answer`` is the move that it shows, -1
    while it has none, ``hint`` the report to a PC of a hint that is shown.
    """

    is_mine = False
    answer = -1
    hint = ""

    def __init__(self, mode: "Play"):
        self.mode, self.match = mode, mode.match
        self._search: Search | None = None
        self._begun_ms = self._slices = 0
        self._border = border(mode.match.game.SIZE)
        self.begin_turn()

    def open_search(self, level: int, chance: int) -> "Search | Refusal":
        """Begin a search, or refuse it.

        Shape: ``level`` is FARTHEST for a hint; ``chance`` chooses among equal moves.
        """
        raise NotImplementedError

    def close_search(self) -> None:
        """Close what a search has open."""

    # What the mode asks

    def begin_turn(self) -> None:
        self.answer = -1
        self.mode.is_timed = True
        self.is_mine = self.match.outcome is None and self._level() != "off"

    def takes(self, press: str | int) -> bool:
        """Tell whether a press is answered here; any that ends a hint ends it."""
        is_cell = isinstance(press, int)
        if self.is_mine and (is_cell or press in MEANT):
            return True
        if (self._search or self.hint) and (is_cell or press in ENDING):
            self.drop()
            self.mode.let_go()
            self.mode.show_turn()
        return press == "hold-yellow" and self.mode.offers_hint()

    def press(self, now_ms: int, press: str | int) -> str | None:
        """Make the move that the device shows, say that it is due, or begin a hint."""
        if not self.is_mine:
            self._begin_search(now_ms)
            return None
        if self.answer >= 0:
            cells = self.match.game.move_cells(self.answer)
            if press in ("white", cells[-1]):
                return self.mode.push(now_ms, self.answer)
            if press == cells[0]:
                # As with a player's own piece: its field is pressed first.
                self.mode.screen.answer(now_ms, "pick")
                return None
        self.mode.refuse(now_ms, self.why_not())
        return None

    def why_not(self) -> Refusal:
        """Return the refusal of any other move while the device is to move."""
        cells = self.match.game.move_cells(self.answer) if self.answer >= 0 else ()
        return Refusal(TO_MOVE, "-", cells)

    def work(self, now_ms: int) -> bool:
        """Search for one slice; return whether a search goes on."""
        mode = self.mode
        if self.is_mine and self.answer < 0 and not self._search and not mode.is_lit():
            self._begin_search(now_ms)
        search = self._search
        if not search:
            return False
        most_ms, clock = MOST_MS, self.match.clock
        if clock and self.is_mine:
            most_ms = min(MOST_MS, clock.part_ms(self.match.table))
        try:
            is_found = search.go_on()
        except MemoryError:
            search = None
            self._give_up(now_ms, Refusal("no-memory", "-"))
            return True
        has_time = search.move < 0 or elapsed(now_ms, self._begun_ms) < most_ms
        if not is_found and has_time:
            # The next slice is due in the next step.
            mode.context.is_hurried = True
            self._slices += 1
            if self._slices % SLICES_A_STEP == 0 and not mode.is_lit():
                self._run_round(now_ms)
            return True
        self.drop()
        if self.is_mine:
            self.answer = search.move
            # It waits for a player's hand, in nobody's time.
            mode.is_timed = False
            mode.let_go()
            mode.show()
        else:
            self._show_hint(now_ms, search.move, search.worth if is_found else None)
        mode.context.host.has_news = True
        mode.screen.sound("move")
        return True

    def show(self) -> bool:
        """Mark the device's move; return whether it has one."""
        if self.answer < 0:
            return False
        self._mark(self.match.game.move_cells(self.answer))
        return True

    def detail(self) -> str:
        if self.answer >= 0:
            text = self.match.game.move_text(self.answer)
            # A cell alone would be one that is picked.
            return text if len(text) > 2 else text + "!"
        is_thinking = self.is_mine and self.match.game.phase != "roll"
        return "thinking" if is_thinking else self.hint

    def is_shown(self) -> bool:
        """Tell whether the board belongs to a search, a hint or the device's move."""
        return self.is_mine or self._search is not None or self.hint != ""

    def drop(self) -> None:
        """End a search, and forget a hint."""
        self.mode.is_timed = True
        self.hint = ""
        if self._search:
            self._search = None
            self.close_search()

    # Searches

    def _person(self) -> int:
        """Return 0 if person A or a partner of A is to move, else 1."""
        match = self.match
        turn = match.game.turn
        return ord(match.seats[turn or 0]) - ord("A") & 1

    def _level(self) -> str:
        """Return the level of the device in the seat to move, "off" if a person plays."""
        return self.match.options.get("device-" + PEOPLE[self._person()], "off")

    def _begin_search(self, now_ms: int) -> None:
        mode = self.mode
        self._begun_ms, self._slices = now_ms, 0
        # A hint is looked for in nobody's time.
        mode.is_timed = self.is_mine
        mode.let_go()
        refusal = None if self.is_mine else self.why_no_hint()
        if not refusal:
            try:
                level = int(self._level()) if self.is_mine else FARTHEST
                # A replay repeats the move, not the choice.
                opened = self.open_search(level, now_ms if level else 0)
                if isinstance(opened, Refusal):
                    refusal = opened
                else:
                    self._search = opened
            except MemoryError:
                refusal = Refusal("no-memory", "-")
        if refusal:
            self._give_up(now_ms, refusal)
            return
        mode.show_turn()
        self._run_round(now_ms)
        if not self.is_mine:
            mode.screen.sound("pick")

    def _give_up(self, now_ms: int, refusal: Refusal) -> None:
        """Refuse the search; if the device finds no move, the players make one for it."""
        self.drop()
        self.close_search()
        self.is_mine = False
        self.mode.refuse(now_ms, refusal)

    def _run_round(self, now_ms: int) -> None:
        """Show the search: a light runs around the board."""
        board = self.mode.board
        board.unmark()
        at = self._slices // SLICES_A_STEP % len(self._border)
        board.mark(self._border[at : at + 1], HINT)
        # Lit at once, in any phase of the rhythm.
        self.mode.screen.painter.restart(now_ms)

    def _mark(self, cells: "tuple[int, ...]") -> None:
        board = self.mode.board
        if len(cells) > 1:
            board.mark(cells[:1], PICKED)
        board.mark(cells[-1:], MOVE, SWAP)

    # Hints

    def why_no_hint(self) -> Refusal | None:
        """Return why no hint is allowed, or None."""
        match, person = self.match, self._person()
        if match.hinted == match.journal.last:
            return None
        allowed = match.options.get("hints-" + PEOPLE[person], "off")
        if allowed == "off" or (allowed != "free" and self._given()[person] >= int(allowed)):
            return Refusal("no-hint-left", "-")
        return Refusal("memory-full", "-") if match.journal.room() < RESERVE else None

    def _given(self) -> list[int]:
        """Return the hints given to each person in this game."""
        texts = self.match.hints
        words = (texts[0] if texts else NONE_GIVEN).split(" ")
        return list(map(int, words[1:]))

    def _show_hint(self, now_ms: int, move: int, worth: int | None) -> None:
        """Show the move, and its worth around the board; save that the hint was given."""
        match, board = self.match, self.mode.board
        if match.hinted != match.journal.last:
            given = self._given()
            given[self._person()] += 1
            text = f"hints {given[0]} {given[1]}"
            match.hints = (text,)
            match.record(now_ms, text, None)
            match.hinted = match.journal.last
        cells = match.game.move_cells(move)
        board.unmark()
        at = 3
        if worth is not None:
            # Without a worth: the move that seemed best when time ran out.
            at = (worth >= 0) + (worth > 0)
            every = (board.size - 1, 2, 1)[at]
            around = [self._border[step] for step in range(0, len(self._border), every)]
            board.mark([cell for cell in around if cell not in cells], MARKS[at])
        self._mark(cells)
        self.hint = match.game.move_text(move) + "-=+?"[at]
