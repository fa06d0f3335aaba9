"""The device's program: joins the hardware with how the device behaves.

Decides the order of one turn of the loop: buttons and bytes in; lights out first, then tones,
then bytes.  Must not know rules, meanings or messages.
"""

import gc
import os

import supervisor
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
from schiri_device.hal.console import complain
from schiri_device.hal.pixels import Pixels
from schiri_device.hal.port import Port


def run(build) -> None:
    """Be the device.  Nothing is printed here: a console that nobody reads would stop us."""
    clock = chip.ticks_ms
    pixels, buttons, beeper, port = Pixels(build, clock), Buttons(build), Beeper(build), Port()
    companion = Companion(build, chip.store(), chip.entropy, (chip.identity(), VERSION), clock())
    while True:
        edges, now_ms = buttons.take(), clock()
        output = companion.step(now_ms, edges, port.read(), port.room())
        if output.is_fresh:
            pixels.take(output.frame)
        pixels.show()
        if output.tones:
            beeper.play(now_ms, output.tones)
        beeper.advance(now_ms)
        port.write(output.sent)
        if edges:
            # Everything has been said: a heap that is tidied often stays in one piece.
            gc.collect()


if build is None:
    complain(f"settings.toml says {SETTING} = {chosen!r}, not one of", *builds.NAMES)
# A PC that merely looks at the drive may write to it, which must not end a game.
supervisor.runtime.autoreload = False
run(build)
