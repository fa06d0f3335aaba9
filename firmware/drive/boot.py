"""Decides how the device appears on USB; runs once after each power-on, before `code.py`.

A PC finds it by a product that begins with "Schiri", and its data port by CircuitPython's own name
for it, "CircuitPython CDC2 control" or "... data".  The drive is read-only for a PC, to protect the
device from accidents, unless black is held at power-on, the drive has no device, its modules are
sources, which a maker changes, or the last run failed.  Then no compiled module is loaded: half of
one can hang the chip.  Output goes to boot_out.txt; an unchanged text is written once.
"""

import os

import storage
import supervisor
import usb_cdc

# Keep the console: it shows errors, and CIRCUITPY can be repaired through it.
usb_cdc.enable(console=True, data=True)
supervisor.set_usb_identification("Schiri", "Schiri referee for tabletop games")


def may_write() -> bool:
    """Tell whether a PC may write to the drive; it may if something is missing or broken there."""
    try:
        from schiri_device.builds import load
        from schiri_device.hal.buttons import Buttons

        os.stat("code.py")
        if chip.is_editable():
            return True
        build = load(os.getenv("SCHIRI_BUILD", ""))
        return build is None or "black" in Buttons(build, supervisor.ticks_ms).held
    except Exception as error:
        print(f"Schiri: not whole yet: {error!r}")
        return True


def look_at_tiles() -> None:
    """Print what is wrong with the tiles of a build that has some."""
    try:
        from schiri_device.builds import load

        build = load(os.getenv("SCHIRI_BUILD", ""))
        if build and build.tiles:
            from schiri_device.hal.tile_selftest import problems

            for problem in problems(build.tiles):
                print("Schiri:", problem)
    except Exception as error:
        print(f"Schiri: no tiles: {error}")


try:
    from schiri_device.hal import chip

    is_sound = not chip.last_reset()
except Exception as error:
    is_sound = False
    print(f"Schiri: not whole yet: {error!r}")
if is_sound:
    chip.watch()
if is_sound and not may_write():
    # Only one of the device and the PC may write.  For CircuitPython, a drive is writable if it is
    # read-only for the PC.
    storage.remount("/", readonly=False)
    print("Schiri: this drive is read-only. To change it hold black while you plug the device in.")
else:
    print("Schiri: a PC may write to this drive.")
if is_sound:
    chip.feed()
    look_at_tiles()
    chip.unwatch()
