"""The first light, and the one that walks over the grid while the device starts.

Decides how a start in many short steps is seen, and that the watchdog waits for each of them alone.
It lies in memory only until the loop begins.
"""

import os

from .. import builds
from ..ticks import elapsed
from . import chip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .chain import Chain
    from .tiles import Tiles

# As red, green, blue; all other pixels stay as they are while the device comes up.
COMING_UP = b"\x00\x08\x04"
GREEN, DARK, LIT = 1, 8, 64
# To show a frame takes a few ms.
FRAME_MS = 50


def first_light() -> "tuple[builds.Build, Chain | Tiles]":
    """Show that the device is coming up; return the build that the settings name, and its pixels.

    Rule: where they name none, that is said until they do.
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
    """One pixel that is brighter than the others, and goes on."""

    def __init__(self, build: builds.Build, pixels: "Chain | Tiles", clock: "Callable[[], int]"):
        self._pixels = pixels
        self._clock = clock
        self._frame = bytearray(COMING_UP * len(build.order))
        self._at = GREEN
        self._since_ms = clock()

    def load(self, names: str) -> None:
        """Load modules of the device, each in a step, with those that it needs.

        Shape: ``names`` are one string, for each short one would stay in memory.
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
            frame[self._at] = DARK
            self._at = (self._at + 3) % len(frame)
            frame[self._at] = LIT
            self._pixels.submit(frame)
            self._pixels.show()
