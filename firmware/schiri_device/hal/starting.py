"""The starting signal, and the light that walks over the grid during the start.

Decides how a start in many short steps is shown, and that the watchdog is fed at each step.
"""

import os

from .. import builds
from ..ticks import elapsed
from . import COMING_UP, chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .buttons import Buttons
    from .chain import Chain
    from .hall import Hall
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
        names = " ".join(builds.NAMES)
        chip.complain(f"settings.toml says SCHIRI_BUILD = {chosen!r}, not one of {names}")
    pixels = pixels_of(build)
    pixels.coming_up()
    return build, pixels


def pixels_of(build: builds.Build) -> "Chain | Tiles":
    """Return the pixels of a build."""
    if build.tiles:
        from .tiles import Tiles

        return Tiles(build, chip.ticks_ms)
    from .chain import Chain

    return Chain(build, chip.ticks_ms)


def buttons_of(build: builds.Build, pixels: "Chain | Tiles") -> "Buttons | Tiles":
    """Return the buttons of a build, which begin to be scanned."""
    if hasattr(pixels, "scan"):
        # Tiles have both.
        return pixels.scan()
    from .buttons import Buttons

    return Buttons(build, chip.ticks_ms)


def sensors_of(build: builds.Build) -> "Hall | None":
    """Return the sensors under the fields, None for a build without them."""
    if not build.sensors:
        return None
    from .hall import Hall

    return Hall(build)


class StartingLight:
    """One bright pixel that moves on."""

    def __init__(self, build: builds.Build, pixels: "Chain | Tiles", clock: "Callable[[], int]"):
        self._pixels = pixels
        self._clock = clock
        self._frame = bytearray(COMING_UP * len(build.order))
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
