"""A board that plays a tape to the program of a drive: presses and received bytes, turn by turn.

Decides which modules of the board the program sees.  The device's output is printed, a line for
each turn with output; the caller checks it.  Runs on MicroPython, with the files of a drive at the
root.  `tests.deployed.tape` defines tapes.
"""

import gc
import sys
from binascii import crc32, hexlify, unhexlify

import stubs

# After this many reads of the clock in one turn the time advances, so that a waiting loop ends.
PATIENCE = 200
# A program with this many reads in one turn hangs.
STANDS_STILL = 20_000
FIRST_TILE = 0x2E
DOWN, UP, NO_EVENT = 3, 2, 0xFF
FOREIGN = ("schiri_", "neopixel", "adafruit_")


class TheEnd(BaseException):
    """The tape has reached a cut, or its end."""


class Reload(BaseException):
    """The program restarts."""


class Board:
    """The board, and the position of the tape."""

    def __init__(self, path: str):
        self._file = open(path)  # noqa: SIM115
        # The turn from which each part is broken.
        self.faults: dict = {}
        self.words = self._read()
        while self.words and self.words[0] == "F":
            self.faults[self.words[1]] = int(self.words[2])
            self.words = self._read()
        # The first turn begins after the device is made, each other one after a step.
        self.turn = 0
        self.is_stepped = False
        self.now = 0
        self.asked = 0
        self.room = 0
        self.received = b""
        self.edges: list = []
        self.late = 0
        self.make_edge = None
        self.scanners: list = []
        # Held buttons stay held over a start.
        self.held: set = set()
        self.tiles: list = []
        self.is_rescue = False
        self.build = None
        # The output of the pixels and the port.
        self.shown = self.frame = b""
        self.sent = self.written = 0
        self._idle = self._pace = 0

    def _read(self) -> list:
        return self._file.readline().split()

    def start(self) -> str:
        """Begin as on the tape; return the name of the build."""
        _, name, now, rescue, patch = self.words
        self.words = self._read()
        if patch != "-":
            stubs.nvm[:] = unhexlify(patch)
        print("start", name, crc32(stubs.nvm[:]))
        self.now, self.asked, self.is_rescue = int(now), 0, rescue == "1"
        self.scanners, self.tiles, self.edges, self.late = [], [], [], 0
        return name

    def next_turn(self) -> None:
        """Begin the next turn if this one is over; raises TheEnd without one."""
        if not self.is_stepped:
            return
        self.asked, self.is_stepped = 0, False
        if self._idle:
            self._idle -= 1
            self.now = (self.now + self._pace) % (1 << 29)
            self.edges, self.received = [], b""
        elif not self.words or self.words[0] == "S":
            raise TheEnd
        else:
            words, self.words = self.words, self._read()
            self.now, self.room = int(words[1]), int(words[2])
            self._idle, self._pace = int(words[5]), int(words[6])
            self.received = b"" if words[4] == "-" else unhexlify(words[4])
            self.edges = [] if words[3] == "-" else [_edge(each) for each in words[3].split(",")]
            for button, is_down, at in self.edges:
                self._press(button, is_down, at)
        self.turn += 1

    def fails(self, what: str) -> bool:
        """Return whether this part is broken now."""
        return what in self.faults and self.turn >= self.faults[what]

    def fails_once(self, what: str) -> bool:
        """Return whether this part is broken now; if so, it works afterwards."""
        is_broken = self.fails(what)
        if is_broken:
            del self.faults[what]
        return is_broken

    def draw(self, count: int) -> bytes:
        """Return the random bytes on the tape."""
        words, self.words = self.words, self._read()
        assert words and words[0] == "E", "no chance is asked for here: " + str(words)
        return unhexlify(words[1])

    def ticks(self) -> int:
        self.asked += 1
        if self.asked % PATIENCE == 0:
            self.now += 1
            if self.asked > STANDS_STILL:
                self.words = []
                raise TheEnd
        return self.now

    def take(self, edges):
        """Return the edges of this turn: a tile reports its edges later than the tape has them."""
        if self.build.tiles or self.late < 0:
            if self.edges:
                self.late = max(self.late, 0) + len(self.edges) - len(edges)
                return [self.make_edge(*each) for each in self.edges]
            if self.late and edges:
                self.late -= len(edges)
                return ()
        elif self.edges and len(edges) != len(self.edges):
            print(self.turn, "edges", len(edges), "for", self.edges)
        return edges

    def _press(self, button, is_down: bool, at: int) -> None:
        """Change the contact of a button."""
        build = self.build
        names = list(build.buttons)
        if isinstance(button, str) and button not in names:
            # Some sessions press buttons that a build does not have.
            self.late = -1
            return
        number = names.index(button) if isinstance(button, str) else button
        if build.tiles:
            if number < len(build.order):
                place = build.order[number]
                tile, pad = place // 16, place % 16
                self.tiles[tile].append((pad // 4 * 8 + pad % 4) << 2 | (DOWN if is_down else UP))
                return
            number -= len(build.order)
        for scanner in self.scanners:
            if number < scanner.key_count:
                scanner.events.waiting.append((number, is_down, at))
                held = self.scanners.index(scanner), number
                if is_down:
                    self.held.add(held)
                else:
                    self.held.discard(held)
                return
            number -= scanner.key_count


def _edge(text: str):
    button, is_down, at = text.split(":")
    return int(button) if button.isdigit() else button, is_down == "1", int(at)


BOARD = Board(sys.argv[1] if len(sys.argv) > 1 else "/tape")


class Memory:
    """Non-volatile memory that fails once."""

    def __init__(self):
        self._bytes = bytearray(b"\xff" * 4096)

    def __len__(self):
        return 4096

    def __getitem__(self, place):
        return self._bytes[place]

    def __setitem__(self, place, data) -> None:
        if BOARD.fails_once("memory"):
            raise RuntimeError("no memory any more")
        self._bytes[place] = data


class Queue:
    """The edges of a scanner."""

    def __init__(self):
        self.waiting = []

    @property
    def overflowed(self) -> bool:
        return BOARD.fails_once("keys")

    def get_into(self, event) -> bool:
        if not self.waiting:
            return False
        event.key_number, event.pressed, event.timestamp = self.waiting.pop(0)
        return True

    def clear(self) -> None:
        self.waiting = []


class Keys:
    """A scanner: keys with a pin each, or where rows and columns cross."""

    def __init__(self, pins, columns=(0,), **more):
        self.key_count = len(pins) * len(columns)
        self.events = Queue()
        BOARD.scanners.append(self)

    def reset(self) -> None:
        """Report held buttons again; for a rescue this is black, the last button of all."""
        for scanner, number in BOARD.held:
            if scanner == BOARD.scanners.index(self):
                self.events.waiting.append((number, True, BOARD.now))
        if BOARD.is_rescue:
            self.events.waiting.append((self.key_count - 1, True, BOARD.now))


class Wire:
    """A tile on the bus."""

    def __init__(self, bus, address: int, probe: bool = True):
        self._events = []
        BOARD.tiles.append(self._events)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def write(self, data) -> None:
        if BOARD.fails("tile"):
            raise OSError("no answer")
        BOARD.shown = data

    def readinto(self, buffer) -> None:
        for at in range(len(buffer)):
            buffer[at] = self._events.pop(0) if self._events else NO_EVENT


class Serial:
    """The data port."""

    out_waiting = 0

    @property
    def in_waiting(self) -> int:
        if BOARD.fails("port"):
            raise OSError("no port")
        return len(BOARD.received)

    @property
    def connected(self) -> bool:
        return BOARD.room > 0

    def read(self, count: int) -> bytes:
        return BOARD.received

    def write(self, data) -> int:
        BOARD.written = crc32(data, BOARD.written)
        return len(data)


class Dog:
    """The watchdog, which the program feeds once a turn, and in each step of its start."""

    mode = None
    timeout = 0

    def feed(self) -> None:
        BOARD.next_turn()


class ResetReason:
    WATCHDOG, SOFTWARE = 1, 2


class Cpu:
    @property
    def reset_reason(self) -> int:
        return ResetReason.WATCHDOG if BOARD.fails("start") else 0

    @property
    def uid(self) -> bytes:
        """Return the chip's own number, with which a device is made."""
        return b"\x01\x02"


def neopixel_write(pin, data) -> None:
    BOARD.shown = bytes(data)


def reload() -> None:
    raise Reload


def format_exception(error) -> list:
    """Return the traceback of an error, as the board does."""
    import io

    text = io.StringIO()
    sys.print_exception(error, text)
    return [text.getvalue()]


def getenv(name: str, otherwise: str = "") -> str:
    return BOARD.name


def install() -> None:
    """Turn the stubs into this board."""
    stubs.nvm = Memory() if "memory" in BOARD.faults else bytearray(b"\xff" * 4096)
    stubs.data, stubs.watchdog, stubs.cpu = Serial(), Dog(), Cpu()
    stubs.Keys = stubs.KeyMatrix = Keys
    stubs.I2CDevice = Wire
    stubs.ticks_ms, stubs.urandom, stubs.reload = BOARD.ticks, BOARD.draw, reload
    stubs.neopixel_write, stubs.getenv = neopixel_write, getenv
    stubs.format_exception = format_exception
    stubs.ResetReason = ResetReason


def watch_steps() -> None:
    """Watch each step of the device, with exactly the input on the tape."""
    from schiri_device.app.device import Device

    begin, step = Device.__init__, Device.step

    def begun(device, *parts):
        begin(device, *parts)
        BOARD.is_stepped = True

    def watched(device, now_ms, edges, received, room, scan=None):
        output = step(device, now_ms, BOARD.take(edges), received, room, scan)
        BOARD.is_stepped = True
        see(output)
        return output

    Device.__init__, Device.step = begun, watched


def see(output) -> None:
    """Print the output of a step."""
    words = []
    if output.is_fresh:
        BOARD.frame = bytes(output.frame)
        words.append("frame " + str(crc32(output.frame)))
    if output.tones:
        words.append("tones " + " ".join([str(hz) + "/" + str(ms) for hz, ms in output.tones]))
    if output.sent:
        BOARD.sent = crc32(output.sent, BOARD.sent)
        words.append("sent " + hexlify(output.sent).decode())
    if output.is_restart:
        words.append("restart")
    if output.measure:
        words.append("measure " + output.measure)
    if words:
        print(BOARD.turn, " ".join(words))


def run() -> None:
    """Play the whole tape."""
    install()
    while BOARD.words:
        for name in list(sys.modules):
            if name.startswith(FOREIGN):
                del sys.modules[name]
        gc.collect()
        stubs.install()
        BOARD.is_stepped = False
        if BOARD.words[0] == "S":
            BOARD.name = BOARD.start()
        else:
            print("start again")
        from schiri_device.builds import load
        from schiri_device.ticks import Edge

        BOARD.build, BOARD.make_edge = load(BOARD.name), Edge
        watch_steps()
        try:  # noqa: SIM105
            exec(PROGRAM, {"__name__": "__main__"})
        except (TheEnd, Reload):
            pass
    print("store", crc32(stubs.nvm[:]))
    print("port", "whole" if BOARD.sent == BOARD.written else "not whole")


with open("/code.py") as file:
    PROGRAM = file.read()
