"""The clock of a game, by the device's own ticks; loaded only for a game that has one.

Decides what passes between two ticks, also where they wrap.  Must not know which modes stop it.
"""

from schiri_engines.clock import Clock, controls_for

from ..ticks import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.clock import TimeControl
    from schiri_engines.game import Entry
    from schiri_engines.table import Table


class GameClock(Clock):
    """A clock that runs by ticks, while ``is_running``."""

    def __init__(self, controls: "list[TimeControl | None]"):
        Clock.__init__(self, controls)
        self.is_running = False
        self._at_ms = 0

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
