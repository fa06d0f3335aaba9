"""While nothing happens `hal` allocates nothing, and showing a frame allocates nothing either.

Seen by MicroPython with its heap locked; the modules of the board are as bare as they can be.
"""

import pytest

from tests.sources import ROOT
from tests.vm.test_interpreters import MICROPYTHON, run

SCRIPT = """
import sys
for folder in ("engines", "firmware"):
    sys.path.insert(0, "{root}/" + folder)

class Queue:
    overflowed = False
    def get_into(self, event): return False
class Scanner:
    def __init__(self, *pins, **more):
        self.key_count, self.events = 1, Queue()
class Chain:
    def __init__(self, *pins, **more): pass
    def __setitem__(self, at, colour): pass
    def show(self): pass
class Serial:
    in_waiting = out_waiting = 0
    connected = True
class Module: pass
def module(name, **holds):
    made = sys.modules[name] = Module()
    for key in holds: setattr(made, key, holds[key])

module("board", GP0=0, GP18=0, **{{"GP" + str(pin): 0 for pin in range(2, 18)}})
module("keypad", Keys=Scanner, KeyMatrix=Scanner, Event=object)
module("neopixel", NeoPixel=Chain, GRB="GRB")
module("pwmio", PWMOut=Scanner)
module("usb_cdc", data=Serial())
now_ms = 0
def ticks_ms(): return now_ms
class Dog:
    def feed(self): pass
class Output:
    is_fresh = False
class Mode:
    RESET = 1
module("microcontroller", watchdog=Dog())
module("supervisor", ticks_ms=ticks_ms, runtime=Module())
module("traceback", format_exception=None)
module("watchdog", WatchDogMode=Mode)

from schiri_device.builds import load
from schiri_device.hal import chip
from schiri_device.hal.beeper import Beeper
from schiri_device.hal.buttons import Buttons
from schiri_device.hal.console import Guard
from schiri_device.hal.pixels import Pixels
from schiri_device.hal.port import Port

build = load("keys5")
pixels, buttons, beeper, port = Pixels(build, ticks_ms), Buttons(build), Beeper(build), Port()
frame = bytearray(range(75))
guard, feed, output = Guard(), chip.watch(), Output()
import micropython
micropython.heap_lock()
for now_ms in range(0, 2000, 5):
    feed()
    guard.tell(output)
    buttons.take()
    port.read()
    port.room()
    port.write(b"")
    if now_ms % 125 == 0:
        pixels.take(frame)
    pixels.show()
    beeper.advance(now_ms)
    {more}
micropython.heap_unlock()
print("idle")
"""


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="there is no MicroPython for this system")
def test_hal_allocates_nothing_while_idle() -> None:
    assert run(MICROPYTHON, "-c", SCRIPT.format(root=ROOT, more="")) == "idle\n"


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="there is no MicroPython for this system")
def test_allocating_would_be_seen() -> None:
    with pytest.raises(AssertionError, match="MemoryError"):
        run(MICROPYTHON, "-c", SCRIPT.format(root=ROOT, more="pixels.take([now_ms])"))
