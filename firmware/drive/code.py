"""The device's program: joins the hardware with how the device behaves.

Decides the order of its start (a first light, for loading takes a while) and of a turn of the loop
(buttons and bytes in; lights first, then tones, then bytes), and that an error which nobody
expected is shown.  Must not know rules or messages.
"""

import gc
import os

from schiri_device import VERSION, builds
from schiri_device.hal import chip
from schiri_device.hal.console import Guard, complain
from schiri_device.hal.signals import Beeper, lights


def run(build, pixels, guard) -> None:
    """Run the device.  Only failures are printed: a console that nobody reads would stop us."""
    from schiri_device.hal.buttons import SCAN_MS, Buttons

    clock, store = chip.ticks_ms, chip.store()
    buttons = Buttons(build, clock) if not build.tiles else pixels.scan()
    asks_rescue = "black" in buttons.held and chip.was_reset()
    from schiri_device.app.device import Device
    from schiri_device.hal.port import Port

    beeper, port, identity = Beeper(build), Port(), (chip.identity(), VERSION)
    device = Device(build, store, chip.entropy, identity, clock(), asks_rescue)
    guard.holder = device.journal
    buttons.read()  # Nobody means what was pressed before anything could be seen.
    chip.watch()
    meter = None
    while True:
        chip.feed()
        try:
            edges, now_ms = buttons.read(), clock()
            output = (meter or device).step(now_ms, edges, port.read(), port.room())
            if output.is_fresh:
                pixels.submit(output.frame)
            (meter or pixels).show()
            if output.tones:
                beeper.play(now_ms, output.tones)
            beeper.advance(now_ms)
            port.write(output.sent)
            guard.tell(output)
            if edges:  # Everything has been said: a heap that is tidied often stays in one piece.
                chip.settle()
                gc.collect()
            if output.measure:
                from schiri_device.app.meter import attend

                known = (("scan", SCAN_MS, "ms"),)
                meter = attend(meter, device, pixels, clock, known)
            if output.is_restart:
                pixels.finish()
                chip.restart()
        except Exception as error:
            guard.survive(device, clock(), error)


chosen = os.getenv("SCHIRI_BUILD", "")
build = builds.load(chosen)
if build is None:
    complain(f"settings.toml says SCHIRI_BUILD = {chosen!r}, not one of {' '.join(builds.NAMES)}")
pixels = lights(build, chip.ticks_ms)
pixels.coming_up()
guard = Guard(pixels)
try:
    run(build, pixels, guard)
except Exception as error:
    guard.give_up(error)
finally:
    chip.unwatch()
