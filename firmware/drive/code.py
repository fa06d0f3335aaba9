"""The device's program: joins the hardware with how the device behaves.

Decides the order of one turn of the loop: buttons and bytes in; lights out first, then tones,
then bytes.  Must not know rules, meanings or messages.
"""

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
from schiri_device.hal.pixels import Pixels
from schiri_device.hal.port import Port
from schiri_device.ticks import elapsed

REPEAT_MS = 2000


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


def complain(name) -> None:
    """Say on the console, again and again, that there is no such build."""
    while True:
        print(f"Schiri: settings.toml says {SETTING} = {name!r}, not one of", *builds.NAMES)
        since_ms = chip.ticks_ms()
        while elapsed(chip.ticks_ms(), since_ms) < REPEAT_MS:
            pass


if build is None:
    complain(chosen)
# A PC that merely looks at the drive may write to it, which must not end a game.
supervisor.runtime.autoreload = False
run(build)
