"""The device measures itself: on the board of fakes, and on MicroPython with its real heap."""

from collections.abc import Sequence
from typing import Any

import pytest
from schiri_device.app.device import Device
from schiri_device.app.meter import Meter
from schiri_device.builds import Build
from schiri_device.link.session import HOST, Session

from tests.firmware.drive.test_drive import by_lights
from tests.firmware.running import Pc, press, run
from tests.firmware.world import CURSOR, KEYS5, QUICK_US, World
from tests.sources import ROOT
from tests.vm.interpreters import MICROPYTHON
from tests.vm.interpreters import run as run_script

Patch = pytest.MonkeyPatch
Figures = dict[str, tuple[str, str]]


class Certifier(Pc):
    """A PC that requests figures and reads them from the line."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        world.at(300, self.plug_in)

    def ask_at(self, at_ms: int, text: str) -> None:
        """Send a request at a time."""

        def ask() -> None:
            self.client.ask(text)

        self._world.at(at_ms, ask)

    def figures(self) -> Figures:
        """Return the reported figures by name, with value and unit."""
        found = [line for line in self.lines if line[0] == "figure"]
        assert [int(words[1]) for words in found] == list(range(len(found)))
        assert {int(words[2]) for words in found} <= {len(found)}
        return {name: (value, unit) for *_, name, value, unit in found}

    def listen(self, patch: Patch) -> None:
        """Collect the device's lines as words."""
        self.lines: list[list[str]] = []
        whole = Session.receive

        def receive(session: Session, now_ms: int, data: bytes) -> Sequence[list[str]]:
            messages = whole(session, now_ms, data)
            if session.role == HOST:
                self.lines += messages
            return messages

        patch.setattr(Session, "receive", receive)


def measured(world: World, patch: Patch, build: Build, ends_ms: int = 6000) -> Certifier:
    """Run the program of a build, measure it for three seconds, and let it report the figures."""
    pc = Certifier(world)
    pc.listen(patch)
    for at_ms, text in ((1000, "measure on"), (4000, "measure tell"), (5000, "measure off")):
        pc.ask_at(at_ms, text)
    world.ends_ms = ends_ms
    run(world, patch, build.name)
    return pc


@by_lights
def test_the_board_tells_its_figures(world: World, monkeypatch: Patch, build: Build) -> None:
    world.glance_us = QUICK_US
    pc = measured(world, monkeypatch, build)
    told = pc.figures()
    assert list(told) == ["scan", "frame", "light", "step.choose", "journal"]
    assert told["scan"] == ("1", "ms")
    # 30 us a pixel, and the reads of the clock. On a bus, only the changes of the game's glyph.
    pixels_ms = 5 if build.tiles else len(build.order) * 0.03
    assert pixels_ms <= int(told["frame"][0]) + 1 <= pixels_ms + 3
    assert 0 < int(told["light"][0]) <= 10
    assert {unit for _, unit in told.values()} == {"ms"}


def test_a_press_that_shows_late_is_measured(world: World, monkeypatch: Patch) -> None:
    whole = Device.step

    def slow(self: Device, *args: Any) -> Any:
        if args[1]:
            world.spend(40_000)
        return whole(self, *args)

    monkeypatch.setattr(Device, "step", slow)
    told = measured(world, monkeypatch, KEYS5).figures()
    assert 40 <= int(told["step.choose"][0]) <= 43
    assert int(told["light"][0]) >= 40


def test_a_real_press_counts_from_its_scan(world: World, monkeypatch: Patch) -> None:
    press(world, CURSOR, "blue", 3500)
    whole = Device.step

    def slow(self: Device, *args: Any) -> Any:
        if 3480 <= world.now_ms < 3500:
            # The edge waits for the next step.
            world.spend(30_000)
        return whole(self, *args)

    monkeypatch.setattr(Device, "step", slow)
    told = measured(world, monkeypatch, CURSOR).figures()
    assert 10 <= int(told["light"][0]) <= 20


def test_measuring_ends_with_the_pc_and_leaves_no_trace(world: World, monkeypatch: Patch) -> None:
    made: list[Meter] = []
    whole = Meter.__init__

    def begin(self: Meter, *args: Any) -> None:
        made.append(self)
        whole(self, *args)

    monkeypatch.setattr(Meter, "__init__", begin)
    pc = Certifier(world)
    pc.ask_at(1000, "measure on")
    world.at(4000, pc.unplug)
    world.ends_ms = 9000
    steps: list[int] = []
    whole_step = Meter.step

    def step(self: Meter, *args: Any) -> Any:
        steps.append(world.now_ms)
        return whole_step(self, *args)

    monkeypatch.setattr(Meter, "step", step)
    run(world, monkeypatch, "keys5")
    assert len(made) == 1
    # After three silent seconds a PC counts as disconnected.
    assert 1000 <= steps[0] <= 1100 and 6000 <= steps[-1] <= 7100


# On MicroPython

# On a 64-bit machine and with compilation in place, the device takes up to 170 kB of it. The layout
# of the heap varies with the length of each name. tests/memory limits the heap of a Pico.
HEAP_KB = 384

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
gc.collect()
before = gc.mem_alloc()
meter = ask(None, "on")
device.host.status = lambda: 1
for at in range(5, 500, 5):
    meter.step(at, (), b"", 0)
    meter.show()
meter = ask(meter, "tell")
for text in device.host.figures:
    print(text)
device.host.figures = []
meter = ask(meter, "off")
print("loaded", "schiri_device.app.meter" in sys.modules)
gc.collect()
print("kept", gc.mem_alloc() - before)
"""


@pytest.mark.vm
def test_figures_of_a_real_heap_and_nothing_stays() -> None:
    out = run_script(MICROPYTHON, "-X", f"heapsize={HEAP_KB}k", "-c", SCRIPT.format(root=ROOT))
    lines = [line.split(" ") for line in out.splitlines()]
    told = {words[3]: float(words[4]) for words in lines if words[0] == "figure"}
    assert list(told) == ["scan", "frame", "light", "step.choose", "journal"] + [
        "heap",
        "piece",
        "stack",
    ]
    assert 1000 < told["piece"] <= told["heap"] < HEAP_KB * 1024
    assert 20 < told["stack"] < 10_000
    kept = {words[0]: words[1] for words in lines if words[0] in ("loaded", "kept")}
    assert kept["loaded"] == "False"
    # New names, and a setting.
    assert int(kept["kept"]) < 1600
