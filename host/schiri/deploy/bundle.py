"""Release bundles: the compiled files for a build and board, as a folder or a zip with their sums.

Decides their form, and that a damaged one is never installed.  A bundle has the files of a new
drive and `bundle.json`, which says for which build, board and versions of CircuitPython it is, and
the SHA-256 of each file.  Must not know how a drive is written.
"""

import json
import shutil
import sys
import zipfile
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from schiri_device import VERSION
from schiri_device.builds import NAMES, Build, load

from schiri.deploy import libraries
from schiri.deploy.compiler import FORMATS
from schiri.deploy.contents import new_drive
from schiri.deploy.drive import IDS, Drive, has_memory_for
from schiri.deploy.install import LARGEST
from schiri.deploy.modules import PROGRAM
from schiri.deploy.plan import SETTINGS, can_be_ours
from schiri.disk import is_endless
from schiri.errors import HostError
from schiri.zips import NOT_A_ZIP, entries_of, unpacked

SUMS = "bundle.json"
FORMAT = 1
# Zips cannot have an earlier time.
EPOCH = (1980, 1, 1, 0, 0, 0)
PLAIN_FILE = 0o100644 << 16
# Errors from a folder, zip or text that is not a bundle.
UNREADABLE = (*NOT_A_ZIP, OSError, RecursionError)


class Bundle(NamedTuple):
    """A bundle whose files have been verified.

    Shape: ``board`` is CircuitPython's name of the board, ``majors`` the major versions; ``files``
    are those of a new drive, by their paths.
    """

    build: str
    board: str
    majors: tuple[int, ...]
    files: Mapping[str, bytes]


def write_bundles(folder: Path, builds: Iterable[str] = NAMES) -> list[Path]:
    """Write a folder and a zip for each of these builds and each board with its memory; return
    the zips.

    Shape: the same sources give the same bytes; nothing is compressed because compressors differ.
    Raises: HostError (libraries-unreachable: they are fetched where they are missing).
    """
    if not libraries.are_there():
        libraries.fetch(libraries.library_folder())
    written = []
    for name in builds:
        build = load(name)
        assert build
        boards = [board for board in IDS if has_memory_for(build, IDS[board])]
        written += [write_bundle(folder, build, board) for board in boards]
    return written


def write_bundle(folder: Path, build: Build, board: str) -> Path:
    files = with_sums(build, board)
    path = folder / f"schiri-{build.name}-{board}.zip"
    _write_folder(path.with_suffix(""), files)
    _write_zip(path, files)
    return path


def with_sums(build: Build, board: str) -> dict[str, bytes]:
    """Return the files of a bundle; ``board`` is a typed name, such as ``pico``."""
    # All these versions read the same format, so one bundle fits them all.
    files = new_drive(build, max(FORMATS), IDS[board])
    sums = {
        "format": FORMAT,
        "build": build.name,
        "board": IDS[board],
        "circuitpython": sorted(FORMATS),
        "firmware": VERSION,
        "files": {path: sha256(files[path]).hexdigest() for path in sorted(files)},
    }
    return {**files, SUMS: (json.dumps(sums, indent=1) + "\n").encode()}


def read_bundle(path: Path) -> Bundle:
    """Return a bundle from a folder or zip, once all its files match their sums.

    Raises: HostError (bundle-missing, bundle-unreadable, bundle-outside, bundle-damaged).
    """
    if not path.exists():
        raise HostError("bundle-missing", path=path)
    try:
        files = _files_of(path)
        sums, bundle = _described(files.pop(SUMS, b""), files)
    except UNREADABLE as no:
        raise HostError("bundle-unreadable", path=path) from no
    found = sorted(files)
    for name in sorted({*map(str, sums), *files}):
        if not can_be_ours(name) and name != SETTINGS:
            raise HostError("bundle-outside", path=path, file=name)
        # A drive cannot have both a file and a folder of this name.
        at = bisect_left(found, name + "/")
        is_folder = at < len(found) and found[at].startswith(name + "/")
        if is_folder or name not in files or sha256(files[name]).hexdigest() != sums.get(name):
            raise HostError("bundle-damaged", path=path, file=name)
    for name in (PROGRAM, SETTINGS):
        if name not in files:
            raise HostError("bundle-damaged", path=path, file=name)
    return bundle


def require_fit(bundle: Bundle, build: Build, drive: Drive) -> None:
    """Raise unless a bundle is for this build, and for the board and version of the drive.

    Raises: HostError (bundle-of-build, bundle-of-board, bundle-of-version).
    """
    if bundle.build != build.name:
        raise HostError("bundle-of-build", found=bundle.build, wanted=build.name)
    if bundle.board != drive.board:
        raise HostError("bundle-of-board", found=bundle.board, wanted=drive.board)
    if drive.major not in bundle.majors:
        majors = " ".join(map(str, bundle.majors))
        raise HostError("bundle-of-version", found=majors, wanted=drive.major)


def _write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)


def _write_zip(target: Path, files: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, EPOCH)
            # A zip also records the system that made it.
            entry.create_system, entry.external_attr = 3, PLAIN_FILE
            archive.writestr(entry, files[path])


def _files_of(path: Path) -> dict[str, bytes]:
    if is_endless(path):
        raise ValueError(path)
    if not path.is_dir():
        return _zipped(path)
    files: dict[str, bytes] = {}
    left = LARGEST
    for each in sorted(path.rglob("*")):
        if each.is_file() and not each.is_symlink():
            with each.open("rb") as file:
                data = file.read(left + 1)
            left -= len(data)
            if left < 0:
                raise ValueError(path)
            files[each.relative_to(path).as_posix()] = data
    return files


def _zipped(path: Path) -> dict[str, bytes]:
    if path.stat().st_size > 2 * LARGEST:
        # Its table of contents alone may fill the memory.
        raise ValueError(path)
    files: dict[str, bytes] = {}
    left = LARGEST
    with zipfile.ZipFile(path) as archive:
        for entry in entries_of(archive):
            if entry.filename in files:
                raise HostError("bundle-damaged", path=path, file=entry.filename)
            files[entry.filename] = unpacked(archive, entry, left)
            left -= len(files[entry.filename])
    return files


def _described(text: bytes, files: Mapping[str, bytes]) -> tuple[Mapping[object, object], Bundle]:
    """Return the contents of `bundle.json`: the sum of each file, build, board and versions."""
    match json.loads(text):
        case {
            "format": int(form),
            "build": str(build),
            "board": str(board),
            "circuitpython": [*majors],
            "files": {**sums},
        } if form == FORMAT:
            return sums, Bundle(build, board, tuple(majors), files)
    raise ValueError(text)


if __name__ == "__main__":
    for each in write_bundles(Path(sys.argv[1])):
        print(each)
