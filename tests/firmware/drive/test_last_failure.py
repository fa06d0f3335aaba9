"""A run that hangs: the chip is reset, and says so before it tries again, with a light."""

import runpy
import sys
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest
from schiri_device import builds
from schiri_device.app.device import Device

from tests.firmware import drive_program
from tests.firmware.drive.test_boot import A_MODULE, with_sources
from tests.firmware.drive.test_drive import MOVES
from tests.firmware.drive_program import EMPTY, press_all, run_guarded
from tests.firmware.hal.test_guard import DIM, texts_of
from tests.firmware.world import KEYS5, PADS, Bitten, Reloaded, Reset, World
from tests.sources import DRIVE

Patch = pytest.MonkeyPatch
Said = pytest.CaptureFixture[str]
CUT = "lib/schiri_device/app/play.mpy"
OF_LIGHTS = "lib/schiri_device/hal/chain.mpy"
WHOLE = "every known file is whole"


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A drive with a manifest of intact files."""
    monkeypatch.chdir(tmp_path)
    rows = [f"{path} {write(tmp_path, path):08x}\n" for path in ("code.py", CUT, OF_LIGHTS)]
    (tmp_path / "lib/schiri.txt").write_text("".join(rows))
    return tmp_path


def write(drive: Path, path: str) -> int:
    """Write a file; return its check."""
    file, data = drive / path, 2000 * path.encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return crc32(data)


def cut(drive: Path, path: str = CUT) -> None:
    """Cut a file in half."""
    data = (drive / path).read_bytes()
    (drive / path).write_bytes(data[: len(data) // 2])


def said(text: str) -> str:
    """Return the line of the console after a reset by the watchdog."""
    return "Schiri: the last run ended with watchdog; " + text


def autoreloads() -> bool:
    import supervisor

    return supervisor.runtime.autoreload


def hangs(world: World, monkeypatch: Patch, owner: Any, name: str) -> None:
    """Let a call hang, as the loading of half a module does."""

    def still(*args: object) -> None:
        while True:
            world.spend(1000)

    monkeypatch.setattr(owner, name, still)
    world.ends_ms = 60_000


def reset(world: World, for_ms: int = 10_000) -> None:
    """Reset the chip."""
    world.restart()
    world.ends_ms = world.now_ms + for_ms


def boot() -> None:
    runpy.run_path(str(DRIVE / "boot.py"))


@pytest.mark.parametrize(
    ("owner", "name"), [(drive_program, "load_all"), (builds, "load"), (Device, "step")]
)
@pytest.mark.parametrize("is_cut", [False, True])
def test_what_hung_is_said_by_light_and_console_before_a_button_tries_it_again(
    world: World,
    monkeypatch: Patch,
    capsys: Said,
    drive: Path,
    owner: Any,
    name: str,
    is_cut: bool,
) -> None:
    """While it loads, before its first light, or in its loop."""
    if is_cut:
        cut(drive)
    with monkeypatch.context() as patch:
        hangs(world, patch, owner, name)
        run_guarded(world, patch, "keys5", Bitten)
        assert world.now_ms < 10_000 and capsys.readouterr().out == ""
    reset(world)
    begun_ms = world.now_ms
    press_all(world, KEYS5, "red", begun_ms + 9000)
    assert run_guarded(world, monkeypatch, "keys5", Reloaded) == [], "nothing was tried"
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 5 and set(lines) == {said(f"not whole: {CUT}" if is_cut else WHOLE)}
    assert world.frames[-1][1] == DIM * 25
    # The board's own light comes first: the pixels may hang.
    assert world.lamp == [True]
    assert world.dog.patience_us == 0 and autoreloads(), "a copied file restarts the program"
    reset(world)
    press_all(world, KEYS5, MOVES["keys5"], world.now_ms + 500)
    assert run_guarded(world, monkeypatch, "keys5")
    assert [text for text in texts_of(world) if text] == ["new switch AB layout=1"]


def test_a_lost_tile_does_not_end_the_alarm(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    world.was_bitten = True
    world.tiles[1].pull()
    press_all(world, PADS, "red", 9000)
    run_guarded(world, monkeypatch, "pads", Reloaded)
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_a_hang_that_stays_is_said_each_time_also_after_power_on(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    (drive / "lib/schiri.txt").unlink()
    hangs(world, monkeypatch, drive_program, "load_all")
    for until in (Bitten, Reloaded, Bitten, Reloaded):
        press_all(world, KEYS5, "red", world.now_ms + 1000)
        run_guarded(world, monkeypatch, "keys5", until)
        assert capsys.readouterr().out.splitlines() == [said(WHOLE)] * (until is Reloaded)
        reset(world, 30_000)
    world.switch_on()
    world.ends_ms = world.now_ms + 30_000
    run_guarded(world, monkeypatch, "keys5", Bitten)


def test_the_light_of_the_board_reports_damaged_light_code(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    cut(drive, OF_LIGHTS)
    with monkeypatch.context() as patch:
        hangs(world, patch, builds, "load")
        run_guarded(world, patch, "keys5", Bitten)
        reset(world)
        run_guarded(world, patch, "keys5")
    assert set(capsys.readouterr().out.splitlines()) == {said(f"not whole: {OF_LIGHTS}")}
    assert world.frames == [] and world.lamp == [True, False, True, False, True, False]
    # A copied file restarts the program.
    write(drive, OF_LIGHTS)
    reset(world)
    world.was_reloaded = True
    assert run_guarded(world, monkeypatch, "keys5")
    assert capsys.readouterr().out == EMPTY + "\n"


def test_a_fault_that_safe_mode_answers_is_said_too(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    world.safe_mode_reason = "hard fault"
    with pytest.raises(Reset):
        runpy.run_path(str(DRIVE / "safemode.py"))
    reset(world, 3000)
    run_guarded(world, monkeypatch, "keys5")
    assert "Schiri: the last run ended with software; " + WHOLE in capsys.readouterr().out
    assert world.frames[-1][1] == DIM * 25


def test_a_source_that_a_maker_breaks_and_repairs_is_loaded_again(
    world: World, monkeypatch: Patch, capsys: Said, tmp_path: Path
) -> None:
    import supervisor

    monkeypatch.chdir(tmp_path)
    with_sources(tmp_path)
    # As `deploy --editable` writes it, without what the files were.
    (tmp_path / "lib/schiri.txt").write_text(f"code.py\n{A_MODULE}\n")

    def fails() -> None:
        raise NameError("colour")

    with monkeypatch.context() as patch:
        patch.setattr(drive_program, "load_all", fails)
        run_guarded(world, patch, "keys5")
        reset(world, 5000)
        world.was_reloaded = True
    out = capsys.readouterr().out
    assert ", in fails" in out and "Schiri: NameError: colour" in out
    # A saved file restarts the program.
    assert supervisor.runtime.autoreload and world.dog.patience_us == 0
    (tmp_path / A_MODULE).write_text("repaired")
    assert run_guarded(world, monkeypatch, "keys5")
    assert "not whole" not in capsys.readouterr().out
    assert supervisor.runtime.autoreload, "while it plays, too"


def test_only_sources_are_loaded_again_when_a_file_is_saved(
    world: World, monkeypatch: Patch, drive: Path
) -> None:
    import supervisor

    found = []
    whole = Device.step

    def step(self: Device, *args: Any) -> Any:
        found.append(supervisor.runtime.autoreload)
        return whole(self, *args)

    monkeypatch.setattr(Device, "step", step)
    for is_editable in (False, True):
        found.clear()
        if is_editable:
            with_sources(drive)
        reset(world, 1000)
        run_guarded(world, monkeypatch, "keys5")
        assert set(found) == {is_editable}


def test_a_boot_after_a_hang_loads_no_module_and_leaves_the_drive_to_a_pc(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    monkeypatch.setenv("SCHIRI_BUILD", "keys5")
    hangs(world, monkeypatch, builds, "load")
    with pytest.raises(Bitten):
        boot()
    reset(world)
    boot()
    assert "pc may write" not in world.identification and world.dog.patience_us == 0
    assert capsys.readouterr().out == "Schiri: a PC may write to this drive.\n"
    assert world.identification["ports"] == (True, True), "the device is found all the same"


def test_safe_mode_loads_nothing_of_ours(world: World) -> None:
    world.safe_mode_reason = "hard fault"
    before = set(sys.modules)
    with pytest.raises(Reset):
        runpy.run_path(str(DRIVE / "safemode.py"))
    assert not {name for name in set(sys.modules) - before if name.startswith("schiri")}


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
