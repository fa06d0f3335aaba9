"""The starting signal, and the light that walks over the grid during the start.

Decides how a start in many short steps is shown, and that the watchdog is fed at each step.
"""

import os

from .. import builds
from ..ticks import elapsed
from . import ALARM, COMING_UP, chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .chain import Chain
    from .tiles import Tiles

# The green of one pixel; all others keep the signal of starting.
DIM, BRIGHT = 8, 64
# Showing a frame takes a few ms.
FRAME_MS = 50


def first_light() -> "tuple[builds.Build, Chain | Tiles]":
    """Show that the device is starting; return the build of the settings, and its pixels.

    Rule: without a valid build, repeat that on the console.
    """
    chosen = os.getenv("SCHIRI_BUILD", "")
    build = builds.load(chosen)
    if build is None:
        chip.unwatch()
        names = " ".join(builds.NAMES)
        chip.complain(f"settings.toml says SCHIRI_BUILD = {chosen!r}, not one of {names}")
    pixels = lights(build, chip.ticks_ms)
    pixels.coming_up()
    return build, pixels


def lights(build: builds.Build, clock: "Callable[[], int]") -> "Chain | Tiles":
    """Return the pixels of a build; ``clock`` returns the ticks."""
    if build.tiles:
        from .tiles import Tiles

        return Tiles(build, clock)
    from .chain import Chain

    return Chain(build, clock)


class StartingLight:
    """One bright pixel that moves on, over an alarm if the program has ``stopped`` before.

    Shape: ``stopped`` says why, "" if it has not.
    """

    def __init__(
        self,
        build: builds.Build,
        pixels: "Chain | Tiles",
        clock: "Callable[[], int]",
        stopped: str = "",
    ):
        self._pixels = pixels
        self._clock = clock
        self._frame = bytearray((ALARM if stopped else COMING_UP) * len(build.order))
        if stopped:
            # It may hang again while it loads.
            pixels.alarm()
        self._at = 0
        self._since_ms = clock()

    def load(self, names: str) -> None:
        """Load modules of the device, a step each, with those that they need.

        Shape: ``names`` are one string, because separate ones would stay in memory.
        """
        for name in names.split(" "):
            __import__(__name__.split(".")[0] + "." + name)
            self.advance()

    def advance(self) -> None:
        """Feed the watchdog, and move the light when it is time."""
        chip.feed()
        now_ms = self._clock()
        if elapsed(now_ms, self._since_ms) >= FRAME_MS:
            self._since_ms = now_ms
            frame = self._frame
            frame[self._at] = DIM
            self._at = (self._at + 3) % len(frame)
            frame[self._at] = BRIGHT
            self._pixels.submit(frame)
            self._pixels.show()
