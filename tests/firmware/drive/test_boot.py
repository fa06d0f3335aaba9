"""Boot: a PC finds the right port, and may write to the drive only if black is held."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest
from schiri.device import finder
from schiri_device.builds import Build

from tests.firmware.drive.test_drive import by_name
from tests.firmware.world import World, wires
from tests.sources import DRIVE

Patch = pytest.MonkeyPatch
A_MODULE = "lib/schiri_device/app/device.py"


def boot(monkeypatch: Patch, build: str = "cursor", folder: Path = DRIVE) -> None:
    monkeypatch.setenv("SCHIRI_BUILD", build)
    monkeypatch.chdir(folder)
    runpy.run_path(str(DRIVE / "boot.py"))


def with_sources(drive: Path) -> None:
    """Make the modules on a drive look like sources."""
    path = drive / A_MODULE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def test_the_pc_finds_the_data_port(world: World, monkeypatch: Patch) -> None:
    boot(monkeypatch)
    assert world.identification["ports"] == (True, True)
    product = world.identification["product"]
    # CircuitPython names the interfaces. Linux reports the first name of each pair, macOS the
    # second.
    for suffix in ("control", "data"):
        interfaces = [f"CircuitPython {name} {suffix}" for name in ("CDC", "CDC2")]
        ports = [
            SimpleNamespace(device="/dev/a", product=product, interface=interfaces[0]),
            SimpleNamespace(device="/dev/b", product=product, interface=interfaces[1]),
            SimpleNamespace(device="/dev/c", product="Pico", interface=interfaces[1]),
        ]
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda ports=ports: ports)
        assert finder.our_ports() == ["/dev/b"]


@by_name
@pytest.mark.parametrize("held", ["", "black", "white"])
def test_a_pc_may_write_if_black_is_held(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], build: Build, held: str
) -> None:
    if held:
        world.contacts.add(wires(build)[held])
    boot(monkeypatch, build.name)
    # Either the PC or the program may write.
    assert world.identification.get("pc may write", True) is (held == "black")
    said = capsys.readouterr().out
    assert "a PC may write" in said if held == "black" else "hold black" in said
    # All output goes to boot_out.txt, which is only rewritten after a change.
    assert len(said.splitlines()) == 1


def test_a_drive_of_sources_stays_open(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "code.py").touch()
    boot(monkeypatch, folder=tmp_path)
    assert not world.identification["pc may write"]
    world.switch_on()
    world.identification.clear()
    with_sources(tmp_path)
    boot(monkeypatch, folder=tmp_path)
    assert "pc may write" not in world.identification
    assert "a PC may write" in capsys.readouterr().out


@pytest.mark.parametrize("build", ["", "curser"])
def test_a_drive_without_a_build_stays_open(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], build: str
) -> None:
    boot(monkeypatch, build)
    assert world.identification.get("pc may write", True)
    assert capsys.readouterr().out == "Schiri: a PC may write to this drive.\n"


def test_a_drive_that_is_not_whole_stays_open(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    boot(monkeypatch, folder=tmp_path)
    assert world.identification.get("pc may write", True)
    assert "a PC may write" in capsys.readouterr().out
    (tmp_path / "code.py").touch()
    boot(monkeypatch, folder=tmp_path)
    assert not world.identification["pc may write"]
    for broken in (ImportError, SyntaxError, MemoryError, AttributeError):
        world.switch_on()
        world.identification.clear()

        def fails(name: str, error: type[Exception] = broken) -> None:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr("schiri_device.builds.load", fails)
            boot(patch, folder=tmp_path)
        assert "pc may write" not in world.identification
        assert world.identification["ports"] == (True, True), "the device is found all the same"
        assert f"{broken.__name__}()" in capsys.readouterr().out


def test_faults_of_tiles_are_printed(
    world: World, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    world.tiles[1].pull()
    world.tiles[2].hardware_id = 0x12
    boot(monkeypatch, "pads")
    _, missing, other = capsys.readouterr().out.splitlines()
    assert missing == "Schiri: tile 2 at 0x2f: No I2C device at address: 0x2f"
    assert other.startswith("Schiri: tile 3 at 0x30: Seesaw hardware ID returned 0x12 is not")
    for tile in world.tiles:
        tile.pull()
    world.restart()
    boot(monkeypatch, "pads")
    assert "Schiri: no tiles: No pull up found on SDA" in capsys.readouterr().out
