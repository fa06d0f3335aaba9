"""A start that hangs: the chip is reset, and then names the damaged file, with a light."""

import runpy
import sys
from binascii import crc32
from pathlib import Path
from typing import Any

import pytest
from schiri.deploy.contents import SOURCES
from schiri_device import builds
from schiri_device.app.device import Device

from tests.firmware import drive_program
from tests.firmware.drive.test_boot import A_MODULE, with_sources
from tests.firmware.drive.test_drive import MOVES
from tests.firmware.drive_program import EMPTY, press_all, run_guarded
from tests.firmware.hal.test_guard import DIM, is_sign, texts_of
from tests.firmware.world import KEYS5, Bitten, Reloaded, Reset, TheEnd, World
from tests.sources import DRIVE

Patch = pytest.MonkeyPatch
Said = pytest.CaptureFixture[str]
COMING_UP = b"\x08\x00\x04"
# Progress of a start: to its first light, or into its loop.
LIT, RUNNING = 3, 4
CUT = "lib/schiri_device/app/play.mpy"


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A drive with a manifest of two intact files."""
    monkeypatch.chdir(tmp_path)
    rows = []
    for path in ("code.py", CUT):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(2000 * path.encode())
        rows.append(f"{path} {crc32(file.read_bytes()):08x}\n")
    (tmp_path / "lib/schiri.txt").write_text("".join(rows))
    return tmp_path


def cut(drive: Path) -> None:
    """Cut a file in half."""
    data = (drive / CUT).read_bytes()
    (drive / CUT).write_bytes(data[: len(data) // 2])


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


def test_half_a_module_is_named_and_shown(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    import supervisor

    cut(drive)
    with monkeypatch.context() as patch:
        hangs(world, patch, drive_program, "load_all")
        run_guarded(world, patch, "keys5", Bitten)
        assert world.now_ms < 10_000 and world.frames[-1][1] == COMING_UP * 25
        assert capsys.readouterr().out == ""
        reset(world)
        # The step that hung is not tried again.
        run_guarded(world, patch, "keys5")
    lines = capsys.readouterr().out.splitlines()
    assert set(lines) == {f"Schiri: it stopped while loading; not whole: {CUT}"}
    assert len(lines) == 5 and world.frames[-1][1] == DIM * 25
    assert world.lamp == [True, False, True, False, True]
    assert world.dog.patience_us == 0 and supervisor.runtime.autoreload
    # Copying the file again starts the program.
    (drive / CUT).write_bytes(2000 * CUT.encode())
    reset(world)
    world.was_reloaded = True
    assert run_guarded(world, monkeypatch, "keys5")
    assert capsys.readouterr().out == EMPTY + "\n"


def test_the_light_of_the_board_reports_damaged_light_code(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    cut(drive)
    hangs(world, monkeypatch, builds, "load")
    run_guarded(world, monkeypatch, "keys5", Bitten)
    reset(world)
    run_guarded(world, monkeypatch, "keys5")
    assert f"before its first light; not whole: {CUT}\n" in capsys.readouterr().out
    assert world.frames == [] and len(world.lamp) == 5


@pytest.mark.parametrize(
    ("owner", "name", "where", "has_manifest"),
    [
        (drive_program, "load_all", "while loading", True),
        (builds, "load", "before its first light", True),
        (Device, "step", "in its loop", True),
        # A drive that was copied by hand.
        (drive_program, "load_all", "while loading", False),
    ],
)
def test_where_all_is_whole_it_is_tried_three_times_more(
    world: World,
    monkeypatch: Patch,
    capsys: Said,
    drive: Path,
    owner: Any,
    name: str,
    where: str,
    has_manifest: bool,
) -> None:
    if not has_manifest:
        (drive / "lib/schiri.txt").unlink()
    hangs(world, monkeypatch, owner, name)
    line = f"Schiri: it stopped {where}; every known file is whole"
    for attempt in range(4):
        run_guarded(world, monkeypatch, "keys5", Bitten)
        assert capsys.readouterr().out.splitlines() == [line] * (attempt > 0), "each start says it"
        reset(world, 30_000)
    run_guarded(world, monkeypatch, "keys5")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 5 and set(lines) == {line}
    assert world.dog.patience_us == 0
    # After a power cycle it is tried again.
    world.switch_on()
    world.ends_ms = world.now_ms + 30_000
    run_guarded(world, monkeypatch, "keys5", Bitten)


def empty(*args: object) -> None:
    """Fail as an empty module does that is loaded."""
    raise ValueError("incompatible .mpy file")


@pytest.mark.parametrize("fails", [None, empty])
def test_a_file_that_stopped_the_loop_is_named_and_shown_before_it_is_tried_again(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path, fails: Any
) -> None:
    cut(drive)
    with monkeypatch.context() as patch:
        if fails:
            patch.setattr(Device, "step", fails)
            run_guarded(world, patch, "keys5", Reloaded)
        else:
            hangs(world, patch, Device, "step")
            run_guarded(world, patch, "keys5", Bitten)
    capsys.readouterr()
    reset(world, 3000)
    begun_ms, at = world.now_ms, len(world.frames)
    # Any button goes on; then a game is played.
    press_all(world, KEYS5, "red " + MOVES["keys5"], begun_ms + 1500)
    assert run_guarded(world, monkeypatch, "keys5")
    said = f"it stopped in its loop; not whole: {CUT}"
    assert capsys.readouterr().out == f"Schiri: {said}\n"
    # While it loads, and until the button is pressed.
    shown = world.frames[at:]
    assert shown[1][1] == DIM * 25
    assert any(is_sign(frame, KEYS5) for ms, frame in shown if 1000 < ms - begun_ms < 1500)
    assert not is_sign(world.frames[-1][1], KEYS5)
    texts = [text for text in texts_of(world) if text]
    assert texts[-2:] == [f"failed {said}", "new switch AB layout=1"]
    assert world.sleep_memory[0] == 0, "a press that was taken ends the row of attempts"


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
        for until in (Reloaded, Reloaded, Reloaded, TheEnd):
            run_guarded(world, patch, "keys5", until)
            reset(world, 5000)
            world.was_reloaded = True
    said = capsys.readouterr().out
    assert ", in fails" in said and "Schiri: NameError: colour" in said
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


def test_a_boot_that_stands_still_leaves_the_drive_to_a_pc(
    world: World, monkeypatch: Patch, capsys: Said, drive: Path
) -> None:
    cut(drive)
    monkeypatch.setenv("SCHIRI_BUILD", "keys5")
    hangs(world, monkeypatch, builds, "load")
    with pytest.raises(Bitten):
        boot()
    reset(world)
    boot()
    assert "pc may write" not in world.identification and world.dog.patience_us == 0
    assert capsys.readouterr().out == "Schiri: a PC may write to this drive.\n"
    run_guarded(world, monkeypatch, "keys5")
    assert f"it stopped in boot.py; not whole: {CUT}\n" in capsys.readouterr().out


def test_a_boot_remembers_where_the_program_stood_still(
    world: World, monkeypatch: Patch, drive: Path
) -> None:
    monkeypatch.setenv("SCHIRI_BUILD", "keys5")
    from schiri_device.hal import chip

    assert (chip.LIT, chip.RUNNING) == (LIT, RUNNING)
    for stage, may_write in ((LIT, None), (RUNNING, False), (0, False)):
        world.switch_on()
        world.identification.clear()
        world.sleep_memory[1], world.was_bitten = stage, stage > 0
        boot()
        assert world.sleep_memory[1] == stage
        assert world.identification.get("pc may write") is may_write


def test_safe_mode_loads_nothing_that_is_compiled(world: World) -> None:
    world.safe_mode_reason = "hard fault"
    before = set(sys.modules)
    with pytest.raises(Reset):
        runpy.run_path(str(DRIVE / "safemode.py"))
    loaded = {name for name in set(sys.modules) - before if name.startswith("schiri")}
    assert loaded <= {module_of(path) for path in SOURCES}


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_the_world_ends_where_nothing_is_wrong(world: World, monkeypatch: Patch) -> None:
    world.ends_ms = 300
    assert run_guarded(world, monkeypatch, "keys5", TheEnd)
    assert world.sleep_memory[1] == RUNNING and world.lamp == []
