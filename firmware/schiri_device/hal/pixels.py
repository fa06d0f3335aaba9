"""The chain of pixels.

Decides how a frame reaches the NeoPixels and when they can take it.  Must not know brightness or
current: the bytes of a frame are sent as they are.
"""

import neopixel

from ..ticks import elapsed, later
from .pins import pin

# After a frame the chain needs two ms to latch; the firmware would stand still for them.  The
# ticks are cut to whole ms, so three of them are two at least.
LATCH_MS = 3
# Where there is nobody who keeps to a budget: orange, and so dim that every budget has room for it.
ALARM = 0x0D0600


class Pixels:
    """The pixels of a build.

    Shape: ``clock`` returns the ticks; a frame has three bytes a pixel in the order of the chain:
    red, green, blue.
    """

    def __init__(self, build, clock):
        self._count = len(build.order)
        self._pixels = neopixel.NeoPixel(
            pin(build.pixel_pin),
            self._count,
            brightness=1.0,
            auto_write=False,
            pixel_order=neopixel.GRB,
        )
        self._clock = clock
        self._waiting: bytearray | None = None
        self._ready_ms = clock()

    def take(self, frame) -> None:
        """Take a frame to be shown; whatever waited before it is not shown any more."""
        self._waiting = frame

    def show(self) -> None:
        """Show the frame that waits, if there is one and the chain is ready."""
        frame = self._waiting
        if frame is None or elapsed(self._clock(), self._ready_ms) < 0:
            return
        self._waiting = None
        pixels = self._pixels
        at = 0
        for pixel in range(self._count):
            # One small int a pixel: a tuple would be allocated.
            pixels[pixel] = frame[at] << 16 | frame[at + 1] << 8 | frame[at + 2]
            at += 3
        pixels.show()
        self._ready_ms = later(self._clock(), LATCH_MS)

    def alarm(self) -> None:
        """Show on all pixels at once that the device has failed."""
        self._waiting = None
        self._pixels.fill(ALARM)
        self._pixels.show()
