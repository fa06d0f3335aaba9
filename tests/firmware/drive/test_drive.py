"""The drive: the whole program on fakes, from contacts to pixels, piezo and port."""

import tomllib
from itertools import pairwise

import pytest
from schiri_device.builds import NAMES, Build
from schiri_device.link.lines import LONGEST_LINE

from tests.counts import count
from tests.firmware.drive_program import EMPTY, PRESS_MS, Pc, press, press_all, run
from tests.firmware.idle import HOUR_MS
from tests.firmware.world import BUILDS, PRESSED, SMALLEST_BUFFER, World, wires
from tests.sources import DRIVE

Patch = pytest.MonkeyPatch

# Additional time of a complete frame on a bus: sixteen rows and four commands to show them are 284
# bytes at 400 kHz, in twenty transfers.
BUS_MS = {"pads": 9}
# A scan every 5 ms, and 30 us a pixel.
SHOWN_MS = 5 + 3
# A stone is picked and moved.
MOVES = {
    "cursor": "white white white left left press right right press",
    "keys5": "white white white a3 c3",
    # The board of five by five begins at b2 of the pads.
    "pads": "white white white b4 d4",
}
# A move, a refused move, its explanation, and an undo.
GAMES = {
    "cursor": MOVES["cursor"] + " down press yellow black",
    "keys5": MOVES["keys5"] + " b4 e5 yellow black red",
    "pads": MOVES["pads"] + " c5 f6 yellow black red",
}
by_name = pytest.mark.parametrize("build", PRESSED, ids=lambda build: build.name)
# Tests that do not depend on the keys use one of the two chains, and the bus, in a sample.
by_lights = pytest.mark.parametrize("build", PRESSED[count(1, 0) :], ids=lambda build: build.name)


def shown_after(world: World, at_ms: int) -> int:
    """Return the delay of the next frame after a time."""
    return next(ms for ms, _ in world.frames if ms >= at_ms) - at_ms


@by_name
def test_the_chain_shows_the_frames_of_the_device(
    world: World, monkeypatch: Patch, build: Build
) -> None:
    # Between two blinks of the first menu: a bus has no time for both.
    world.ends_ms = press_all(world, build, GAMES[build.name], 600) + 500
    steps = run(world, monkeypatch, build.name)
    frames = [(step.at_ms, step.frame) for step in steps if step.frame]
    assert len({frame for _, frame in frames}) >= 10
    if build.tiles:
        # A bus only carries changes.
        frames = [each for before, each in pairwise([(0, b""), *frames]) if each[1] != before[1]]
    # The first frame of all means "coming up".
    shown = world.frames[1:]
    while frames:
        at_ms, frame = frames.pop(0)
        if shown and shown[0][1] == frame:
            assert shown.pop(0)[0] - at_ms <= 6 + BUS_MS.get(build.name, 0)
        else:
            # The chain was busy, and a newer frame replaced this one.
            assert frames and frames[0][0] - at_ms <= 6
    assert shown == []
    assert world.stalls == 0


@by_name
def test_a_press_shows_at_once(world: World, monkeypatch: Patch, build: Build) -> None:
    # The first press chooses the game: nearly every pixel changes.
    press(world, build, "white", 1003)
    world.ends_ms = 1500
    run(world, monkeypatch, build.name)
    assert shown_after(world, 1003 + PRESS_MS + 1) < SHOWN_MS + BUS_MS.get(build.name, 0)


@by_name
@pytest.mark.parametrize("hours", [76, *[74.6, 150, 225, 300][: count(1, 4)]])
def test_the_first_press_after_days_shows_at_once(
    world: World, monkeypatch: Patch, build: Build, hours: float
) -> None:
    """Choose and begin a game, and move two stones; each press must show."""
    pc = Pc(world)
    end_ms = world.lie_idle(1000, int(hours * HOUR_MS))
    wakes_ms, first_ms = end_ms + 500, end_ms + 1000
    press_all(world, build, "red", wakes_ms)
    last_ms = press_all(world, build, MOVES[build.name], first_ms)
    world.at(end_ms + 100, pc.plug_in)
    world.ends_ms = last_ms + 3000
    run(world, monkeypatch, build.name)
    for at in range(len(MOVES[build.name].split())):
        # White acts on release.
        at_ms = first_ms + 3 * PRESS_MS * at
        limit_ms = PRESS_MS + SHOWN_MS + BUS_MS.get(build.name, 0)
        assert shown_after(world, at_ms) <= limit_ms
    assert pc.texts() == ["new switch AB layout=1", "a3-c3"]
    assert any(at_ms >= first_ms and pitch for at_ms, pitch in world.tones)
    assert world.stalls == 0


@by_lights
def test_lights_come_before_tones_and_bytes(world: World, monkeypatch: Patch, build: Build) -> None:
    pc = Pc(world)
    world.at(300, pc.plug_in)
    end_ms = press_all(world, build, MOVES[build.name])
    world.ends_ms = end_ms + 500
    run(world, monkeypatch, build.name)
    assert pc.texts() == ["new switch AB layout=1", "a3-c3"]
    pressed_ms = end_ms - 3 * PRESS_MS
    after = [what for at_ms, what in world.order if at_ms >= pressed_ms]
    # The second tone is the silence after the first one.
    assert after.index("lights") < after.index("tone") < after.index("bytes")
    assert world.tones[-1][1] == 0, "it ends in silence"


@by_lights
def test_a_pc_gets_every_event_once(world: World, monkeypatch: Patch, build: Build) -> None:
    pc = Pc(world)
    end_ms = press_all(world, build, GAMES[build.name])
    # The PC connects late, is unplugged, and is connected again in mid-game.
    world.at(900, pc.plug_in)
    world.at(1400, pc.unplug)
    world.at(1600, pc.plug_in)
    world.ends_ms = end_ms + 6000
    run(world, monkeypatch, build.name)
    assert pc.texts()[0].startswith("new switch AB ")
    assert pc.texts()[1:] == ["a3-c3", "undo"]


@by_lights
def test_a_pc_that_never_reads_stops_nothing(
    world: World, monkeypatch: Patch, build: Build
) -> None:
    pc = Pc(world)
    world.at(100, pc.plug_in)
    world.at(600, lambda: setattr(world.cable, "is_reading", False))
    world.ends_ms = press_all(world, build, GAMES[build.name], from_ms=700) + 3000
    steps = run(world, monkeypatch, build.name)
    # The port's buffer and the rest of a line. The device does not even prepare more.
    sent = sum(len(step.sent) for step in steps if step.at_ms > 600)
    assert 0 < len(world.cable.queue) <= sent <= SMALLEST_BUFFER + LONGEST_LINE
    edges = [edge for step in steps for edge in step.edges]
    assert len(edges) == 2 * len(GAMES[build.name].split())
    # No turn of the loop takes longer than a frame and its latch time.
    times = [step.at_ms for step in steps]
    assert max(b - a for a, b in pairwise(times)) <= 5 + BUS_MS.get(build.name, 0)
    assert world.frames[-1][0] > world.ends_ms - 600, "it blinks to the end"


def test_after_a_long_stall_no_button_stays_down(world: World, monkeypatch: Patch) -> None:
    build = BUILDS[0]
    way = wires(build)["up"]
    for at_ms in range(1000, 2000, 20):
        world.at(at_ms, lambda: world.contacts.add(way))
        world.at(at_ms + 10, lambda: world.contacts.remove(way))
    # The 101st edge does not fit into the queue: the button is held without the device's knowledge.
    world.at(2000, lambda: world.contacts.add(way))
    world.at(999, lambda: world.spend(1_200_000))
    world.ends_ms = 5000
    steps = run(world, monkeypatch, build.name)
    edges = [down for step in steps for _, down in step.edges]
    assert edges == [True, False] * 32
    assert steps[-1].at_ms >= 4990


def test_an_unknown_build_is_named_on_the_console_again_and_again(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(world, monkeypatch, "curser")
    import supervisor

    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "Schiri: settings.toml says SCHIRI_BUILD = 'curser', not one of cursor keys5 pads feel5"
    ] * len(lines)
    assert len(lines) == world.ends_ms // 2000 + (world.ends_ms % 2000 > 0)
    assert supervisor.runtime.autoreload, "saving settings.toml starts it again"
    assert world.claimed == set()


def test_a_game_is_not_ended_by_a_pc_that_writes_to_the_drive(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    import supervisor

    world.ends_ms = 200
    seen: list[bool] = []
    world.at(100, lambda: seen.append(supervisor.runtime.autoreload))
    run(world, monkeypatch, "cursor")
    assert seen == [False]
    assert supervisor.runtime.autoreload, "whoever is at the console has it all back"
    # A console that nobody reads would stop the loop.
    assert capsys.readouterr().out == EMPTY + "\n", "the first start of all, and no other word"


def test_the_settings_name_a_build() -> None:
    settings = tomllib.loads((DRIVE / "settings.toml").read_text())
    assert settings["SCHIRI_BUILD"] in NAMES
    # CircuitPython takes a multiple of four; for any other value boot uses its default.
    assert settings["CIRCUITPY_PYSTACK_SIZE"] % 4 == 0


def test_the_program_is_short() -> None:
    assert len((DRIVE / "code.py").read_text().splitlines()) <= 86
