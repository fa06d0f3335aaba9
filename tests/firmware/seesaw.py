"""A tile of pads as its chip behaves on the bus: a plain model of the "seesaw" of a NeoTrellis.

Decides the effect of commands and the answers, by the chip's own program (adafruit/seesaw, boards/
RGBTrellis): sources I2CSlave, Delegate, AOKeypad and Neopixel.  Must not know the library.
"""

from collections import deque

STATUS, PIXELS, KEYS = 0x00, 0x0E, 0x10
HARDWARE_ID, VERSION, RESET = 0x01, 0x02, 0x7F
PIXEL_PIN, PIXEL_LENGTH, PIXEL_BYTES, PIXEL_SHOW = 0x01, 0x03, 0x04, 0x05
KEY_EVENT, KEY_COUNT, KEY_FIFO = 0x01, 0x04, 0x10
INTERRUPT_SET, INTERRUPT_CLEAR = 0x02, 0x03
FALLING, RISING = 2, 3
NOTHING = 0xFF
MOST_PIXEL_BYTES = 64
# The source does not give the size of the keys' queue. The model assumes this many events.
MOST_EVENTS = 64
# Time to prepare an answer, in which the chip takes nothing: Adafruit's library for Arduino waits
# 500 us.  The source does not give the scan interval of the keys either.
BUSY_US = 400
SCAN_MS = 10
PIXEL_US = 30


class Seesaw:
    """The chip of one tile.

    Shape: ``lit`` are the colours of its sixteen pixels: green, red, blue; ``commands`` are all
    commands since power-on.
    """

    def __init__(self, number: int, hardware_id: int = 0x55) -> None:
        self.number, self._name = number, f"tile {number}"
        self.hardware_id = hardware_id
        self.is_plugged = True
        self.power_on()

    def power_on(self) -> None:
        """Reset it to the state after plugging in."""
        self.commands: list[bytes] = []
        self.lit = bytes(48)
        self.busy_until_us = 0
        self._pixels = bytearray(MOST_PIXEL_BYTES)
        self._pin = self._length = 0
        self._edges: dict[int, int] = {}
        self._down: set[int] = set()
        self.events: deque[int] = deque()
        self._answers: deque[int] = deque()

    def pull(self) -> None:
        """Unplug it from the bus, which also cuts its power."""
        self.is_plugged = False
        self.lit = bytes(48)

    def plug(self) -> None:
        """Plug it in again."""
        self.is_plugged = True
        self.power_on()

    def scan(self, contacts: set[tuple[str, str]]) -> None:
        """Scan all keys, and queue the requested events."""
        down = {int(pad[4:]) for tile, pad in contacts if tile == self._name}
        for pad in sorted(down ^ self._down):
            number = pad // 4 * 8 + pad % 4
            edge = RISING if pad in down else FALLING
            if self._edges.get(number, 0) & 1 << edge and len(self.events) < MOST_EVENTS:
                self.events.append(number << 2 | edge)
        self._down = down

    def receive(self, data: bytes, now_us: int) -> bytes:
        """Receive a command; return the new colours of the pixels, if they may have changed."""
        self.commands.append(data)
        module, register, rest = data[0], data[1], data[2:]
        if not rest:
            self.busy_until_us = now_us + BUSY_US
            self._answers = deque()
        if (module, register) == (STATUS, RESET):
            self.power_on()
        elif module == STATUS and not rest:
            # The chip of a NeoTrellis has no product number in the upper half of its version.
            known = {HARDWARE_ID: bytes([self.hardware_id]), VERSION: b"\x00\x00\x20\x21"}
            self._answers = deque(known.get(register, b""))
        elif module == KEYS:
            self._take_keys(register, rest)
        elif module == PIXELS:
            return self._take_pixels(register, rest)
        return b""

    def answer(self, count: int) -> bytes:
        """Return the answer to a read; without data the bus stays high."""
        given = [self._answers.popleft() if self._answers else NOTHING for _ in range(count)]
        return bytes(given)

    def _take_keys(self, register: int, rest: bytes) -> None:
        if register == KEY_EVENT:
            number, wanted = rest
            before = self._edges.get(number, 0)
            self._edges[number] = before | wanted >> 1 if wanted & 1 else before & wanted >> 1
        elif register == KEY_COUNT:
            self._answers = deque([len(self.events)])
        elif register == KEY_FIFO:
            self._answers = self.events
        else:
            assert register in (INTERRUPT_SET, INTERRUPT_CLEAR), hex(register)

    def _take_pixels(self, register: int, rest: bytes) -> bytes:
        if register == PIXEL_PIN:
            self._pin = rest[0]
        elif register == PIXEL_LENGTH:
            self._length = int.from_bytes(rest, "big")
            assert self._length <= MOST_PIXEL_BYTES, "the chip stands still"
        elif register == PIXEL_BYTES:
            at = int.from_bytes(rest[:2], "big")
            for place, value in enumerate(rest[2:], at):
                if place < MOST_PIXEL_BYTES:
                    self._pixels[place] = value
        else:
            assert register == PIXEL_SHOW, hex(register)
            if self._pin == 3:
                shown = bytes(self._pixels[: self._length])
                return shown + self.lit[len(shown) :]
        return b""
