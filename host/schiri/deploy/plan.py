"""The changes that a drive needs: a comparison of wanted files with existing ones.

Decides which files may be removed: those in the manifest on the drive, if a file of ours can have
such a name, our modules by name, in either form and wherever CircuitPython would find them first,
and the remains of an interrupted attempt.  Other files belong to the user, as do lines of
`settings.toml` that are not in the template.  CircuitPython reads only those before the first
section.
"""

import re
from binascii import crc32
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from schiri.deploy.modules import LIB, PACKAGES, PROGRAM, root_files

MANIFEST = LIB + "schiri.txt"
NEW = ".new"
OUR_FOLDERS = tuple(f"{LIB}{name}/" for name in PACKAGES)
_BELOW_LIB = re.compile(rf"{LIB}(\w[\w.-]*/)*\w[\w.-]*", re.ASCII)


class Plan(NamedTuple):
    """The steps of one deployment.

    Shape: ``wanted`` has the content of every file of ours, the manifest included; the others are
    paths: ``left`` are remains of an interrupted attempt, ``removed`` all other files to remove.
    """

    wanted: Mapping[str, bytes]
    written: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]
    left: tuple[str, ...]

    @property
    def is_done(self) -> bool:
        return not (self.written or self.removed or self.left)

    def lines(self) -> list[str]:
        verbs = {"write": self.written, "keep": self.kept, "remove": self.removed + self.left}
        listed = sorted((path, verb) for verb, paths in verbs.items() for path in paths)
        return [f"{verb} {path}" for path, verb in listed]


def with_manifest(wanted: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files with their manifest; without the settings, which belong to the user.

    Shape: a line a file, its path and its CRC-32.  After a hang a device uses it to find damaged
    files. If the modules are sources there are only paths, because a maker may change sources.
    """
    ours = sorted(path for path in wanted if path not in (SETTINGS, MANIFEST))
    is_compiled = any(path.endswith(".mpy") for path in ours)
    rows = [f"{path} {crc32(wanted[path]):08x}\n" if is_compiled else f"{path}\n" for path in ours]
    return {**wanted, MANIFEST: "".join(rows).encode()}


def plan(
    wanted: Mapping[str, bytes],
    present: Mapping[str, bytes | None],
    names: Iterable[str],
    modules: Collection[str],
) -> Plan:
    """Return the plan that gives a drive the wanted files.

    Shape: ``names`` is every file on the drive, ``present`` the content of those that are wanted,
    None for none, and of the manifest; ``modules`` every path of a module that may be ours, below
    ``lib/``.

    >>> found = plan({"code.py": b"1"}, {}, ["lib/a.py", "lib/b.py"], ["a.py"])
    >>> found.lines()
    ['write code.py', 'remove lib/a.py']
    """
    written = tuple(sorted(path for path in wanted if present.get(path) != wanted[path]))
    kept = tuple(sorted(path for path in wanted if path not in written))
    ours = _ours(present.get(MANIFEST) or b"", modules)
    known = ours | set(wanted) | {MANIFEST, SETTINGS, PROGRAM}
    others = sorted(path for path in names if path not in wanted)
    removed = tuple(path for path in others if path in ours)
    # An interruption can separate a long name from its file; in our own folders the remains are
    # ours.
    left = tuple(
        path
        for path in others
        if path.endswith(NEW) and (path[: -len(NEW)] in known or path.startswith(OUR_FOLDERS))
    )
    return Plan(wanted, written, kept, removed, left)


def can_be_ours(path: str) -> bool:
    """Return whether any version of ours can have a file of this name, except the settings."""
    return bool(_BELOW_LIB.fullmatch(path)) or path in root_files()


def _ours(manifest: bytes, modules: Collection[str]) -> set[str]:
    lines = manifest.decode(errors="replace").splitlines()
    # Older versions wrote only paths.
    listed = set(filter(can_be_ours, (line.partition(" ")[0] for line in lines)))
    compiled = {path.removesuffix(".py") + ".mpy" for path in modules}
    # A module at the root would be found before the one in `lib`.
    return listed | {where + path for path in {*modules, *compiled} for where in ("", LIB)}


SETTINGS = "settings.toml"
BUILD = "SCHIRI_BUILD"
_SETTING = re.compile(rb"\s*([A-Za-z0-9_-]+)\s*=")


def merged(template: bytes, present: bytes | None, build: str) -> bytes:
    """Return the settings for a build: the template's, merged into those on the drive.

    >>> merged(b'# Which.\\nSCHIRI_BUILD = "x"\\n', None, "keys5")
    b'# Which.\\nSCHIRI_BUILD = "keys5"\\n'
    >>> merged(b'SCHIRI_BUILD = "x"\\n', b'A = 1\\nSCHIRI_BUILD = "x"\\n[b]\\n', "keys5")
    b'A = 1\\nSCHIRI_BUILD = "keys5"\\n[b]\\n'
    """
    lines = template.splitlines(keepends=True)
    chosen = f'{BUILD} = "{build}"\n'.encode()
    lines = [chosen if _key(line) == BUILD else line for line in lines]
    if not present:
        return b"".join(lines)
    ours = {key: line for line in lines if (key := _key(line))}
    waiting = dict(ours)
    result = []
    in_section = False
    for line in present.splitlines(keepends=True):
        in_section = in_section or line.lstrip().startswith(b"[")
        key = None if in_section else _key(line)
        if key not in ours:
            result.append(line)
        elif key in waiting:
            result.append(waiting.pop(key))
    return b"".join([*waiting.values(), *result])


def _key(line: bytes) -> str | None:
    match = _SETTING.match(line)
    return match.group(1).decode() if match else None
