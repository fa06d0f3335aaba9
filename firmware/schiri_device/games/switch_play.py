"""The modes of Switch: its free set-up, and play with hints and against the device.

Decides which presses place a stone, and which make the device's own move; when a search begins and
ends, and that it never delays a press.  The search is loaded when it is first asked for;
without enough memory it is refused.
"""

from schiri_engines.refusals import Refusal

from ..app.context import mode_on_right_board
from ..app.mode import IGNORED, Mode
from ..app.play import Play
from ..lights.language import ALARM, ASK, DUE, LAST, MOVE, PICKED, SEAT, SWAP
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..app.context import Context
    from .seeking import Seeker, SwitchMatch


# The longest search: then its best move so far is shown.
MOST_MS = 1900
# The buttons that end a hint, as a press of a cell does; others do nothing in play.
ENDING = ("yellow", "hold-yellow", "black", "hold-black")
# The buttons with an effect while the device is to move, besides undo, menu and cells.
MEANT = ("white", "yellow", "hold-yellow")
TO_MOVE = "device-to-move"


class Place(Mode):
    """Players place stones of either colour in turn.

    A press on a free field proposes a dark stone, the next one a light stone, the next none; white
    places it.  When all are placed, a press on a stone chooses its colour.
    """

    NEXT = {"done": mode_on_right_board, "undone": mode_on_right_board, "menu": "menu"}
    match: "SwitchMatch"
    has_cursor = True
    is_quiet = True

    def __init__(self, context: "Context"):
        Mode.__init__(self, context)
        self._cell = -1
        self._letter = "."

    def enter(self, now_ms: int) -> None:
        self._cell, self._letter = -1, "."
        self._lay()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            return self._touch(now_ms, press)
        if press == "white" and self._cell >= 0:
            self._place(now_ms)
        elif press == "black":
            if self._cell < 0:
                return self.undo(now_ms)
            # The stone that blinks was not placed yet.
            self._cell, self._letter = -1, "."
            self.screen.sound("pick")
            self._lay()
        else:
            return "menu" if press == "hold-black" else IGNORED
        return None

    def detail(self) -> str:
        if self._cell < 0:
            return "-"
        return self.match.game.cell_text(self._cell) + self._letter

    def _touch(self, now_ms: int, cell: int) -> str | None:
        game = self.match.game
        if game.phase == "choose":
            letter = game.cells()[cell]
            if letter == ".":
                return IGNORED
            self.match.push(now_ms, game.parse_move("choose " + letter))
            self.screen.sound("move")
            return "done"
        if game.cells()[cell] != ".":
            move = game.parse_move("place " + game.cell_text(cell) + " b")
            # The field has a stone.
            self.refuse(now_ms, game.why_not(move))  # type: ignore[arg-type]
            return None
        if cell == self._cell or self._letter == ".":
            self._letter = {".": "b", "b": "w", "w": "."}[self._letter]
        self._cell = -1 if self._letter == "." else cell
        self.screen.sound("pick")
        self._lay()
        return None

    def _place(self, now_ms: int) -> None:
        game = self.match.game
        move = game.parse_move("place " + game.cell_text(self._cell) + " " + self._letter)
        refusal = game.why_not(move)
        if refusal:
            self.refuse(now_ms, refusal)
            return
        cell, self._cell, self._letter = self._cell, -1, "."
        self.match.push(now_ms, move)
        self.context.last_cells = () if game.is_void() else (cell,)
        self._lay()
        if game.is_void():
            # No stone can be placed and the set-up begins again: the players must see that.
            self.light(now_ms, range(len(self.board.pixels)), ALARM)
        self.screen.sound("careful" if game.is_void() else "move")

    def show(self) -> None:
        self._lay()

    def _lay(self) -> None:
        game = self.match.game
        letters = game.cells()
        self.board.lay(letters)
        if game.phase == "choose":
            self.board.mark(range(len(letters)), ASK)
            return
        if game.turn == 1:
            self.board.mark([cell for cell in range(len(letters)) if letters[cell] == "."], SEAT)
        self.board.mark(self.context.last_cells, LAST)
        if self._cell >= 0:
            self.board.change((self._cell,), self._letter)
            self.board.mark((self._cell,), ASK)


class SwitchPlay(Play):
    """Play, with hints and the device as opponent, as the options of the match say.

    The device shows its move, a player moves its stones: white, or a press on the target, makes the
    move.
    """

    match: "SwitchMatch"

    def __init__(self, context: "Context"):
        Play.__init__(self, context)
        # The search for a hint or the device's move; the report to a PC of a hint that is shown.
        self._seeker: Seeker | None = None
        self._seek_ms = 0
        self._hint = ""
        # Whether the device is a player, and whether it is to move; the move that it shows, -1
        # while it has none.
        self._has_device = self._is_mine = self.stops_clock = False
        self._answer = -1

    def enter(self, now_ms: int) -> None:
        if self._seeker:
            self._drop_seeker()
        self._hint = ""
        options = self.match.options
        levels = options.get("device-a", "off") + options.get("device-b", "off")
        self._has_device = levels != "offoff"
        self._begin_turn()
        Play.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if self._is_mine and (isinstance(press, int) or press in MEANT):
            return self._press_answer(now_ms, press)
        if (self._seeker or self._hint) and (isinstance(press, int) or press in ENDING):
            self._drop_seeker()
            self.let_go()
        if press == "hold-yellow":
            self._seek(now_ms)
            return None
        return Play.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        if self._is_mine and self._answer < 0 and not self._seeker and self._lit_ms < 0:
            self._seek(now_ms)
        seeker = self._seeker
        if not seeker:
            return Play.wait(self, now_ms)
        try:
            most_ms, clock = MOST_MS, self.match.clock
            if clock and self._is_mine:
                most_ms = min(MOST_MS, clock.part_ms(self.match.table))
            is_busy = seeker.seek(now_ms, elapsed(now_ms, self._seek_ms) >= most_ms)
        except MemoryError:
            seeker = None
            self._give_up(now_ms, Refusal("no-memory", "-"))
            return None
        if is_busy:
            # The next slice is due in the next step.
            self.context.is_hurried = True
            return None
        move, detail = seeker.move, seeker.detail
        self._drop_seeker()
        self._hint = detail
        if move >= 0:
            self._show_answer(move)
        return None

    def offers_hint(self) -> bool:
        return not self._is_mine

    def show(self) -> None:
        if self._answer >= 0:
            source, target = self.match.game.move_cells(self._answer)
            self.board.mark((source,), PICKED)
            self.board.mark((target,), MOVE, SWAP)
        else:
            Play.show(self)

    def detail(self) -> str:
        if self._answer >= 0:
            return self.match.game.move_text(self._answer)
        if self._is_mine:
            return "thinking"
        return self._hint or Play.detail(self)

    def veto(self, now_ms: int, entry: int) -> Refusal | None:
        if self._is_mine:
            return None if entry == self._answer else self._to_move()
        return Play.veto(self, now_ms, entry)

    def show_refusal(self, now_ms: int, refusal: Refusal) -> None:
        """Light the cause; while the device is to move, light its move."""
        if refusal.code == TO_MOVE and refusal.cells:
            self.light(now_ms, refusal.cells, DUE)  # type: ignore[arg-type]  # of a board
        else:
            Play.show_refusal(self, now_ms, refusal)

    def _person(self) -> str:
        """Return the letter of the person whose turn it is."""
        match = self.match
        return match.seats[match.seat_of(match.game.side)]

    def _level(self) -> str:
        """Return the level of the device in this person's seat, "off" if a person plays."""
        return self.match.options.get("device-" + self._person().lower(), "off")

    def _show_answer(self, move: int) -> None:
        self._answer = move
        # It waits for a player's hand, in nobody's time.
        self.stops_clock = True
        self.let_go()
        self.show()
        self.context.host.has_news = True
        self.screen.sound("move")

    def push(self, now_ms: int, move: int) -> str | None:
        """Make a move; the next player may be the device."""
        word = Play.push(self, now_ms, move)
        if self._has_device:
            self._begin_turn()
        return word

    def _begin_turn(self) -> None:
        self._answer = -1
        self.stops_clock = False
        is_over = self.match.outcome is not None
        self._is_mine = self._has_device and not is_over and self._level() != "off"

    def _press_answer(self, now_ms: int, press: str | int) -> str | None:
        """Make the move that the device shows, or say that it is due."""
        if self._answer >= 0:
            source, target = self.match.game.move_cells(self._answer)
            if press in ("white", target):
                return self.push(now_ms, self._answer)
            if press == source:
                # As with a player's own stone: its field is pressed first.
                self.screen.answer(now_ms, "pick")
                return None
        self.refuse(now_ms, self._to_move())
        return None

    def _to_move(self) -> Refusal:
        cells = self.match.game.move_cells(self._answer) if self._answer >= 0 else ()
        return Refusal(TO_MOVE, "-", cells)

    def _seek(self, now_ms: int) -> None:
        """Begin the search for a hint or for the device's move, or refuse it."""
        self._seek_ms = now_ms
        # A hint is looked for in nobody's time.
        self.stops_clock = not self._is_mine
        self.let_go()
        try:
            self._seeker = self._load()
            refusal = self._seeker.begin(now_ms)
        except MemoryError:
            refusal = Refusal("no-memory", "-")
        if refusal:
            self._give_up(now_ms, refusal)
        elif not self._is_mine:
            self.screen.sound("pick")

    def _load(self) -> "Seeker":
        from .seeking import Hint, Seeker

        return Seeker(self, self._level()) if self._is_mine else Hint(self, self._person())

    def _give_up(self, now_ms: int, refusal: Refusal) -> None:
        """Refuse the search; if the device finds no move, the players make one for it."""
        self._drop_seeker()
        self._is_mine = False
        self.refuse(now_ms, refusal)

    def _drop_seeker(self) -> None:
        self._hint = ""
        self.stops_clock = False
        if self._seeker:
            self._seeker.drop()
            self._seeker = None


MODES = {"place": Place, "play": SwitchPlay}
