"""Finding the drive, and checking that its board and its CircuitPython are supported.

Decides where to look for drives on each system.  A drive of CircuitPython is recognised by its file
`boot_out.txt`, whatever its name.
"""

import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

from schiri_device.boards import ROWS
from schiri_device.builds import Build

from schiri.deploy.compiler import OLDEST
from schiri.disk import is_endless
from schiri.errors import HostError

BOOT_OUT = "boot_out.txt"
# It has two lines or three.
LONGEST = 4096
FAT = ("vfat", "msdos")
MOUNTS = Path("/proc/self/mounts")
VOLUMES = Path("/Volumes")
REMOVABLE = 2
_VERSION = re.compile(r"^Adafruit CircuitPython ((\d{1,4})\.\S+) on ")
_BOARD = re.compile(r"^Board ID:(\S+)\s*$", re.MULTILINE)


class BoardKind(NamedTuple):
    """A row of the boards; see `schiri_device.boards`."""

    name: str
    id: str
    pins: str
    is_small: bool


BOARDS = [BoardKind(*row) for row in ROWS]
# The typed name of each board, and CircuitPython's name.
IDS = {each.name: each.id for each in BOARDS}


class Drive(NamedTuple):
    """A drive of CircuitPython: its path, its board, and the major version."""

    path: Path
    board: str
    major: int


def find_drive() -> Path:
    """Return the path of the only drive of CircuitPython on this PC.

    Raises: HostError (no-drive, many-drives).
    """
    found = [path for path in mounted() if os.path.isfile(path / BOOT_OUT)]
    if not found:
        raise HostError("no-drive")
    if len(found) > 1:
        raise HostError("many-drives", paths=", ".join(map(str, found)))
    return found[0]


def identify(path: Path) -> Drive:
    """Return a drive with its board and version."""
    try:
        said = path / BOOT_OUT
        if is_endless(said):
            return described(path, b"")
        with said.open("rb") as file:
            return described(path, file.read(LONGEST))
    except OSError as error:
        raise HostError("not-a-drive", path=path) from error


def described(path: Path, boot_out: bytes) -> Drive:
    """Return the drive that its `boot_out.txt` describes."""
    text = boot_out[:LONGEST].decode("utf-8", "replace")
    version, board = _VERSION.search(text), _BOARD.search(text)
    if not version or not board or int(version[2]) < OLDEST:
        found = version[1] if version else "?"
        raise HostError("circuitpython-unsupported", path=path, found=found, oldest=OLDEST)
    return Drive(path, board[1], int(version[2]))


def require_board(drive: Drive, name: str | None) -> None:
    """Raise unless the drive belongs to a supported board, and to the one that was named.

    Raises: HostError (board-unsupported, board-different).
    """
    if drive.board not in IDS.values():
        boards = " ".join(IDS.values())
        raise HostError("board-unsupported", found=drive.board, boards=boards)
    if name is not None and IDS[name] != drive.board:
        raise HostError("board-different", found=drive.board, wanted=IDS[name])


def require_memory(drive: Drive) -> None:
    """Raise HostError (board-too-small) unless the board can load modules as sources."""
    if is_small(drive.board):
        raise HostError("board-too-small", found=drive.board)


def require_build(drive: Drive, build: Build) -> None:
    """Raise HostError (build-needs-pico-2) unless the board has the memory for a build."""
    if not has_memory_for(build, drive.board):
        raise HostError("build-needs-pico-2", build=build.name, found=drive.board)


def has_memory_for(build: Build, id: str) -> bool:
    """Return whether a board has the memory for a build: sensors need that of a Pico 2."""
    return not (build.sensors and is_small(id))


def is_small(id: str) -> bool:
    """Return whether the memory of a board is small."""
    return any(each.is_small for each in BOARDS if each.id == id)


def mounted() -> list[Path]:
    if sys.platform == "win32":
        from ctypes import windll

        letters = windll.kernel32.GetLogicalDrives()
        roots = [f"{chr(65 + place)}:\\" for place in range(26) if letters >> place & 1]
        return [Path(r) for r in roots if windll.kernel32.GetDriveTypeW(r) == REMOVABLE]
    if sys.platform == "darwin":
        return sorted(VOLUMES.iterdir())
    return fat_mounts(MOUNTS.read_text("utf-8", "surrogateescape")) if MOUNTS.exists() else []


def fat_mounts(table: str) -> list[Path]:
    r"""Return where Linux has mounted FAT file systems, from its table of mounts.

    >>> fat_mounts("/dev/sda1 /media/a/CIRCUIT\\040PY vfat rw 0 0\nproc /proc proc rw 0 0")[0].name
    'CIRCUIT PY'
    """
    rows = [line.split(" ") for line in table.splitlines()]
    names = [row[1] for row in rows if len(row) > 2 and row[2] in FAT]
    plain = (re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), name) for name in names)
    return sorted({Path(name) for name in plain})
