"""The last resort: an unexpected error is shown, logged and reported; a hang leads to a reset."""

import builtins
from typing import Any

import pytest
from schiri_device.app.device import Device
from schiri_device.app.match import Match
from schiri_device.app.mode import Failed
from schiri_device.builds import Build
from schiri_device.journal import Journal, JournalReader, owner_of
from schiri_device.lights.language import ALARM, LEVELS, SHADES

from tests.entropy import Entropy
from tests.firmware import drive_program
from tests.firmware.drive.test_drive import MOVES, by_lights
from tests.firmware.drive_program import EMPTY, Pc, press_all
from tests.firmware.drive_program import run_guarded as run
from tests.firmware.journals import board_rules
from tests.firmware.world import KEYS5, Bitten, Reloaded, TheEnd, World, wires
from tests.stores import new_store

Patch = pytest.MonkeyPatch
FIRST = MOVES["keys5"]
# The stick is still at the target of the move.
AGAIN = {"cursor": "left left press right right press", "keys5": "a3 c3", "pads": "b4 d4"}
DIM = bytes((0x06, 0x0D, 0x00))


@pytest.fixture
def breaks(monkeypatch: Patch) -> Any:
    """A function that lets a method fail a number of times before it works.

    Shape: it returns the counter of failures.
    """

    def breaks(times: int, owner: Any = Match, name: str = "push") -> list[int]:
        whole, failed = getattr(owner, name), [0]

        def broken(*args: Any) -> Any:
            if failed[0] < times:
                failed[0] += 1
                raise TypeError("unsupported types")
            return whole(*args)

        monkeypatch.setattr(owner, name, broken)
        return failed

    return breaks


def texts_of(world: World) -> list[str]:
    """Return the events with a text in the journal."""
    assert world.memory is not None
    owner = owner_of("a0a1a2a3a4a5a6a7", board_rules())
    reader, texts = JournalReader(Journal(bytearray(world.memory), bytes, owner)), []
    while reader.next():
        texts.append(reader.text)
    return texts


def kinds(world: World) -> list[str]:
    """Return the first words of the events with a text in the journal."""
    return [text.partition(" ")[0] for text in texts_of(world)]


def is_sign(frame: bytes, build: Build) -> bool:
    """Return whether the whole grid has the colour of an alarm, at any brightness."""
    red, green, blue = SHADES[3 * ALARM : 3 * ALARM + 3]
    colours = [tuple(v * level // 8 for v in (green, red, blue)) for level in LEVELS]
    lit = [tuple(frame[at : at + 3]) for at in range(0, len(frame), 3)]
    return lit.count(lit[0]) >= 25 and any(colour in lit for colour in colours)


@pytest.fixture
def play(world: World, monkeypatch: Patch) -> Any:
    """A function that restarts and runs keys5, where these rows of buttons are pressed in turn."""

    def play(*rows: str, until: type[BaseException] = TheEnd, ends_ms: int = 0) -> int:
        world.restart()
        end_ms = world.now_ms
        for row in rows:
            end_ms = press_all(world, KEYS5, row, end_ms + 500)
        world.ends_ms = ends_ms or end_ms + 500
        run(world, monkeypatch, "keys5", until)
        return end_ms

    return play


@by_lights
def test_an_error_is_shown_stored_and_reported_and_a_button_resumes(
    world: World, breaks: Any, monkeypatch: Patch, build: Build
) -> None:
    breaks(1)
    pc = Pc(world)
    world.at(100, pc.plug_in)
    moves = MOVES[build.name]
    failed_ms = press_all(world, build, moves)
    # A button retries, and the move can be made: it was not made by the failed attempt.
    again_ms = press_all(world, build, "red", failed_ms + 2000)
    move = AGAIN[build.name]
    world.ends_ms = press_all(world, build, move, again_ms) + 1500
    told: list[tuple[int, str]] = []
    monkeypatch.setattr(builtins, "print", lambda text: told.append((world.now_ms, text)))
    run(world, monkeypatch, build.name)
    shown = [at for at, frame in world.frames if is_sign(frame, build)]
    assert failed_ms - 200 <= shown[0] < failed_ms and shown[-1] < again_ms
    (_, empty), (told_ms, text) = told
    assert empty == EMPTY
    assert shown[0] <= told_ms <= shown[0] + 50, "light before talk"
    assert text.startswith("Traceback") and text.endswith("TypeError: unsupported types\n")
    new, failed, move = pc.texts()
    assert (new, move) == ("new switch AB layout=1", "a3-c3")
    assert failed.startswith("failed TypeError: unsupported types test_guard.py:")
    assert "play.py:" in failed and len(failed) <= 90
    assert texts_of(world) == [new, failed, ""], "and no power cut is told"


def test_events_before_an_error_are_stored(world: World, breaks: Any, play: Any) -> None:
    failed = breaks(1, Match, "_refresh_outcome")
    play(FIRST, "red black")
    assert failed == [1]
    assert kinds(world) == ["new", "", "failed", "undo"]


def test_equal_errors_in_a_row_are_stored_once(
    world: World, breaks: Any, play: Any, capsys: Any
) -> None:
    breaks(5)
    play(FIRST, *["red a3 c3"] * 4)
    assert capsys.readouterr().out.count("Traceback") == 5, "once for each press"
    assert kinds(world) == ["new", "failed"]


def test_an_error_in_the_alarm_stays_until_a_button_restarts_the_program(
    world: World, breaks: Any, play: Any, capsys: Any
) -> None:
    play(FIRST)
    capsys.readouterr()
    failed = breaks(2, Device, "_wait")
    play(ends_ms=world.now_ms + 9000)
    assert failed == [2] and kinds(world) == ["new", "", "resume", "failed"]
    traceback, _, rest = capsys.readouterr().out.partition("\n\n")
    assert "unsupported types" in traceback
    lines = rest.splitlines()
    assert len(lines) == 5 and set(lines) == {lines[0]}, "it says so every two seconds"
    assert lines[0].startswith("Schiri: TypeError: unsupported types test_guard.py:")
    assert world.frames[-1][1] == DIM * 25
    import supervisor

    assert supervisor.runtime.autoreload, "a repaired file restarts it"
    assert world.dog.patience_us == 0, "and the alarm stays"
    breaks(2, Device, "_wait")
    play("red", until=Reloaded, ends_ms=world.now_ms + 9000)
    play("white b4 e5 black")
    assert kinds(world)[:4] == ["new", "", "resume", "failed"]
    assert not is_sign(world.frames[-1][1], KEYS5)


def test_after_an_alarm_black_held_at_power_on_asks_for_the_rescue(
    world: World, breaks: Any, play: Any
) -> None:
    breaks(2, Device, "_wait")
    play(ends_ms=world.now_ms + 1000)
    world.switch_on()
    world.contacts.add(wires(KEYS5)["black"])
    play(ends_ms=world.now_ms + 1000)
    assert world.rescues == [False, True]


def test_after_an_error_in_the_sign_a_button_restarts_the_program(
    world: World, breaks: Any, play: Any
) -> None:
    breaks(1)
    breaks(1, Failed, "enter")
    play(FIRST, "red", until=Reloaded)
    play("", "red a3 c3")
    assert kinds(world) == ["new", "failed", ""]


@pytest.mark.parametrize(("owner", "name"), [(Journal, "load"), (drive_program, "load_all")])
def test_a_device_that_cannot_start_shows_and_prints_the_error(
    world: World, breaks: Any, monkeypatch: Patch, capsys: Any, owner: object, name: str
) -> None:
    breaks(10**9, owner, name)
    run(world, monkeypatch, "cursor")
    assert world.frames[-1][1] == DIM * 64
    assert "Schiri: TypeError: unsupported types" in capsys.readouterr().out


def test_a_loop_that_hangs_is_reset_and_resumes_after_a_press(
    world: World, monkeypatch: Patch, play: Any
) -> None:
    whole, hangs_ms = Device.step, 3000

    def hangs(self: Device, *args: Any) -> Any:
        while world.now_ms >= hangs_ms:
            world.spend(1000)
        return whole(self, *args)

    with monkeypatch.context() as patch:
        patch.setattr(Device, "step", hangs)
        assert play(FIRST, until=Bitten, ends_ms=60_000) < hangs_ms
    assert hangs_ms + 7500 <= world.now_ms <= hangs_ms + 8500
    play("red", until=Reloaded)
    play("white b4 e5 black")
    assert kinds(world)[:3] == ["new", "", "resume"]
    assert len(world.frames) > 1


@pytest.mark.parametrize(("times", "owner", "name"), [(1, Match, "push"), (2, Device, "step")])
def test_a_pc_that_never_reads_the_console_ends_in_a_reset(
    world: World, breaks: Any, monkeypatch: Patch, play: Any, times: int, owner: Any, name: str
) -> None:
    """Where an error is shown, and where a second one has prevented that."""

    def blocks(*words: object) -> None:
        while True:
            world.spend(1000)

    play("white")
    breaks(times, owner, name)
    monkeypatch.setattr(builtins, "print", blocks)
    play(FIRST, until=Bitten, ends_ms=60_000)
    assert is_sign(world.frames[-1][1], KEYS5)


def test_a_console_session_is_not_interrupted(world: World, play: Any) -> None:
    def interrupt() -> None:
        assert world.dog.patience_us == 8_000_000
        raise KeyboardInterrupt

    world.at(1000, interrupt)
    play(until=KeyboardInterrupt, ends_ms=10_000)
    assert world.dog.patience_us == 0


def test_a_chip_without_a_watchdog_still_plays(world: World, monkeypatch: Patch, play: Any) -> None:
    import microcontroller

    monkeypatch.setattr(microcontroller, "watchdog", None)
    play("white")
    assert len(world.frames) > 1


def test_the_watchdog_waits_eight_seconds(world: World) -> None:
    from schiri_device.hal import chip

    chip.watch()
    world.ends_ms = 60000
    for _ in range(5):
        world.spend(7_900_000)
        chip.feed()
    with pytest.raises(Bitten):
        world.spend(8_100_000)


def test_the_error_sign_is_shown_before_a_restart(world: World, capsys: Any) -> None:
    from schiri_device.hal.chain import Chain
    from schiri_device.hal.chip import ticks_ms
    from schiri_device.hal.console import Guard

    device = Device(KEYS5, new_store(), Entropy(1), ("TEST", "1"), 0)
    guard, said = Guard(Chain(KEYS5, ticks_ms)), []
    guard.survive(device, 0, TypeError("no int"))
    for is_fresh in (True, False, False):
        device.output.is_fresh = is_fresh
        guard.report(device.output)
        said.append(capsys.readouterr().out)
    assert said == ["", "TypeError: no int\n\n", ""]
