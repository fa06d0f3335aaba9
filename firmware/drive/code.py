"""The device's program: joins the hardware with the behaviour of the device.

Decides the order of its start (the watchdog, then a moving light, because loading takes a while)
and of a turn of the loop (buttons and bytes in; lights first, then tones, then bytes), and that an
unexpected error is shown.  Must not know rules or messages.
"""

import gc

from schiri_device.hal import chip


def run(build, pixels, guard) -> None:
    """Run the device. Print only failures: a console without a reader would block."""
    from schiri_device import VERSION
    from schiri_device.hal.buttons import SCAN_MS
    from schiri_device.hal.buzzer import Buzzer
    from schiri_device.hal.starting import StartingLight, buttons_of, sensors_of

    clock, store = chip.ticks_ms, chip.store()
    guard.buttons = buttons = buttons_of(build, pixels)
    asks_rescue = "black" in buttons.held and chip.was_reset()
    light = StartingLight(build, pixels, clock)
    light.load("app.screen journal link.lines app.match app.context pc.messages pc.host_link")
    from schiri_device.app.device import Device
    from schiri_device.hal.port import Port

    light.advance()
    sensors = sensors_of(build)
    buzzer, port, identity = Buzzer(build), Port(), (chip.identity(), VERSION)
    device = Device(build, store, chip.entropy, identity, clock(), asks_rescue, light.advance)
    del light
    guard.follow(device.journal)
    buttons.read()  # Drop presses from before the first frame.
    meter = None
    while True:
        chip.feed()
        try:
            scan = sensors.scan() if sensors else None
            edges, now_ms = buttons.read(), clock()
            output = (meter or device).step(now_ms, edges, port.read(), port.room(), scan)
            if output.is_fresh:
                pixels.submit(output.frame)
            (meter or pixels).show()
            if output.tones:
                buzzer.play(now_ms, output.tones)
            buzzer.advance(now_ms)
            port.write(output.sent)
            guard.report(output)
            if edges:  # All output is sent.  Frequent collections keep the heap in one piece.
                gc.collect()
            if output.measure:
                from schiri_device.app.meter import attend

                sensed = (("sense", sensors.scan_ms(clock), "ms"),) if sensors else ()
                known = (("scan", SCAN_MS, "ms"),) + sensed
                meter = attend(meter, device, pixels, clock, known)
            if output.is_restart:
                pixels.finish()
                chip.restart()
        except Exception as error:
            guard.survive(device, clock(), error)


# Imported before every compiled module: half of one can hang the chip.
chip.watch()
try:
    reason = chip.last_reset()
    if reason:
        from schiri_device.hal.last_failure import report

        report(reason)
    from schiri_device.hal.starting import first_light

    build, pixels = first_light()
    chip.feed()
    from schiri_device.hal.console import Guard

    guard = Guard(pixels)
    try:
        run(build, pixels, guard)
    except Exception as error:
        guard.give_up(error)
finally:
    chip.unwatch()
