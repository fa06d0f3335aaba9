"""The clock of a game, by the device's own ticks; loaded only for a game that has one.

Decides what passes between two ticks, also where they wrap.  Must not know which modes stop it.
"""

from schiri_engines.clock import Clock, controls_for

from ..lights.language import ALARM, ASK, DARK, LIGHT, OFF
from ..ticks import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.clock import TimeControl
    from schiri_engines.game import Entry
    from schiri_engines.table import Table

    from .screen import Screen

# Bars on the rim of an 8x8 grid, beside a 5x5 board: the pixels of the dark side, then of the
# light one, from the bottom up.
BARS = bytes((8, 16, 24, 32, 40, 14, 22, 30, 38, 46))
LONG = 5
# Below these the side to move gets a beat once and twice a second.
LOW_MS, LOWEST_MS = 20000, 5000


class GameClock(Clock):
    """A clock that runs by ticks, while ``is_running``."""

    def __init__(self, controls: "list[TimeControl | None]"):
        Clock.__init__(self, controls)
        self.is_running = False
        self._at_ms = 0
        # The bars and the beat that are shown, -1 after the grid was cleared.
        self._bars = self._beat = -1

    def run(self, now_ms: int) -> None:
        """Let it run up to now, if it does.  A press may be older than the last step."""
        if self.is_running:
            self.running_ms += difference(now_ms, self._at_ms)
        self._at_ms = now_ms

    def flag(self, table: "Table") -> "Entry | None":
        """Return the entry that ends a game whose side to move has no time left, or None."""
        seat = table.turn
        if seat is None or not self.is_running or not self.is_up(seat % 2):
            return None
        return ("flag", seat)

    def forget_bars(self) -> None:
        """Draw the bars anew: the grid was cleared."""
        self._bars = -1

    def show(self, screen: "Screen", table: "Table") -> None:
        """Show the share of each side on a rim; with little time left it beats, with a tone."""
        seat = table.turn
        if not self.is_running or seat is None:
            return
        side = seat % 2
        left_ms = self.now_ms(side)
        rhythm = 0
        if self.controls[side] and left_ms < LOW_MS:
            rhythm = 1 if left_ms >= LOWEST_MS else 2
            beat = left_ms * rhythm // 1000
            if beat != self._beat:
                self._beat = beat
                screen.sound("pick")
        bars = self._length(0, seat) | self._length(1, seat) << 3 | rhythm << 6 | side << 8
        if bars != self._bars and screen.has_bars():
            self._bars = bars
            is_light = table.game.colours[:1] == "w"  # type: ignore[attr-defined]  # a board
            mark = (0, ASK, ALARM)[rhythm]
            for each in (0, 1):
                colour = LIGHT if (each > 0) != is_light else DARK
                lit = (mark if each == side else 0) << 2 | colour
                first = LONG if colour == LIGHT else 0
                for at in range(LONG):
                    meaning = lit if at < self._length(each, seat) else OFF
                    screen.put_bar(BARS[first + at], meaning)

    def _length(self, side: int, seat: int) -> int:
        """Return how many pixels a side's share has: at least one while there is time."""
        control = self.controls[side]
        if not control:
            return 0
        left_ms = self.now_ms(side) if side == seat % 2 else self.left_ms[side]
        return min(LONG, (left_ms * LONG + control.start_ms - 1) // control.start_ms)

    def text(self, table: "Table") -> str:
        """Return what both sides have left now and the side whose clock runs, for a PC."""
        seat, words = table.turn, []
        for side in (0, 1):
            left = self.left_ms[side] if seat is None or seat % 2 != side else self.now_ms(side)
            words.append(str(left) if self.controls[side] else "-")
        running = str(seat % 2) if seat is not None and self.is_running else "-"
        return f"{words[0]} {words[1]} {running}"


def clock_for(options: dict[str, str], seats: tuple[str, ...]) -> GameClock | None:
    """Return the clock of a game with these options, or None.

    Raises: MalformedText (bad-option).
    """
    controls = controls_for(options, seats)
    return GameClock(controls) if controls else None
