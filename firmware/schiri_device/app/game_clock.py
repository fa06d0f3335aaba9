"""The clock of a game, by the device's own ticks; loaded only for a game that has one.

Decides what passes between two ticks, and what its lights and a PC show.  Must not know the modes,
nor when it stops.
"""

from schiri_engines.clock import MOST_MS, Clock, ClockTable, controls_for

from ..journal import SPENT
from ..lights.language import DARK, LIGHT, OFF
from ..ticks import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.clock import TimeControl
    from schiri_engines.game import BoardGame, Entry
    from schiri_engines.table import Table

    from ..journal import Journal
    from ..lights.board import Board
    from .screen import Screen

# Bars on the rim of an 8x8 grid, beside a 5x5 board: the cells of the dark side, then of the
# light one, from the bottom up.
BARS = bytes((8, 16, 24, 32, 40, 14, 22, 30, 38, 46))
LONG = 5
# Below these the side to move gets a beat once and twice a second: its bar is dark for half of it.
# The bars have no marks, so that they look like none on the board.
LOW_MS, LOWEST_MS = 20000, 5000
# A move of the device takes at most this part of what it has left.
PART = 8


class GameClock(Clock):
    """A clock that runs by ticks, while ``is_running``."""

    def __init__(self, controls: "list[TimeControl | None]"):
        Clock.__init__(self, controls)
        self.is_running = False
        self._at_ms = 0
        # The beat that was heard, -1 for none; what a PC knows, and which PC.
        self._beat = self._known = -1
        self._token = ""

    def run(self, now_ms: int) -> None:
        """Let it run up to now, if it does.  A press may be older than the last step."""
        if self.is_running:
            self.running_ms += difference(now_ms, self._at_ms)
        self._at_ms = now_ms

    def save(self, journal: "Journal") -> None:
        """Write what the last entry took to the journal, before it."""
        if self.spent_ms >= 0:
            journal.write(bytes((SPENT,)) + self.spent_ms.to_bytes(4, "little"))

    def follow(self, now_ms: int, is_timed: bool) -> None:
        """Run up to now; ``is_timed`` tells whether it goes on from here."""
        self.run(now_ms)
        self.is_running = is_timed

    def wait(
        self, now_ms: int, is_timed: bool, screen: "Screen", table: "Table[BoardGame]"
    ) -> "Entry | None":
        """Run up to now, and show it; return the entry that ends the game if the time is up.

        Rule: TA-6.
        """
        self.follow(now_ms, is_timed)
        seat = table.turn
        if not is_timed or seat is None:
            return None
        self._show(screen, table.game, seat % 2)
        return ("flag", seat) if self.is_up(seat % 2) else None

    def part_ms(self, table: "Table") -> int:
        """Return the longest time that the device may think about its move."""
        side = (table.turn or 0) % 2
        return self.left_ms[side] // PART if self.controls[side] else MOST_MS

    def _show(self, screen: "Screen", game: "BoardGame", side: int) -> None:
        """With little time left it beats, with a tone; a rim shows the share of each side."""
        left_ms = self.now_ms(side)
        is_dark = False
        if self.controls[side] and left_ms < LOW_MS:
            beats = left_ms * (1 if left_ms >= LOWEST_MS else 2)
            is_dark = beats % 1000 < 500
            if beats // 1000 != self._beat:
                self._beat = beats // 1000
                screen.sound("pick")
        order = screen.turn_signs.order
        if not order:
            return
        for each in (0, 1):
            is_light = _is_light(game, each)
            length = 0 if is_dark and each == side else self._length(each, side)
            for at in range(LONG):
                lit = OFF if at >= length else LIGHT if is_light else DARK
                pixel = order[BARS[at + LONG * is_light]]
                if screen.painter.scene[pixel] != lit:
                    screen.painter.put(pixel, lit)

    def show_shares(self, board: "Board", table: "Table[BoardGame]") -> None:
        """Show the share of each side where there is no rim, as on one: bars of stones."""
        letters = ["."] * len(board.pixels)
        running = (table.turn or 0) % 2
        for each in (0, 1):
            # On the left file those of the dark side, on the right one those of the light side.
            is_light = _is_light(table.game, each)
            first = (LONG - 1) * is_light
            for at in range(self._length(each, running)):
                letters[first + LONG * at] = "bw"[is_light]
        board.lay("".join(letters))

    def _length(self, side: int, running: int) -> int:
        """Return how many pixels a side's share has: at least one while there is time."""
        control = self.controls[side]
        if not control:
            return 0
        left_ms = self.now_ms(side) if side == running else self.left_ms[side]
        return min(LONG, (left_ms * LONG + control.start_ms - 1) // control.start_ms)

    def report(self, table: "Table", last: int, token: str, now_ms: int) -> str:
        """Return the message to a PC about what both sides have left, "" if it knows.

        Shape: ``last`` is the number of the last event.
        """
        known = last << 1 | self.is_running
        if known == self._known and token == self._token:
            return ""
        self._known, self._token = known, token
        self.run(now_ms)
        seat, words = table.turn, ["left"]
        for side in (0, 1):
            left = self.left_ms[side] if seat is None or seat % 2 != side else self.now_ms(side)
            words.append(str(left) if self.controls[side] else "-")
        words.append(str(seat % 2) if seat is not None and self.is_running else "-")
        return " ".join(words)


def _is_light(game: "BoardGame", side: int) -> bool:
    """Tell whether a side is light; until colours are chosen the first seat is dark."""
    return (game.colours or "bw")[side] == "w"


def table_for(
    game: "BoardGame | None", seats: tuple[str, ...], options: dict[str, str]
) -> ClockTable | None:
    """Return a table with the clock of these options, None without one or without a game.

    Raises: MalformedText (bad-option).
    """
    controls = controls_for(options, seats)
    return ClockTable(game, seats, GameClock(controls)) if game and controls else None
