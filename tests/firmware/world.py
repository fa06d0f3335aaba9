"""A world for the fakes: contacts that close, a chain of pixels, a piezo, a PC, and the time.

Decides what the modules in `fakes/` are connected to.  Time passes only while the device's code
calls something that takes time. So a test can let something happen at an exact millisecond.
"""

from collections.abc import Callable

from schiri_device.boards import ROWS
from schiri_device.builds import NAMES, Build, load
from schiri_device.ticks import PERIOD

from tests.counts import count
from tests.firmware.seesaw import Seesaw
from tests.stores import new_store

GROUND = "GND"
# The place of each tile.
CORNERS = [(row, side) for row in ("upper", "lower") for side in ("left", "right")]
TILES = len(CORNERS)
# The board's ticks wrap for the first time 65 s after it was switched on.
FIRST_TICK = PERIOD - 65000
# Time to read the clock. So a loop that does nothing else makes progress, too: a turn of the loop
# reads it a few times.  In a sample this takes longer, unless a test sets it.
QUICK_US = 150
GLANCE_US = count(600, QUICK_US)
PIXEL_US = 30
LATCH_US = 2000
# A conversion takes 2 us, and the call 10; a multiplexer settles with a capacitor at its output.
MEASURE_US = 12
SETTLED_US = 10
CHANNELS = 32
USB_PACKET = 64
# Of any board.
SMALLEST_BUFFER = 128
HOUR_MS = 3600 * 1000
# The time that is skipped at once while nothing happens.
IDLE_US = 20_000_000


def built(name: str) -> Build:
    """Return the build of this name."""
    build = load(name)
    assert build
    return build


CURSOR, KEYS5, PADS, FEEL5 = [built(name) for name in ("cursor", "keys5", "pads", "feel5")]
BUILDS = [built(name) for name in NAMES]
# The pins of the fakes' board.
PINS = ROWS[0][2].split()
# Builds whose stones move by presses.
PRESSED = [build for build in BUILDS if not build.sensors]
# Builds whose pixels are a chain.
CHAINS = [build for build in BUILDS if not build.tiles]


class TheEnd(BaseException):
    """The world has ended; no code may catch this."""


class Bitten(BaseException):
    """The watchdog has reset the chip; no code sees that."""


class Reloaded(BaseException):
    """The program restarts; on the board as well, `except Exception` lets that pass."""


class Reset(BaseException):
    """The chip is reset; no code sees that."""


class Dog:
    """The chip's watchdog.

    Shape: a ``patience_us`` of 0 means that it is off.
    """

    def __init__(self) -> None:
        self.patience_us = 0
        self.fed_us = 0


class Cable:
    """The data port as a PC sees it.

    Shape: ``to_device`` and ``queue`` wait on the device's side, ``received`` has reached the PC.
    """

    def __init__(self) -> None:
        self.is_enabled = True
        self.dtr = False
        self.is_reading = True
        self.to_device = bytearray()
        self.queue = bytearray()
        self.received = bytearray()

    def tick(self) -> None:
        """Let a packet pass."""
        if self.dtr and self.is_reading:
            self.received += self.queue[:USB_PACKET]
            del self.queue[:USB_PACKET]


class World:
    """Everything around the device's code.

    Shape: ``contacts`` are the closed ones, with the two ends of the current's path; ``frames``
    were sent to the chain of pixels, with their times of arrival; ``tones`` are the changes of the
    piezo's pitch, 0 for silence; ``order`` has the kinds of all outputs, in order; ``stalls``
    counts the frames for which the chain was not ready; ``tiles`` are those of a bus; ``transfers``
    passed it: a tile's number and the number of bytes; ``spoil`` decides whether one is lost;
    ``outputs`` are the lines that are driven, ``sensors`` the counts of the channels.
    Units: ``now_us`` since power-on, which was ``since_ms`` before; ``ends_ms`` is the end of the
    world, ``glance_us`` the time to read the clock, ``idle_us`` the end of an idle time.
    """

    def __init__(self, since_ms: int = 0) -> None:
        self.now_us = 1000 * since_ms
        self._next_us = self.now_us + 1000
        self.ends_ms = 10000
        self.glance_us = GLANCE_US
        self.idle_us = 0
        self.contacts: set[tuple[str, str]] = set()
        self.claimed: set[str] = set()
        self.scanners: list[Callable[[int], None]] = []
        self.frames: list[tuple[int, bytes]] = []
        self.tones: list[tuple[int, int]] = []
        self.order: list[tuple[int, str]] = []
        self.stalls = 0
        self.cable = Cable()
        self.identification: dict[str, object] = {}
        self.memory: bytearray | None = new_store()
        self.uid = bytearray(range(0xA0, 0xA8))
        self.dog = Dog()
        self.was_reloaded = self.was_reset = self.was_bitten = False
        # The changes of the board's own light.
        self.lamp: list[bool] = []
        self.tiles = [Seesaw(number) for number in range(TILES)]
        self.transfers: list[tuple[int, int]] = []
        self.spoil: Callable[[int], bool] = lambda tile: False
        self.outputs: dict[str, bool] = {}
        self.sensors = [32768] * CHANNELS
        self._selected_us = 0
        self._lit: dict[int, bytes] = {}
        self._lit_ms = 0
        self.safe_mode_reason = ""
        self.rescues: list[bool] = []
        self._plan: list[tuple[int, Callable[[], object]]] = []
        self._chain_ready_us = 0

    @property
    def now_ms(self) -> int:
        """Whole milliseconds since power-on."""
        return self.now_us // 1000

    def at(self, at_ms: int, action: Callable[[], object]) -> None:
        """Call something at a time."""
        self._plan.append((at_ms, action))
        self._plan.sort(key=lambda entry: entry[0])

    def spend(self, cost_us: int) -> None:
        """Let time pass, and make the calls that are due."""
        if self.now_us < self.idle_us:
            self.now_us = self.dog.fed_us = min(self.now_us + IDLE_US, self.idle_us)
            self._next_us = (self.now_us // 1000 + 1) * 1000
            return
        end_us = self.now_us + cost_us
        while self._next_us <= end_us:
            self.now_us = self._next_us
            self._next_us += 1000
            while self._plan and self._plan[0][0] <= self.now_ms:
                self._plan.pop(0)[1]()
            # Looked up once: this loop runs for each millisecond of all tests.
            now_ms, dog = self.now_ms, self.dog
            for scan in self.scanners:
                scan(now_ms)
            if self.cable.queue:
                self.cable.tick()
            if now_ms >= self.ends_ms:
                raise TheEnd
            if 0 < dog.patience_us <= self.now_us - dog.fed_us:
                self.was_bitten, self.was_reloaded = True, False
                raise Bitten
        self.now_us = end_us

    def lie_idle(self, at_ms: int, for_ms: int) -> int:
        """Let nothing happen from a time on; return its end."""

        def begin() -> None:
            self.idle_us = 1000 * (at_ms + for_ms)

        self.at(at_ms, begin)
        return at_ms + for_ms

    def restart(self) -> None:
        """Restart the chip, as after a reset or a restart."""
        self.claimed.clear()
        self.scanners.clear()
        self.end_frame()
        self.dog = Dog()

    def switch_on(self) -> None:
        """Switch the power on again after a cut."""
        self.restart()
        self.was_reloaded = self.was_reset = self.was_bitten = False

    def claim(self, name: str) -> None:
        """Use a pin; CircuitPython allows that once."""
        if name in self.claimed:
            raise ValueError(f"{name} in use")
        self.claimed.add(name)

    def send_pixels(self, data: bytes) -> None:
        """Receive a frame on the wire to the pixels."""
        if self.now_us < self._chain_ready_us:
            self.stalls += 1
            self.spend(self._chain_ready_us - self.now_us)
        self.spend(PIXEL_US * len(data) // 3)
        self.frames.append((self.now_ms, data))
        self.order.append((self.now_ms, "lights"))
        self._chain_ready_us = self.now_us + LATCH_US

    def drive(self, name: str, is_high: bool) -> None:
        """Drive a line."""
        if name == "LED":
            self.lamp.append(is_high)
        self.outputs[name] = is_high
        self._selected_us = self.now_us

    def measure(self, channel: int) -> int:
        """Measure a sensor."""
        assert self.now_us - self._selected_us >= SETTLED_US, "the multiplexer has not settled"
        self.spend(MEASURE_US)
        return self.sensors[channel]

    def show_tile(self, number: int, data: bytes) -> None:
        """Show this on a tile. Changes of all tiles without a pause are one frame."""
        if number in self._lit:
            self.end_frame()
        if not self._lit:
            self.order.append((self.now_ms, "lights"))
        self._lit[number] = data
        self._lit_ms = self.now_ms
        self.tiles[number].lit = data

    def end_frame(self) -> None:
        """Take the present lights of the tiles as a frame, if they are one."""
        if self._lit:
            self.frames.append((self._lit_ms, b"".join(tile.lit for tile in self.tiles)))
            self._lit.clear()

    def sound(self, pitch_hz: int) -> None:
        """Note the piezo's state from now on."""
        if pitch_hz != (self.tones[-1][1] if self.tones else 0):
            self.tones.append((self.now_ms, pitch_hz))
            self.order.append((self.now_ms, "tone"))


def name_of(build: Build, key: int | str) -> str:
    """Return the name of the button that an edge gives as this key."""
    return build.buttons[key] if isinstance(key, int) else key


def wires(build: Build) -> dict[str, tuple[str, str]]:
    """Return the two ends of the current's path for each button.

    A plain statement of how the builds are soldered: from its pin to ground, or through a diode
    from its column to its row.  For a tile it is the pad, by the tile's number and its own.
    """
    ways: list[tuple[str, str]] = []
    for name in build.buttons[:64] if build.tiles else ():
        file, rank = "abcdefgh".index(name[0]), int(name[1])
        tile = ("upper" if rank > 4 else "lower", "left" if file < 4 else "right")
        row, column = (8 - rank) % 4, file % 4
        ways.append((f"tile {CORNERS.index(tile)}", f"pad {4 * row + column}"))
    for group in build.keys:
        if group[0] == "keys":
            ways += [(PINS[line], GROUND) for line in group[1]]
        else:
            ways += [(PINS[column], PINS[row]) for row in group[1] for column in group[2]]
    return dict(zip(build.buttons, ways, strict=True))


class Here:
    """The fakes' world; the fixture makes a new one for each test."""

    world = World()
