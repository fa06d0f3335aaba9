"""The start: first a light, then the rest; buttons held or pressed meanwhile; and restarts."""

import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from schiri.deploy.contents import SOURCES
from schiri.device.reports import Connected
from schiri.simulator.flash import Flash
from schiri_device import VERSION
from schiri_device.app.device import Device, Output
from schiri_device.builds import NAMES, Build
from schiri_device.journal import Journal
from schiri_engines.registry import names_for

from tests.entropy import Entropy
from tests.firmware import drive_program
from tests.firmware.conftest import FAKES
from tests.firmware.drive.test_drive import by_name
from tests.firmware.drive.test_last_failure import module_of
from tests.firmware.drive_program import Pc, press, run, run_guarded
from tests.firmware.journals import fill
from tests.firmware.world import CURSOR, Reloaded, World, built, wires
from tests.sources import DRIVE, ROOT

Patch = pytest.MonkeyPatch
COMING_UP = b"\x08\x00\x04"
# Time in which the tiles' library opens four tiles: it waits twice 8 ms for each.
OPENING_MS = {"pads": 92}

# Runs the program into its loop and prints the modules that were loaded before each first light and
# each feed of the watchdog.
SCRIPT = """
import os, runpy, sys
sys.path[:0] = {paths!r}
os.environ["SCHIRI_BUILD"] = {build!r}
from tests.firmware.world import Here, TheEnd
import watchdog
known = set(sys.modules)
def noting(kind, call):
    def note(*given):
        names = [name for name in sys.modules if name.startswith("schiri_") and name not in known]
        known.update(names)
        print(*names, kind)
        return call(*given)
    return note
world = Here.world
world.send_pixels = noting("LIGHT", world.send_pixels)
world.show_tile = noting("LIGHT", world.show_tile)
watchdog.WatchDogTimer.feed = noting("FEED", lambda *dog: None)
world.memory[:] = bytes.fromhex({store!r})
world.ends_ms = 500
try:
    runpy.run_path({code!r}, run_name="code")
except TheEnd:
    watchdog.WatchDogTimer.feed()
"""
# A board loads this many compiled lines in 40 ms, and opens a file for each module.
MOST_LINES, MOST_MODULES = 1040, 10


def loads(build: str, store: Flash) -> tuple[set[str], list[list[str]]]:
    """Return the modules loaded before the first light, and by each step of a start.

    A step lasts from one feed of the watchdog to the next.
    """
    paths = [str(path) for path in (FAKES, ROOT, ROOT / "engines", ROOT / "firmware")]
    code, data = str(DRIVE / "code.py"), store.data.hex()
    script = SCRIPT.format(paths=paths, build=build, store=data, code=code)
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    before = {*ran.stdout.partition("LIGHT")[0].split()} - {"FEED"}
    return before, [step.split() for step in ran.stdout.replace("LIGHT", "").split("FEED")]


def lines_in(modules: Iterable[str]) -> int:
    """Return the number of lines of these modules."""
    specs = [find_spec(name) for name in modules]
    return sum(len(Path(spec.origin or "").read_text().splitlines()) for spec in specs if spec)


@pytest.mark.parametrize("build", NAMES)
def test_the_first_light_comes_first_and_no_step_of_a_start_loads_much(build: str) -> None:
    hal = {f"schiri_device.hal{name}" for name in ("", ".chip", ".starting")}
    hal.add("schiri_device.hal." + ("tiles" if build == "pads" else "chain"))
    # The world of the fakes has loaded these, and all builds.
    known = {f"schiri_device{name}" for name in ("", ".ticks", ".builds", f".builds.{build}")}
    # From source, a board loads 520 lines in 350 ms.
    assert lines_in(hal | known) <= (900 if build == "pads" else 680)
    for number, game in enumerate(names_for(built(build).size)):
        store = Flash()
        device_on(store, built(build)).settings["game"] = number
        before, steps = loads(build, store)
        assert before == hal
        loaded = {name for names in steps for name in names}
        assert {"schiri_device.app.device", f"schiri_device.games.{game}"} <= loaded
        # The watchdog starts before any compiled module is loaded: half a module can hang the chip.
        assert set(steps[0]) <= {module_of(path) for path in SOURCES}
        for names in steps:
            assert lines_in(names) <= MOST_LINES and len(names) <= MOST_MODULES, names


def device_on(store: Flash, build: Build) -> Device:
    """Switch on the device of the world, without its hardware."""
    return Device(build, store, Entropy(1), (World().uid.hex(), VERSION), 0)


@by_name
def test_a_light_moves_while_it_comes_up(world: World, monkeypatch: Patch, build: Build) -> None:
    """On a board, some 10 calls a slot take most of a ms."""
    store, slot, fed = Flash(), Journal.slot, []
    fill(device_on(store, build).journal, 8)
    world.memory = store.data

    def slow(self: Journal, place: int) -> bytes | None:
        fed.append(world.now_us - world.dog.fed_us)
        world.spend(800)
        return slot(self, place)

    monkeypatch.setattr(Journal, "slot", slow)
    pc = Pc(world)
    world.at(200, pc.plug_in)
    press(world, build, "white", 300)
    steps = run(world, monkeypatch, build.name)
    began = steps[0].at_ms
    frames = [(at_ms, frame) for at_ms, frame in world.frames if at_ms < began]
    assert began > 600 and len(frames) >= 8
    assert all(later - former < 100 for (former, _), (later, _) in pairwise(frames))
    for at, (_, frame) in enumerate(frames[1:], 1):
        pixels = [frame[place : place + 3] for place in range(0, len(frame), 3)]
        assert pixels.pop(at % len(pixels)) == b"\x40\x00\x04"
        assert set(pixels) == {COMING_UP}
        assert sum(frame) * 20 / 255 + len(build.order) <= build.budget_ma / 2
    # Less than the time of a step, which is an eightieth of the watchdog's.
    assert max(fed) < 100_000
    # Presses during the start have no effect, and a PC is greeted as the loop begins.
    assert not [edge for step in steps for edge in step.edges]
    assert [report for report in pc.reports if isinstance(report, Connected)]


@by_name
def test_it_says_that_it_is_coming_up(world: World, monkeypatch: Patch, build: Build) -> None:
    monkeypatch.setattr(drive_program, "load_all", lambda: world.spend(2_000_000))
    world.ends_ms = 3000
    run(world, monkeypatch, build.name)
    first, second = world.frames[:2]
    assert first[0] <= 3 + OPENING_MS.get(build.name, 0)
    assert first[1] == COMING_UP * len(build.order)
    assert second[0] >= 2000 and second[1] != first[1]
    # By the data sheet: 20 mA for a colour fully on, 1 mA for a dark pixel.
    assert sum(first[1]) * 20 / 255 + len(build.order) <= build.budget_ma / 2
    assert world.stalls == 0


def test_presses_during_the_start_do_nothing(world: World, monkeypatch: Patch) -> None:
    monkeypatch.setattr(drive_program, "load_all", lambda: world.spend(2_000_000))
    press(world, CURSOR, "white", 1000)
    press(world, CURSOR, "up", 1990)
    press(world, CURSOR, "down", 2500)
    world.ends_ms = 3000
    steps = run(world, monkeypatch, "cursor")
    assert [edge for step in steps for edge in step.edges] == [
        ("up", False),
        ("down", True),
        ("down", False),
    ]


@by_name
def test_black_held_at_power_on_asks_for_rescue(
    world: World, monkeypatch: Patch, build: Build
) -> None:
    way = wires(build)["black"]
    world.ends_ms = 50 + OPENING_MS.get(build.name, 0)
    run(world, monkeypatch, build.name)
    assert world.rescues == [False]
    world.contacts.add(way)
    for was_reloaded in (False, True):
        world.restart()
        world.was_reloaded = was_reloaded
        world.ends_ms += 1000
        world.at(world.ends_ms - 500, lambda: world.contacts.discard(way))
        steps = run(world, monkeypatch, build.name)
        assert {edge for step in steps for edge in step.edges} == {("black", False)}
        world.contacts.add(way)
    assert world.rescues == [False, True, False], "a program that was only restarted asks nothing"


def test_the_device_is_started_anew_behind_its_sign(world: World, monkeypatch: Patch) -> None:
    whole, last, sign = Device.step, bytearray(75), bytearray(range(75))
    wanted = [(last, False), (sign, True)]

    def step(self: Device, *args: Any) -> Output:
        output: Output = whole(self, *args)
        if world.now_ms >= 500:
            # The chain is not ready for the second frame at once.
            output.frame, output.is_restart = wanted.pop(0)  # type: ignore[attr-defined]
            output.is_fresh = True
        return output

    monkeypatch.setattr(Device, "step", step)
    run_guarded(world, monkeypatch, "keys5", Reloaded)
    assert [frame for _, frame in world.frames[-2:]] == [last, sign]
    assert world.stalls == 0
    assert world.dog.patience_us == 0
