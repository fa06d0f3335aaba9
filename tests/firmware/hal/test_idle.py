"""An idle `hal` allocates nothing, and showing a frame allocates nothing either.

In a full heap, the sign of a failure is still shown, and a button restarts the program.
MicroPython measures this, with the stand-ins for the modules of the board that `tests/memory` uses.
"""

import pytest

from tests.sources import ROOT
from tests.vm.interpreters import MICROPYTHON, run

BOARD = """
import sys
for folder in ("engines", "firmware", "tests/memory"):
    sys.path.insert(0, "{root}/" + folder)
import stubs
stubs.install()

class Chain(stubs.Anything):
    pin = 0
now_ms = 0
def ticks_ms(): return now_ms
sent = bytearray(200)
def write(pin, data):
    for at in range(len(data)): sent[at] = data[at]
class Restarted(Exception): pass
restarted = Restarted()
def reload(): raise restarted
def format_exception(error): return ["Traceback of some length\\n"] * 20 + [repr(error)]

sys.modules["neopixel"] = stubs
stubs.NeoPixel, stubs.neopixel_write = Chain, write
stubs.ticks_ms, stubs.reload, stubs.format_exception = ticks_ms, reload, format_exception
stubs.Anything.overflowed = False
stubs.Anything.get_into = lambda self, event: False
stubs.data.connected = True
dog, stubs.WatchDogMode.RESET = stubs.watchdog, 1
# A new attribute would take memory.
dog.timeout = dog.mode = stubs.runtime.autoreload = None

import micropython
from schiri_device.builds import load
from schiri_device.hal import chip
from schiri_device.hal.buttons import Buttons
from schiri_device.hal.console import Guard
from schiri_device.hal.port import Port
from schiri_device.hal.chain import Chain
from schiri_device.hal.buzzer import Buzzer

build = load("keys5")
pixels = Chain(build, ticks_ms)
guard = Guard(pixels)

class Holder:
    def __init__(self): self.reserve()
    def reserve(self): self.held = bytearray(2048)
    def free(self): self.held = None

# As the journal does.
guard.holder = Holder()
"""

IDLE = """
class Output:
    is_fresh = False
buttons, buzzer, port = Buttons(build, ticks_ms), Buzzer(build), Port()
frame = bytearray(range(75))
output = Output()
chip.watch()
micropython.heap_lock()
for now_ms in range(0, 2000, 5):
    chip.feed()
    guard.report(output)
    buttons.read()
    port.read()
    port.room()
    port.write(b"")
    if now_ms % 125 == 0:
        pixels.submit(frame)
    pixels.show()
    buzzer.advance(now_ms)
micropython.heap_unlock()
print("idle")
"""

# Four lit tiles on a bus. Each turn asks them, and they answer that nothing is pressed.
TILES = """
answered = 0
class Wire(stubs.I2CDevice):
    def __exit__(self, kind, error, trace): pass
    def write(self, data): pass
    def readinto(self, data):
        global answered
        answered += 1
        for at in range(len(data)): data[at] = 255
stubs.I2CDevice = Wire
from schiri_device.hal.tiles import Tiles
tiles = Tiles(load("pads"), ticks_ms).scan()
frame, other = bytearray(192), bytearray(range(192))
micropython.heap_lock()
for now_ms in range(0, 2000, 5):
    tiles.read()
    if now_ms % 125 == 0:
        tiles.submit(frame if now_ms % 250 else other)
    tiles.show()
tiles.alarm()
micropython.heap_unlock()
print(answered > 1000)
"""

# A scan of the sensors, and its readings: stones come and go.
SENSORS = """
class Line(stubs.Anything):
    value = False
class Measured(stubs.Anything):
    value = 32768
stubs.DigitalInOut, stubs.AnalogIn = Line, Measured
from schiri_device.hal.hall import Hall
from schiri_device.sensing.fields import Fields
from schiri_device.sensing.levels import Levels
sensors, levels, fields = Hall(load("feel5")), Levels(25), Fields(25)
for cell in range(25):
    levels.dark[cell], levels.light[cell] = 48768, 16768
fields.calibrate(levels)
seen = bytearray(4)
micropython.heap_lock()
for now_ms in range(0, 2000, 5):
    Measured.value = 16768 + now_ms % 40 * 800
    fields.read(now_ms, sensors.scan())
    seen[fields.readings[7]] = 1
    fields.forget()
micropython.heap_unlock()
print(seen)
"""

# A turn of the loop fails in a full heap without any garbage.
FULL = """
class Device:
    def __init__(self):
        # All of them now: a full heap has no room for a first attribute.
        self.mode_name, self.said, self.shown = "play", "", 0
    def step(self): return bytearray(400)
    def fail(self, now_ms, text):
        self.said, self.shown = text, sent[0]
        self.sign = bytearray(400)
        self.mode_name = "failed"

def fill():
    held = None
    for size in (4096, 1024, 256, 64):
        while True:
            try:
                held = [held, bytearray(size)]
            except MemoryError:
                break
    while True:
        try:
            held = [held]
        except MemoryError:
            return held

class Pressed:
    pressed = True
    def __init__(self): self.edges = (self,)
    def read(self): return self.edges

device, guard.buttons = Device(), Pressed()
asked = None
{before}
held = fill()
try:
    try:
        device.step()
    except Exception as error:
        guard.survive(device, now_ms, error)
except Exception as error:
    sent[0] = 0
    try:
        guard.give_up(error)
    except Restarted as error:
        asked = error
held = None
shown = sent[:3] + sent[72:75]
print(shown == {alarm} + {alarm}, device.mode_name, device.said, asked is restarted)
"""
ALARM = bytearray((6, 13, 0))


def seen(script: str, **more: object) -> str:
    """Return MicroPython's output in a small heap."""
    code = (BOARD + script).format(root=ROOT, **{"more": "", "alarm": ALARM, **more})
    return run(MICROPYTHON, "-X", "heapsize=160k", "-c", code)


@pytest.mark.vm
def test_hal_allocates_nothing_while_idle() -> None:
    assert seen(IDLE) == "idle\n"


@pytest.mark.vm
def test_reading_and_lighting_tiles_allocates_nothing() -> None:
    assert seen(TILES) == "True\n"


@pytest.mark.vm
def test_sensing_allocates_nothing() -> None:
    assert seen(SENSORS) == f"{bytearray((1, 1, 1, 1))}\n"


@pytest.mark.vm
def test_the_alarm_allocates_nothing() -> None:
    locked = "chip.watch()\nmicropython.heap_lock()\npixels.alarm()\n{more}\n"
    end = "micropython.heap_unlock()\nprint(sent[:3], sent[72:75], sent[75:78])"
    assert seen(locked + end) == f"{ALARM} {ALARM} {bytearray(3)}\n"


@pytest.mark.vm
def test_a_failure_in_a_full_heap_is_shown_and_stored() -> None:
    """The reserve is large enough for the traceback and for the sign."""
    told = "MemoryError: memory allocation failed, allocating 400 bytes"
    assert seen(FULL, before="") == f"True failed {told} False\n"


@pytest.mark.vm
def test_after_a_failure_memory_is_reserved_again() -> None:
    again = (
        "class Output: is_fresh = False\n"
        "guard.survive(device, 0, ValueError())\n"
        "guard.report(Output())\n"
        "device.mode_name = 'play'"
    )
    assert seen(FULL, before=again).endswith("allocating 400 bytes False\n")


@pytest.mark.vm
def test_with_no_memory_at_all_the_sign_is_shown_and_the_program_restarts() -> None:
    nothing = "guard.holder = None"
    told = "MemoryError: no memory to say where"
    assert seen(FULL, before=nothing) == f"{told}\nSchiri: {told}\nTrue play {told} True\n"


@pytest.mark.vm
def test_the_full_heap_of_these_tests_is_full() -> None:
    with pytest.raises(AssertionError, match="MemoryError"):
        seen(FULL, before="pixels.alarm = lambda: bytearray(400)")
