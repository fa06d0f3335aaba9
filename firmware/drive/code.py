"""The device's program: joins the hardware with how the device behaves.

Decides the order of a turn of the loop (buttons and bytes in; lights first, then tones, then
bytes), and that an error which nobody expected is shown.  Must not know rules or messages.
"""

import gc
import os

from schiri_device import builds
from schiri_device.loading import load_device

SETTING = "SCHIRI_BUILD"
chosen = os.getenv(SETTING, "")
build = builds.load(chosen)
load_device(build.size if build else 0)  # first of all, while the heap is in one piece

from schiri_device import VERSION
from schiri_device.companion import Companion
from schiri_device.hal import chip
from schiri_device.hal.beeper import Beeper
from schiri_device.hal.buttons import Buttons
from schiri_device.hal.console import Guard, complain
from schiri_device.hal.pixels import Pixels
from schiri_device.hal.port import Port


def run(build, pixels, guard) -> None:
    """Be the device.  Only failures are printed: a console that nobody reads would stop us."""
    clock, buttons, beeper, port = chip.ticks_ms, Buttons(build), Beeper(build), Port()
    companion = Companion(build, chip.store(), chip.entropy, (chip.identity(), VERSION), clock())
    feed = chip.watch()
    while True:
        feed()
        try:
            edges, now_ms = buttons.take(), clock()
            output = companion.step(now_ms, edges, port.read(), port.room())
            if output.is_fresh:
                pixels.take(output.frame)
            pixels.show()
            if output.tones:
                beeper.play(now_ms, output.tones)
            beeper.advance(now_ms)
            port.write(output.sent)
            guard.tell(output)
            if edges:  # Everything has been said: a heap that is tidied often stays in one piece.
                gc.collect()
        except Exception as error:
            guard.survive(companion, clock(), error)


if build is None:
    complain(f"settings.toml says {SETTING} = {chosen!r}, not one of", *builds.NAMES)
pixels, guard = Pixels(build, chip.ticks_ms), Guard()
try:
    run(build, pixels, guard)
except Exception as error:
    guard.give_up(pixels, error)
finally:
    chip.unwatch()
