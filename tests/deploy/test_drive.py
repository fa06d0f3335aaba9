"""The choice of the drive: found on each system, and refused if it is unsuitable."""

import sys
import tracemalloc
from pathlib import Path

import pytest
from schiri.deploy import drive
from schiri.deploy.bundle import read_bundle
from schiri.deploy.drive import (
    IDS,
    fat_mounts,
    find_drive,
    identify,
    mounted,
    require_board,
    require_build,
    require_memory,
)
from schiri.errors import HostError

from tests.firmware.world import built

Patch = pytest.MonkeyPatch
BOOT_OUT = (
    "Adafruit CircuitPython {version} on 2026-03-04; Raspberry Pi Pico with rp2040\n"
    "Board ID:{board}\nUID:E66118604B5A2C21\nboot.py output:\nBoard ID: none of ours\n"
)


def make_drive(path: Path, version: str = "10.2.1", board: str = "raspberry_pi_pico") -> Path:
    path.mkdir(parents=True, exist_ok=True)
    (path / "boot_out.txt").write_text(BOOT_OUT.format(version=version, board=board))
    return path


def code_of(error: pytest.ExceptionInfo[HostError]) -> tuple[str, int]:
    return error.value.code, error.value.status


def test_a_drive_says_what_it_is(tmp_path: Path) -> None:
    found = identify(make_drive(tmp_path, "10.0.0-beta.2", "raspberry_pi_pico2"))
    assert found == (tmp_path, "raspberry_pi_pico2", 10)
    assert identify(make_drive(tmp_path, "9.2.8-3-g0123abc")).major == 9


OLD = ("8.2.10", "7.0.0", "1.0.0")
ENDLESS = b"Adafruit CircuitPython %s.0.0 on x\nBoard ID:raspberry_pi_pico2" % (b"9" * 4301)


@pytest.mark.parametrize(
    ("text", "found"),
    [(BOOT_OUT.format(version=each, board="raspberry_pi_pico").encode(), each) for each in OLD]
    + [(each, "?") for each in (b"", b"\xff\xfe\0", b"Adafruit CircuitPython ten", b"MicroPython")]
    + [(ENDLESS, "?"), (b"Adafruit CircuitPython 10.0.0 on x\n", "10.0.0")],
)
def test_a_circuitpython_that_is_old_or_unreadable_is_refused(
    text: bytes, found: str, tmp_path: Path
) -> None:
    (tmp_path / "boot_out.txt").write_bytes(text)
    with pytest.raises(HostError) as error:
        identify(tmp_path)
    assert code_of(error) == ("circuitpython-unsupported", 4)
    assert error.value.details["found"] == found


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such file")
def test_an_endless_boot_out_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "boot_out.txt").symlink_to("/dev/zero")
    with pytest.raises(HostError) as error:
        identify(tmp_path)
    assert code_of(error) == ("circuitpython-unsupported", 4)
    with pytest.raises(HostError) as error:
        read_bundle(Path("/dev/zero"))
    assert code_of(error) == ("bundle-unreadable", 3)


def test_only_the_beginning_of_a_huge_boot_out_is_read(tmp_path: Path) -> None:
    make_drive(tmp_path)
    with (tmp_path / "boot_out.txt").open("ab") as file:
        file.truncate(1 << 25)
    tracemalloc.start()
    found = identify(tmp_path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.major == 10 and peak < 1 << 20


def test_a_folder_without_boot_out_is_no_drive(tmp_path: Path) -> None:
    (tmp_path / "other" / "boot_out.txt").mkdir(parents=True)
    for path in (tmp_path, tmp_path / "missing", tmp_path / "other"):
        with pytest.raises(HostError) as error:
            identify(path)
        assert code_of(error) == ("not-a-drive", 2)


def test_only_the_named_board_is_accepted(tmp_path: Path) -> None:
    for name, board in IDS.items():
        found = identify(make_drive(tmp_path, board=board))
        require_board(found, None)
        require_board(found, name)
        for other in set(IDS) - {name}:
            with pytest.raises(HostError) as error:
                require_board(found, other)
            assert code_of(error) == ("board-different", 4)
    with pytest.raises(HostError) as error:
        require_board(identify(make_drive(tmp_path, board="adafruit_feather_rp2040")), None)
    assert code_of(error) == ("board-unsupported", 4)


def test_sources_need_the_memory_of_a_pico_2(tmp_path: Path) -> None:
    require_memory(identify(make_drive(tmp_path, board=IDS["pico2"])))
    with pytest.raises(HostError) as error:
        require_memory(identify(make_drive(tmp_path, board=IDS["pico"])))
    assert code_of(error) == ("board-too-small", 4)


def test_a_build_with_sensors_needs_the_memory_of_a_pico_2(tmp_path: Path) -> None:
    drive = identify(make_drive(tmp_path, board=IDS["pico"]))
    require_build(drive, built("keys5"))
    with pytest.raises(HostError) as error:
        require_build(drive, built("feel5"))
    assert code_of(error) == ("build-needs-pico-2", 4)
    for name in set(IDS) - {"pico"}:
        require_build(identify(make_drive(tmp_path, board=IDS[name])), built("feel5"))


def test_linux_finds_drives_by_the_table_of_mounts(tmp_path: Path, monkeypatch: Patch) -> None:
    ours = make_drive(tmp_path / "A B")
    (tmp_path / "stick").mkdir()
    make_drive(tmp_path / "ext4")
    rows = [f"{tmp_path}/A\\040B vfat", f"{tmp_path}/stick vfat", f"{tmp_path}/ext4 ext4"]
    table = tmp_path / "mounts"
    table.write_text("".join(f"/dev/sdx1 {row} rw,nosuid 0 0\n" for row in rows) + "\n")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(drive, "MOUNTS", table)
    assert find_drive() == ours
    assert fat_mounts("broken\n\n") == []


def test_macos_finds_drives_below_volumes(tmp_path: Path, monkeypatch: Patch) -> None:
    ours = make_drive(tmp_path / "CIRCUITPY")
    (tmp_path / "Macintosh HD").mkdir()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(drive, "VOLUMES", tmp_path)
    assert find_drive() == ours


def test_windows_asks_removable_letters_only(monkeypatch: Patch) -> None:
    class Kernel:
        @staticmethod
        def GetLogicalDrives() -> int:  # noqa: N802  Windows calls it so
            return 0b1101100

        @staticmethod
        def GetDriveTypeW(root: str) -> int:  # noqa: N802
            return {"C:\\": 3, "D:\\": 5}.get(root, drive.REMOVABLE)

    class Windll:
        kernel32 = Kernel

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("ctypes.windll", Windll, raising=False)
    assert [str(path) for path in mounted()] == ["F:\\", "G:\\"]


def test_no_drive_and_two_drives_are_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(drive, "mounted", lambda: sorted(tmp_path.iterdir()))
    with pytest.raises(HostError) as error:
        find_drive()
    assert code_of(error) == ("no-drive", 2)
    paths = [make_drive(tmp_path / name) for name in ("CIRCUITPY", "CIRCUITPY1")]
    with pytest.raises(HostError) as error:
        find_drive()
    assert code_of(error) == ("many-drives", 2)
    assert error.value.details["paths"] == f"{paths[0]}, {paths[1]}"
