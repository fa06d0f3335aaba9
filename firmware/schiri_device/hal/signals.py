"""What the players see and hear: the chain of pixels and the piezo.

Decides how a frame reaches the NeoPixels, when they can take it, and how a row of tones is played
while the loop goes on.  Must not know brightness, current or what anything means: the bytes of a
frame are sent as they are, except for two signals that are shown while nothing else can paint.
"""

import neopixel
import pwmio
from neopixel_write import neopixel_write

from ..ticks import elapsed, later
from .chip import pins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .protocols import Build, Clock

# After a frame the chain needs two ms to latch; the firmware would stand still for them.  The
# ticks are cut to whole ms, so three of them are two at least.
LATCH_MS = 3
# Signals on all pixels at once, as green, red, blue; so dim that every budget has room for them.
# The device is coming up: dark cyan; it has failed: orange.
COMING_UP = b"\x08\x00\x04"
ALARM = b"\x06\x0d\x00"
HALF_DUTY = 1 << 15


class Pixels:
    """The pixels of a build.

    Shape: ``clock`` returns the ticks; a frame has three bytes a pixel in the order of the chain:
    red, green, blue.
    """

    def __init__(self, build: "Build", clock: "Clock"):
        self._count = len(build.order)
        self._pixels = neopixel.NeoPixel(
            pins((build.pixel_pin,))[0],
            self._count,
            brightness=1.0,
            auto_write=False,
            pixel_order=neopixel.GRB,
        )
        # Made now, for there may be no memory when it is needed.
        self._alarm = ALARM * self._count
        self._clock = clock
        self._waiting: bytearray | None = None
        self._ready_ms = clock()

    def submit(self, frame: bytearray) -> None:
        """Take a frame to be shown; whatever waited before it is not shown any more."""
        self._waiting = frame

    def show(self) -> bool:
        """Show the frame that waits, if the chain is ready; tell whether one was shown."""
        frame = self._waiting
        if frame is None or elapsed(self._clock(), self._ready_ms) < 0:
            return False
        self._waiting = None
        pixels = self._pixels
        at = 0
        for pixel in range(self._count):
            # One small int a pixel: a tuple would be allocated.
            pixels[pixel] = frame[at] << 16 | frame[at + 1] << 8 | frame[at + 2]
            at += 3
        pixels.show()
        self._ready_ms = later(self._clock(), LATCH_MS)
        return True

    def finish(self) -> None:
        """Show the frame that waits, as soon as the chain is ready."""
        while self._waiting is not None:
            self.show()

    def coming_up(self) -> None:
        """Show that the device is coming up."""
        self._fill(COMING_UP * self._count)

    def alarm(self) -> None:
        """Show that the device has failed; nothing is allocated."""
        self._fill(self._alarm)

    def _fill(self, data: bytes) -> None:
        self._waiting = None
        neopixel_write(self._pixels.pin, data)
        self._ready_ms = later(self._clock(), LATCH_MS)


class Beeper:
    """A passive piezo on a pin."""

    def __init__(self, build: "Build"):
        self._pwm = pwmio.PWMOut(pins((build.tone_pin,))[0], variable_frequency=True)
        self._tones: tuple[tuple[int, int], ...] = ()
        self._next = 0
        self._until_ms = 0
        self._is_playing = False

    def play(self, now_ms: int, tones: tuple[tuple[int, int], ...]) -> None:
        """Begin to play these instead of whatever is being played.

        Shape: pairs of Hz and ms; 0 Hz is silence.
        """
        self._tones = tones
        self._next = 0
        self._until_ms = now_ms
        self._is_playing = True
        self.advance(now_ms)

    def advance(self, now_ms: int) -> None:
        """Go on to the next tone when it is time."""
        if not self._is_playing or elapsed(now_ms, self._until_ms) < 0:
            return
        if self._next == len(self._tones):
            self._is_playing = False
            self._pwm.duty_cycle = 0
            return
        pitch_hz, length_ms = self._tones[self._next]
        self._next += 1
        self._until_ms = later(now_ms, length_ms)
        if pitch_hz:
            self._pwm.frequency = pitch_hz
        self._pwm.duty_cycle = HALF_DUTY if pitch_hz else 0
