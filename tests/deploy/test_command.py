"""``schiri deploy`` as typed, on folders with a `boot_out.txt`."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from schiri.deploy import drive
from schiri.deploy.contents import SOURCES
from schiri.deploy.drive import IDS
from schiri_device.builds import NAMES

from tests.cli.command import Ran, typed
from tests.counts import count
from tests.deploy.test_drive import make_drive
from tests.sources import DEVICE, ENGINES

Patch = pytest.MonkeyPatch
SMALL = ("-t", "tmpfs", "-o", f"size={count(1200, 400)}k", "tmpfs")


def files_in(root: Path) -> dict[str, bytes]:
    found = [path for path in root.rglob("*") if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in found}


def deployed(root: Path, *words: str, build: str = "cursor") -> Ran:
    ran = typed("deploy", str(root), "--build", build, *words)
    if not ran.status:
        assert len({line.split(" ")[0] for line in ran.lines} - {"write", "keep", "remove"}) == 0
    return ran


# `test_modules` checks the additional modules of the other builds as well.
@pytest.mark.parametrize("build", NAMES[: count(1, 3)])
def test_a_second_deployment_writes_nothing(build: str, tmp_path: Path) -> None:
    make_drive(tmp_path)
    first = deployed(tmp_path, build=build)
    assert first.status == 0 and "unplug" in first.err
    made = files_in(tmp_path)
    assert sorted(first.lines) == sorted(f"write {path}" for path in made if path != "boot_out.txt")
    again = deployed(tmp_path, build=build)
    assert again.lines == [line.replace("write", "keep") for line in first.lines]
    assert files_in(tmp_path) == made and "already" in again.err


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    make_drive(tmp_path)
    before = files_in(tmp_path)
    dry = deployed(tmp_path, "--dry-run")
    assert files_in(tmp_path) == before and "Nothing was written." in dry.err
    assert dry.out == deployed(tmp_path).out


def test_another_build_replaces_every_file_of_the_first(tmp_path: Path) -> None:
    other, whole = (make_drive(tmp_path / name) for name in ("other", "whole"))
    deployed(other, build="keys5")
    deployed(whole)
    ran = deployed(whole, build="keys5")
    assert files_in(whole) == files_in(other)
    assert not (whole / "lib/schiri_engines/joggle").exists()
    assert "keep code.py" in ran.lines and "write settings.toml" in ran.lines
    assert "remove lib/schiri_device/builds/cursor.mpy" in ran.lines


def test_with_editable_the_sources_are_copied(tmp_path: Path) -> None:
    drive = make_drive(tmp_path, board=IDS["pico2"])
    ran = deployed(drive, "--editable")
    assert ran.status == 0 and "restarts when a file of its drive is saved" in ran.err
    made = files_in(drive)
    assert not [path for path in made if path.endswith(".mpy")]
    assert made["lib/schiri_device/app/match.py"] == (DEVICE / "app" / "match.py").read_bytes()
    # What a maker has changed is replaced, as in each deployment.
    (drive / "lib/schiri_device/ticks.py").write_bytes(b"1 / 0")
    again = deployed(drive, "--editable")
    assert [line for line in again.lines if line.startswith("write")] == [
        "write lib/schiri_device/ticks.py"
    ]
    assert files_in(drive) == made
    # The other form leaves no source behind that would be found first.
    back = deployed(drive)
    assert "hold black" in back.err and "remove lib/schiri_device/app/match.py" in back.lines
    assert {"lib/" + path for path in SOURCES} == {
        path for path in files_in(drive) if path.startswith("lib/") and path.endswith(".py")
    }


@pytest.mark.parametrize(
    ("version", "words", "status", "said"),
    [
        ("10.2.1", ("--editable",), 4, "too little memory for modules as sources"),
        # No compiler is known for it.
        ("11.0.0", (), 4, "too little memory for modules as sources"),
        ("10.2.1", ("--editable", "--bundle", "a.zip"), 2, "Either --bundle or --editable"),
    ],
)
def test_sources_are_refused_where_they_do_not_fit(
    version: str, words: tuple[str, ...], status: int, said: str, tmp_path: Path
) -> None:
    before = files_in(make_drive(tmp_path, version))
    ran = deployed(tmp_path, *words)
    assert ran.status == status and said in ran.err and not ran.out
    assert files_in(tmp_path) == before


def test_files_copied_by_hand_are_replaced(tmp_path: Path) -> None:
    make_drive(tmp_path)
    for source, package in ((ENGINES, "schiri_engines"), (DEVICE, "schiri_device")):
        for path in source.rglob("*.py"):
            target = tmp_path / "lib" / package / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    theirs = {"settings.toml": b'A = "mine"\n', "lib/mine.py": b"1", "photo.jpg": b"2"}
    for name, content in theirs.items():
        (tmp_path / name).write_bytes(content)
    assert deployed(tmp_path).status == 0
    made = files_in(tmp_path)
    settings = made.pop("settings.toml")
    assert settings.startswith(b'SCHIRI_BUILD = "cursor"\nCIRCUITPY_PYSTACK_SIZE = ')
    assert settings.endswith(b'\nA = "mine"\n')
    sources = {path for path in made if path.endswith(".py")}
    assert sources >= {"boot.py", "code.py", "lib/mine.py"}
    stays = {f"lib/{path}" for path in SOURCES}
    assert {path for path in sources if "/" in path} == {"lib/mine.py", *stays}
    assert made["photo.jpg"] == b"2"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--build", "none"), 2, "is not one of"),
        (("--build", "cursor", "--board", "pico3"), 2, "Usage"),
        ((), 2, "--build"),
        (("--build", "cursor", "--board", "pico2"), 4, "not raspberry_pi_pico2"),
        (("--build", "feel5"), 4, "a Pico 2 has enough"),
    ],
)
def test_impossible_choices_are_refused(
    words: tuple[str, ...], status: int, said: str, tmp_path: Path
) -> None:
    before = files_in(make_drive(tmp_path))
    ran = typed("deploy", str(tmp_path), *words)
    assert ran.status == status and said in ran.err and not ran.out
    assert files_in(tmp_path) == before


def test_without_a_path_the_drive_is_found(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(drive, "mounted", lambda: [tmp_path / "found", tmp_path / "else"])
    words = ("deploy", "--build", "cursor", "--dry-run")
    assert (ran := typed(*words)).status == 2 and "No CIRCUITPY drive" in ran.err
    make_drive(tmp_path / "found")
    assert typed(*words).status == 0
    make_drive(tmp_path / "else", "8.0.0")
    assert (ran := typed(*words)).status == 2 and str(tmp_path / "else") in ran.err
    monkeypatch.setenv("SCHIRI_DRIVE", str(tmp_path / "else"))
    assert (ran := typed(*words)).status == 4 and "CircuitPython 8.0.0" in ran.err
    assert typed("deploy", str(tmp_path / "found"), *words[1:]).status == 0


@pytest.fixture
def mounted_drive(tmp_path: Path) -> Iterator[Path]:
    """A small separate file system with a drive on it, where mounting is allowed."""
    path = tmp_path / "CIRCUITPY"
    path.mkdir()
    if sys.platform != "linux" or os.geteuid() or mount(*SMALL, path):
        pytest.skip("mounting is not allowed here")
    yield make_drive(path)
    assert subprocess.run(["umount", path], check=False).returncode == 0


def mount(*words: str | Path) -> int:
    return subprocess.run(["mount", *words], capture_output=True, check=False).returncode


def test_a_full_or_read_only_drive_is_not_changed(mounted_drive: Path) -> None:
    deployed(mounted_drive, build="keys5")
    (mounted_drive / "photo.jpg").write_bytes(b"p" * shutil.disk_usage(mounted_drive).free)
    before = files_in(mounted_drive)
    ran = deployed(mounted_drive)
    assert ran.status == 3 and "kB must be free" in ran.err
    assert mount("-o", "remount,ro", mounted_drive) == 0
    assert deployed(mounted_drive, build="keys5").status == 0, "nothing has to be written"
    ran = deployed(mounted_drive)
    assert ran.status == 3 and "hold black while you plug it in" in ran.err
    assert files_in(mounted_drive) == before
