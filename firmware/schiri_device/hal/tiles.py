"""The tiles of pads: NeoTrellis boards on one bus, each with sixteen pixels and a key over each.

Decides how frames and keys pass over the bus, and how a tile that does not answer is handled: it is
reported once, its part of the frame is kept, and when it answers it is set up again.  Must not know
the meaning of lights or presses.

`boot.py` checks the tiles with their own library, see `tile_selftest`.  The program does not use
it: it sleeps 8 ms for each answer, allocates in each call, and its names take 6 kB. So this module
sends the commands of the tiles' chip, a "seesaw", itself.
"""

import board
import busio
from adafruit_bus_device.i2c_device import I2CDevice

from ..boards import pins
from ..ticks import Edge, elapsed
from . import ALARM, COMING_UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..builds import Build

FREQUENCY_HZ = 400_000
# Keys of a tile, and bytes of one of its rows.
PADS = 16
ROW = 12
# Commands: the pixels' pin and the number of bytes; keys pressed; show.  Each begins with a module
# of the chip and a register of it.
SET_UP = (b"\x0e\x01\x03", b"\x0e\x03\x00\x30")
EVENTS = b"\x10\x10"
SHOW = b"\x0e\x05"
# A key event: six bits of the key's number, with eight numbers a row, and two bits of the edge.
WITHOUT_COLUMN = 4
PRESSED, RELEASED = 3, 2
BOTH = 1 << PRESSED + 1 | 1 << RELEASED + 1 | 1
NO_EVENT = 0xFF
EVENTS_A_READ = 4
# The chip needs half a ms for an answer and receives nothing in that time; ticks are whole ms.
BUSY_MS, ANSWER_MS = 2, 3
# After so many missed answers a tile is lost, and is tried again at this interval.
MOST_MISSES = 25
AGAIN_MS = 2000


class Tiles:
    """The tiles of a build, as pixels and as buttons.

    Shape: as `Chain` and, behind ``scan``, as `Buttons`.
    """

    def __init__(self, build: "Build", clock: "Callable[[], int]"):
        self._build = build
        self._clock = clock
        self._waiting: bytearray | None = None
        self._busy_ms = self._sought_ms = clock()
        self._is_asked = self._is_reported = False
        self._report = ""
        # The pixels' values, also of lost tiles: green, red, blue.
        self._shown = bytearray(3 * len(build.order))
        # Made now: there may be no memory later.
        self._row = bytearray(4 + ROW)
        self._row[0], self._row[1] = 0x0E, 0x04
        self._answer = bytearray(EVENTS_A_READ)
        self._is_down = bytearray(len(build.order))
        # The missed answers of each, 0 after its set-up, and whether its key events may be old.
        self._open()
        self._misses = bytearray(len(self._wires))
        self._is_old = bytearray(len(self._wires))
        for tile in range(len(self._wires)):
            self._set_up(tile)

    def _open(self) -> None:
        """Open the bus if its lines have pull-ups; without them no tile has power."""
        lines, addresses = self._build.tiles or ((), b"")
        try:
            bus = busio.I2C(*pins(board, lines), frequency=FREQUENCY_HZ)
        except RuntimeError:
            bus = None
        self._wires: list[I2CDevice | None] = []
        for address in addresses:
            wire = I2CDevice(bus, address, False) if bus else None
            self._wires.append(wire)

    def scan(self) -> "Tiles":
        """Begin to scan for presses, also of the coloured buttons; return itself."""
        from .buttons import Buttons

        self._buttons = Buttons(self._build, self._clock)
        self.held = self._buttons.held
        return self

    def read(self) -> "Sequence[Edge]":
        """Return the edges since the last call, in the order of their times.

        Raises: OSError, once for as long as a tile is lost.
        """
        if self._report:
            report, self._report = self._report, ""
            raise OSError(report)
        edges = self._buttons.read()
        now_ms = self._clock()
        if elapsed(now_ms, self._busy_ms) < ANSWER_MS:
            return edges
        for tile in range(len(self._wires)):
            if self._is_asked and self._pass(tile, self._answer, True):
                edges = self._take(edges, tile, now_ms)
            if self._misses[tile]:
                self._revive(tile, now_ms)
        # A frame that waits or follows from these edges goes first: it would cancel a query.
        is_free = elapsed(self._clock(), self._busy_ms) >= ANSWER_MS  # None was lit just now.
        self._is_asked = is_free and not edges and not self._waiting
        if self._is_asked:
            for tile in range(len(self._wires)):
                self._pass(tile, EVENTS)
            # The last tile that was asked is busy for the longest time.
            self._busy_ms = self._clock()
        if elapsed(now_ms, self._sought_ms) >= AGAIN_MS:
            self._sought_ms = now_ms
        return edges

    def submit(self, frame: bytearray) -> None:
        """Take a frame to be shown; whatever waited before it is not shown any more."""
        self._waiting = frame

    def show(self) -> bool:
        """Show the waiting frame; return whether there was one."""
        frame = self._waiting
        if not frame or elapsed(self._clock(), self._busy_ms) < BUSY_MS:
            return False
        self._waiting = None
        self._send(frame)
        return True

    def finish(self) -> None:
        """Wait until the tiles are ready, and show the waiting frame."""
        while self._waiting is not None:
            self.show()

    def coming_up(self) -> None:
        """Show that the device is coming up."""
        self._fill(COMING_UP)

    def alarm(self) -> None:
        """Show that the device has failed; nothing is allocated."""
        self._fill(ALARM)

    def _fill(self, colour: bytes) -> None:
        self._waiting = None
        self._send(colour)

    def _send(self, data: "bytes | bytearray", stale: int = -1) -> None:
        """Send each changed row, and all rows of a tile that is ``stale``.

        Shape: three bytes a pixel, or three for all.
        """
        shown, row = self._shown, self._row
        step = 3 if len(data) > 3 else 0
        at = now = 0
        for tile in range(len(self._wires)):
            is_lit = False
            # A named step size would allocate a range object.
            for line in range(PADS * 3 // ROW):
                is_new = tile == stale
                for place in range(4, 4 + ROW, 3):
                    for colour in range(3):
                        value = row[place + colour] = data[now + colour]
                        if shown[at] != value:
                            shown[at] = value
                            is_new = True
                        at += 1
                    now += step
                if is_new:
                    row[3] = line * ROW
                    is_lit = self._pass(tile, row)
            if is_lit:
                self._pass(tile, SHOW)
                # This cancels a query.
                self._is_asked = False
                self._busy_ms = self._clock()

    def _set_up(self, tile: int) -> bool:
        """Set up a tile; return whether it answers."""
        self._misses[tile] = 0
        self._is_old[tile] = 1
        for command in SET_UP:
            self._pass(tile, command)
        for pad in range(PADS):
            self._is_down[tile * PADS + pad] = 0
            self._pass(tile, bytes((0x10, 0x01, pad // 4 * 8 + pad % 4, BOTH)))
        return not self._misses[tile]

    def _revive(self, tile: int, now_ms: int) -> None:
        """Try a lost tile again, and light it."""
        misses = self._misses[tile]
        if misses == MOST_MISSES:
            if elapsed(now_ms, self._sought_ms) < AGAIN_MS:
                return
            if not self._wires[tile]:
                self._open()
        if self._set_up(tile):
            self._send(self._shown, tile)
            self._is_reported = self._is_reported and sum(self._misses) > 0
            return
        self._misses[tile] = min(misses + 1, MOST_MISSES)
        if self._misses[tile] == MOST_MISSES and not self._is_reported:
            self._is_reported = True
            self._report = f"no answer of tile {tile + 1}"

    def _take(self, edges: "Sequence[Edge]", tile: int, now_ms: int) -> "Sequence[Edge]":
        """Take a tile's answer."""
        if self._is_old[tile]:
            # Presses from before the first light do not count.
            self._is_old[tile] = self._answer[0] != NO_EVENT
            return edges
        for event in self._answer:
            number = event >> 2
            is_down = (event & 3) - RELEASED
            pixel = tile * PADS + number // 8 * 4 + number % 8
            if number >= 2 * PADS or number & WITHOUT_COLUMN or is_down < 0:
                continue  # Noise, or no event.
            if self._is_down[pixel] != is_down:
                self._is_down[pixel] = is_down
                cell = self._build.order.find(bytes((pixel,)))
                edges = list(edges) + [Edge(cell, bool(is_down), now_ms)]
        return edges

    def _pass(self, tile: int, data: "bytes | bytearray", is_answer: bool = False) -> bool:
        """Send a command to a tile or read its answer, unless it has missed one; return success."""
        wire = self._wires[tile]
        if not self._misses[tile]:
            try:
                if wire:
                    with wire:  # type: ignore[call-arg]  # its exit takes any
                        if is_answer:
                            wire.readinto(data)  # type: ignore[arg-type]
                        else:
                            wire.write(data)
                    return True
            except OSError:
                pass
            self._misses[tile] = 1
        return False
