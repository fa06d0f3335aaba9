"""Play with hints, and against the device: yellow, held, asks what is best.

Decides when a move is sought and when that ends, and that it never holds up a press; which presses
make the device's own move.  What seeks lies in memory only from then until something else is
pressed, and where memory does not suffice for it nothing worse happens than a refusal.
"""

from schiri_engines.refusals import Refusal

from .. import unload
from ..app.gestures import HOLD_MS
from ..app.play import Play
from ..lights.language import DUE, MOVE, PICKED, SWAP
from ..ticks import elapsed, later

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..app.protocols import HintParts, SwitchMatch
    from .seeking import Seeker

LONG_AGO_MS = 1000
# So long a search may take: then what it has found up to there is told.
MOST_MS = 1900
# What ends a hint, as does a press of a cell; other buttons do nothing in play.
ENDING = ("yellow", "hold-yellow", "black", "hold-black")
# What means something while the device is to move, beside undo and the menu, as do cells.
MEANT = ("white", "yellow", "hold-yellow")
# What only seeking needs, in the order in which nobody holds it any more.
SEEKING = ("games.hint", "games.opponent", "games.seeking")
TO_MOVE = "device-to-move"


class SwitchPlay(Play):
    """Play, with hints for whom the game allows them, and the device for whom it plays.

    The device shows its move, and somebody moves its stones: white, or a press where its move ends,
    makes it.
    """

    device: "HintParts"
    match: "SwitchMatch"

    def __init__(self, device: "HintParts"):
        Play.__init__(self, device)
        # The hint that is sought or shown, or the search for the device's move.
        self._seeker: Seeker | None = None
        self._seek_ms = 0
        # Since when yellow is down, -1 once that has been asked or something else was pressed.
        self._yellow_ms = -1
        # Whether the device is to move, and the move that it shows, -1 while it has none.
        self._is_mine = False
        self._answer = -1

    def enter(self, now_ms: int) -> None:
        if self._seeker:
            self._drop_seeker()
        self._yellow_ms = -1
        self._begin_turn()
        Play.enter(self, now_ms)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if self._is_mine and (isinstance(press, int) or press in MEANT):
            return self._press_answer(now_ms, press)
        if self._seeker and (isinstance(press, int) or press in ENDING):
            self._drop_seeker()
            self.let_go()
        self._yellow_ms = now_ms if press == "yellow" else -1
        if press == "hold-yellow":
            self._seek(now_ms)
            return None
        return Play.press(self, now_ms, press)

    def wait(self, now_ms: int) -> str | None:
        if self._yellow_ms >= 0:
            if "yellow" not in self.device.gestures.down:
                self._yellow_ms = -1
            elif elapsed(now_ms, self._yellow_ms) >= HOLD_MS:
                self.press(now_ms, "hold-yellow")
        is_busy = self._yellow_ms >= 0
        if self._is_mine and self._answer < 0 and not self._seeker and self._lit_ms < 0:
            self._seek(now_ms)
        if self._seeker:
            try:
                is_late = elapsed(now_ms, self._seek_ms) >= MOST_MS
                is_busy = self._seeker.seek(now_ms, is_late)
            except MemoryError:
                self._give_up(now_ms, Refusal("no-memory", "-"))
        if is_busy:
            # The next slice is due in the next step, and nobody holds a button longer than told.
            self.device.waited_ms = later(now_ms, -LONG_AGO_MS)
            return None
        return Play.wait(self, now_ms)

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
        return (self._seeker.detail if self._seeker else "") or Play.detail(self)

    def request(self, now_ms: int, entry: int) -> Refusal | None:
        if self._is_mine:
            return None if entry == self._answer else self._to_move()
        return Play.request(self, now_ms, entry)

    def show_refusal(self, now_ms: int, refusal: Refusal) -> None:
        """Light the cause; of what comes while the device is to move, what is due."""
        if refusal.code == TO_MOVE and refusal.cells:
            self.light(now_ms, refusal.cells, DUE)  # type: ignore[arg-type]  # of a board
        else:
            Play.show_refusal(self, now_ms, refusal)

    def is_lit(self) -> bool:
        """Tell whether the cause of a refusal is lit."""
        return self._lit_ms >= 0

    def person(self) -> str:
        """Return the letter of the person whose turn it is."""
        match = self.match
        return match.seats[match.seat_of(match.game.side)]

    def level(self) -> str:
        """Return the level at which the device plays for this person, "off" where it does not."""
        return self.match.game.options["device-" + self.person().lower()]

    def answer(self, move: int) -> None:
        """Show the move that the device has found."""
        self._answer = move
        self._drop_seeker()
        self.let_go()
        self.show()
        self.device.host.has_news = True
        self.screen.sound("move")

    def make(self, now_ms: int, move: int) -> str | None:
        """Make a move; whoever is next may be the device."""
        word = Play.make(self, now_ms, move)
        self._begin_turn()
        return word

    def _begin_turn(self) -> None:
        self._answer = -1
        self._is_mine = self.match.outcome is None and self.level() != "off"

    def _press_answer(self, now_ms: int, press: str | int) -> str | None:
        """Make the move that the device shows, or say that it is due."""
        if self._answer >= 0:
            source, target = self.match.game.move_cells(self._answer)
            if press in ("white", target):
                return self.make(now_ms, self._answer)
            if press == source:
                # As with a stone of one's own: its field is pressed first.
                self.screen.sound("pick")
                return None
        self.refuse(now_ms, self._to_move())
        return None

    def _to_move(self) -> Refusal:
        cells = self.match.game.move_cells(self._answer) if self._answer >= 0 else ()
        return Refusal(TO_MOVE, "-", cells)

    def _seek(self, now_ms: int) -> None:
        """Begin to seek a hint, or the device's move, or refuse to."""
        self._seek_ms = now_ms
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
        """Return what seeks, loading it."""
        if self._is_mine:
            from .opponent import Opponent

            return Opponent(self)
        from .hint import Hint

        return Hint(self)

    def _give_up(self, now_ms: int, refusal: Refusal) -> None:
        """Refuse to seek; a move that the device cannot find is people's to make."""
        self._drop_seeker()
        self._is_mine = False
        self.refuse(now_ms, refusal)

    def _drop_seeker(self) -> None:
        """Let go of all that only seeking needs."""
        if self._seeker:
            self._seeker.drop_search()
            self._seeker = None
        unload(*SEEKING)
