"""What has to change on a drive: a comparison of what shall lie there with what does.

Decides which files are ours to remove: those that the manifest on the drive names, modules of ours
by their names, in either form and where CircuitPython would find them first, and what an attempt
that was cut short left behind.  Everything else is the players' own.
"""

from binascii import crc32
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from schiri.deploy.modules import LIB, PACKAGES, PROGRAM
from schiri.deploy.settings import SETTINGS

MANIFEST = LIB + "schiri.txt"
NEW = ".new"
OUR_FOLDERS = tuple(f"{LIB}{name}/" for name in PACKAGES)


class Plan(NamedTuple):
    """What has to be done.

    Shape: ``wanted`` has the content of every file of ours, the manifest included; the others are
    paths: ``left`` are remains of an attempt that was cut short, ``removed`` whatever else goes.
    """

    wanted: Mapping[str, bytes]
    written: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        """Whether the drive is as it shall be."""
        return not (self.written or self.removed or self.left)

    def lines(self) -> list[str]:
        """Return one line a file, by their paths."""
        verbs = [("write", self.written), ("keep", self.kept)]
        verbs += [("remove", self.removed), ("remove", self.left)]
        listed = sorted((path, verb) for verb, paths in verbs for path in paths)
        return [f"{verb} {path}" for path, verb in listed]


def with_manifest(wanted: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with the one that names them; the settings are the players' as well.

    Shape: a line a file, its path and its CRC-32, by which a device that stood still looks for what
    is not whole.
    """
    ours = sorted(path for path in wanted if path != SETTINGS)
    rows = [f"{path} {crc32(wanted[path]):08x}\n" for path in ours]
    return {**wanted, MANIFEST: "".join(rows).encode()}


def plan(
    wanted: Mapping[str, bytes],
    present: Mapping[str, bytes],
    names: Iterable[str],
    modules: Collection[str],
) -> Plan:
    """Return what makes a drive have the wanted files.

    Shape: ``names`` is every file on the drive, ``present`` the content of those that are wanted,
    and of the manifest; ``modules`` every path of a module that may be ours, below ``lib/``.

    >>> found = plan({"code.py": b"1"}, {}, ["lib/a.py", "lib/b.py"], ["a.py"])
    >>> found.lines()
    ['write code.py', 'remove lib/a.py']
    """
    written = tuple(sorted(path for path in wanted if present.get(path) != wanted[path]))
    kept = tuple(sorted(path for path in wanted if path not in written))
    ours = _ours(present.get(MANIFEST, b""), modules)
    known = ours | set(wanted) | {MANIFEST, SETTINGS, PROGRAM}
    others = sorted(path for path in names if path not in wanted)
    removed = tuple(path for path in others if path in ours)
    left = tuple(path for path in others if path.endswith(NEW) and _is_left(path, known))
    return Plan(wanted, written, kept, removed, left)


def _is_left(path: str, known: Collection[str]) -> bool:
    # A cut can tear a long name off its file; in our own folders the rest of it is ours.
    return path[: -len(NEW)] in known or path.startswith(OUR_FOLDERS)


def _ours(manifest: bytes, modules: Collection[str]) -> set[str]:
    lines = manifest.decode(errors="replace").splitlines()
    # What an older version wrote has paths alone.
    listed = {line.partition(" ")[0] for line in lines}
    compiled = {path.removesuffix(".py") + ".mpy" for path in modules}
    # A module at the root would be found before the one in `lib`.
    return listed | {where + path for path in {*modules, *compiled} for where in ("", LIB)}
