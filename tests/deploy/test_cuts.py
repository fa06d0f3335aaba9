"""On FAT12 images: a cut at any write leaves a working program, or none and a repair."""

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from schiri.deploy.contents import new_drive, survey
from schiri.deploy.drive import IDS
from schiri.deploy.install import install
from schiri.deploy.modules import LIB, PROGRAM
from schiri.deploy.plan import MANIFEST, SETTINGS, with_manifest
from schiri.errors import HostError
from schiri_device.builds import Build

from tests.counts import count
from tests.deploy.image import (
    ImageVolume,
    files_of,
    is_clean,
    make_image,
    repair,
    require_tools,
    room_of,
    tool,
)
from tests.firmware.world import built

BOOT_OUT = b"Adafruit CircuitPython 10.2.1 on 2026-03-04; Raspberry Pi Pico with rp2040\n"
THEIRS = {"boot_out.txt": BOOT_OUT, "lib/mine.py": b"mine", "notes.txt": b"n" * 3000}
BUILD = built("cursor")


@cache
def program(build: Build, is_editable: bool = False) -> dict[str, bytes]:
    """Return the files of a drive with only some of the modules: each cut costs a repair."""
    whole = new_drive(build, 10, IDS["pico"], is_editable)
    modules = [path for path in whole if path.startswith(LIB) and path != MANIFEST]
    dropped = {MANIFEST, *modules} - set(modules[:: count(32, 8)])
    return with_manifest({path: text for path, text in whole.items() if path not in dropped})


def older() -> dict[str, bytes]:
    """Return the files of an imagined earlier version: some more, some fewer, some different."""
    files = dict(program(BUILD))
    names = sorted(files)
    for name in [name for name in names[::3] if name != SETTINGS]:
        files[name] = b"older " + files[name]
    for name in [name for name in names if "schiri_" in name][1::4]:
        gone = f"lib/gone{name[4:]}"
        files[gone] = files.pop(name)
    listed = sorted(name for name in files if name not in ("settings.toml", "lib/schiri.txt"))
    files["lib/schiri.txt"] = "".join(f"{name}\n" for name in listed).encode()
    files["code.py"] = b"older"
    return files


STARTS: dict[str, Callable[[], dict[str, bytes]]] = {
    "older": older,
    "new": lambda: {"code.py": b"print('Hello World!')\n", "settings.toml": b""},
    "other": lambda: program(built("keys5")),
    "sources": lambda: program(BUILD, is_editable=True),
}
by_start = pytest.mark.parametrize("start", list(STARTS)[: count(1, 4)])


@pytest.fixture(autouse=True)
def tools() -> None:
    require_tools()


def deploy(image: Path, folder: Path) -> ImageVolume:
    volume = ImageVolume(image, folder)
    install(volume, survey(volume, BUILD, program(BUILD)), lambda path: None)
    return volume


def loaded(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return our program as the device sees it: it cannot import files with torn names."""
    kept = {name for name in files if not name.endswith((".new", ".rec")) and "~" not in name}
    return {name: files[name] for name in kept - set(THEIRS)}


def cuts(volume: ImageVolume, chance: random.Random) -> Iterator[tuple[int, int | None]]:
    """Yield moments of a cut: always around the switch, and a sample of all others; some torn."""
    last = len(volume.steps)
    around = {*volume.synced[1:], last}
    sample = min(last, count(2, 1000))
    for step in sorted(around | set(chance.sample(range(last), sample))):
        yield step, None
    for _ in range(count(2, 30)):
        yield chance.randrange(last + 1), chance.randrange(2**32)


@by_start
def test_a_cut_at_any_write_is_repaired_by_the_next_deployment(start: str, tmp_path: Path) -> None:
    before = {**THEIRS, **STARTS[start]()}
    image = make_image(tmp_path / "drive.img", before)
    volume = deploy(image, tmp_path / "files")
    old, new = loaded(before), program(BUILD)
    assert files_of(image, tmp_path / "out") == {**THEIRS, **new} and is_clean(image)
    for step, seed in cuts(volume, random.Random(start)):
        image.write_bytes(volume.cut(step, seed))
        mend(image, is_torn=seed is not None)
        files = files_of(image, tmp_path / "out")
        now = loaded(files)
        assert now in (old, new) or PROGRAM not in now, (step, seed)
        assert files.items() >= THEIRS.items()
        deploy(image, tmp_path / "files")
        mend(image, is_torn=seed is not None)
        repaired = files_of(image, tmp_path / "out")
        assert loaded(repaired) == new, (step, seed)
        assert not [name for name in repaired if name.endswith(".new") and "~" not in name]


def mend(image: Path, is_torn: bool) -> None:
    """Repair a torn image; an image that is not torn needs no repair."""
    if is_torn:
        # `fsck.fat` leaves parts of names, which mtools cannot handle: a second run is needed.
        repair(image)
    assert is_clean(image)


@by_start
def test_a_full_drive_keeps_its_program(start: str, tmp_path: Path) -> None:
    image = make_image(tmp_path / "drive.img", {**THEIRS, **STARTS[start]()})
    volume = ImageVolume(image, tmp_path / "files")
    todo = survey(volume, BUILD, program(BUILD))
    needed = sum(len(todo.wanted[path]) for path in todo.written)
    volume.write("photo.jpg", b"p" * (room_of(image) - needed // 2))
    before = files_of(image, tmp_path / "out")
    with pytest.raises(HostError) as error:
        install(volume, todo, lambda path: None)
    assert error.value.code == "drive-full"
    assert error.value.details["kilobytes"] == needed // 1024 + 1
    repair(image)  # mtools itself loses clusters if there is no room.
    files = files_of(image, tmp_path / "out")
    assert {name: files[name] for name in files if not name.endswith(".rec")} == before
    tool("mdel", "-i", image, "::/photo.jpg")
    deploy(image, tmp_path / "files")
    assert loaded(files_of(image, tmp_path / "out")) == program(BUILD)
