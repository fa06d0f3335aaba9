"""A chain of NeoPixels. Decides how a frame reaches it, and when it can take one.

The library prepares the pin.  Its buffer is not used: a frame has the bytes of the chain already,
and to copy them there pixel by pixel would take longer than a step of the device.
"""

import board
import neopixel
from neopixel_write import neopixel_write

from ..boards import pins
from ..ticks import elapsed, later
from . import ALARM, COMING_UP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..builds import Build

# After a frame the chain needs two ms to latch, during which the library would block.  Ticks are
# whole ms, so three of them are at least two ms.
LATCH_MS = 3


class Chain:
    """The pixels of a build; a frame has three bytes a pixel: green, red, blue."""

    def __init__(self, build: "Build", clock: "Callable[[], int]"):
        self._count = len(build.order)
        pin = pins(board, (build.pixel_line,))[0]
        self._pin = neopixel.NeoPixel(pin, self._count, auto_write=False).pin
        # Made now: there may be no memory later.
        self._alarm = ALARM * self._count
        self._clock = clock
        self._waiting: bytearray | None = None
        self._since_ms = later(clock(), -LATCH_MS)

    def submit(self, frame: bytearray) -> None:
        """Take a frame to show; a frame that still waits is dropped."""
        self._waiting = frame

    def show(self) -> bool:
        """Show the waiting frame if the chain is ready; return whether one was shown."""
        frame = self._waiting
        if frame is None or elapsed(self._clock(), self._since_ms) < LATCH_MS:
            return False
        self._send(frame)
        return True

    def finish(self) -> None:
        """Wait until the chain is ready, and show the waiting frame."""
        while self._waiting is not None:
            self.show()

    def coming_up(self) -> None:
        """Show that the device is starting."""
        self._send(COMING_UP * self._count)

    def alarm(self) -> None:
        """Show that the device has failed; nothing is allocated."""
        self._send(self._alarm)

    def _send(self, data: bytes | bytearray) -> None:
        self._waiting = None
        neopixel_write(self._pin, data)
        self._since_ms = self._clock()
