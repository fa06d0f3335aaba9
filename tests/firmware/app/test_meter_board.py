"""The device measures itself: on the board of fakes, and on MicroPython with its real heap."""

from functools import partial
from typing import Any

import pytest
from schiri.device.reports import Figure
from schiri_device.app.device import Device
from schiri_device.app.meter import Meter
from schiri_device.builds import Build

from tests.firmware.drive.test_drive import by_lights
from tests.firmware.drive_program import Pc, press, run
from tests.firmware.world import CURSOR, KEYS5, QUICK_US, World
from tests.sources import ROOT
from tests.vm.interpreters import MICROPYTHON
from tests.vm.interpreters import run as run_script

Patch = pytest.MonkeyPatch
FIGURES = ["scan", "frame", "light", "step.choose", "journal"]


def asking(world: World, requests: dict[int, str]) -> Pc:
    """Return a PC that sends these requests, each at its time."""
    pc = Pc(world)
    world.at(300, pc.plug_in)
    for at_ms, text in requests.items():
        world.at(at_ms, partial(pc.client.ask, text))
    return pc


def measured(world: World, patch: Patch, build: Build) -> dict[str, tuple[float, str]]:
    """Run the program of a build and measure it for three seconds; return values and units."""
    pc = asking(world, {1000: "measure on", 4000: "measure tell", 5000: "measure off"})
    world.ends_ms = 6000
    run(world, patch, build.name)
    found = [report for report in pc.reports if isinstance(report, Figure)]
    assert [figure.at for figure in found] == list(range(len(found)))
    assert {figure.total for figure in found} <= {len(found)}
    return {figure.name: (figure.value, figure.unit) for figure in found}


@by_lights
def test_a_board_reports_its_figures(world: World, monkeypatch: Patch, build: Build) -> None:
    world.glance_us = QUICK_US
    told = measured(world, monkeypatch, build)
    assert list(told) == FIGURES
    assert told["scan"] == (1.0, "ms")
    # 30 us a pixel, and the reads of the clock. On a bus, only the changes of the game's glyph.
    pixels_ms = 5 if build.tiles else len(build.order) * 0.03
    assert pixels_ms <= told["frame"][0] + 1 <= pixels_ms + 3
    assert 0 < told["light"][0] <= 10
    assert {unit for _, unit in told.values()} == {"ms"}


def test_a_press_that_shows_late_is_measured(world: World, monkeypatch: Patch) -> None:
    whole = Device.step

    def slow(self: Device, *args: Any) -> Any:
        if args[1]:
            world.spend(40_000)
        return whole(self, *args)

    monkeypatch.setattr(Device, "step", slow)
    told = measured(world, monkeypatch, KEYS5)
    assert 40 <= told["step.choose"][0] <= 43
    assert told["light"][0] >= 40


def test_a_real_press_counts_from_its_scan(world: World, monkeypatch: Patch) -> None:
    press(world, CURSOR, "blue", 3500)
    whole = Device.step

    def slow(self: Device, *args: Any) -> Any:
        if 3480 <= world.now_ms < 3500:
            # The edge waits for the next step.
            world.spend(30_000)
        return whole(self, *args)

    monkeypatch.setattr(Device, "step", slow)
    told = measured(world, monkeypatch, CURSOR)
    assert 10 <= told["light"][0] <= 20


def test_measuring_ends_when_the_pc_disconnects(world: World, monkeypatch: Patch) -> None:
    steps: list[tuple[Meter, int]] = []
    whole = Meter.step

    def step(self: Meter, *args: Any) -> Any:
        steps.append((self, world.now_ms))
        return whole(self, *args)

    monkeypatch.setattr(Meter, "step", step)
    pc = asking(world, {1000: "measure on"})
    world.at(4000, pc.unplug)
    world.ends_ms = 9000
    run(world, monkeypatch, "keys5")
    assert {meter for meter, _ in steps} == {steps[0][0]}
    # After three silent seconds a PC counts as disconnected.
    assert 1000 <= steps[0][1] <= 1100 and 6000 <= steps[-1][1] <= 7100


# On MicroPython

# On a 64-bit machine the device takes up to 180 kB of it, and compiling its modules as much again.
# The layout of the heap varies with the length of each name. tests/memory limits a Pico's heap.
HEAP_KB = 512

SCRIPT = """
import sys
for folder in ("engines", "firmware"):
    sys.path.insert(0, "{root}/" + folder)
import gc
from schiri_device.builds import load
from schiri_device.app.device import Device, Output
from schiri_device.pc.requests import handle_request
device = Device(load("keys5"), bytearray(b"\\xff" * 4096), bytes, ("test", "0"), 0)
class Lights:
    def show(self): return True
lights, now = Lights(), [0]
def clock():
    now[0] += 1
    return now[0]
def ask(meter, word):
    handle_request(device, 0, "measure " + word)
    from schiri_device.app.meter import attend
    return attend(meter, device, lights, clock, (("scan", 1, "ms"),))
meter = ask(None, "on")
device.host.link_state = lambda: 1
for at in range(5, 500, 5):
    meter.step(at, (), b"", 0)
    meter.show()
meter = ask(meter, "tell")
for text in device.host.figures:
    print(text)
"""


@pytest.mark.vm
def test_figures_of_a_real_heap() -> None:
    out = run_script(MICROPYTHON, "-X", f"heapsize={HEAP_KB}k", "-c", SCRIPT.format(root=ROOT))
    lines = [line.split(" ") for line in out.splitlines()]
    told = {words[3]: float(words[4]) for words in lines if words[0] == "figure"}
    assert list(told) == [*FIGURES, "heap", "piece", "stack"]
    assert 1000 < told["piece"] <= told["heap"] < HEAP_KB * 1024
    assert 20 < told["stack"] < 10_000
