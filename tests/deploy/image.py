"""A FAT12 image of a Pico's drive, written with mtools, that remembers every sector it wrote.

Decides the result of a cut: each sector written since the last sync may be on the medium or not, in
any order; all earlier ones are.  Real caches are kinder: they write most sectors in order, and a
file when they are asked to.
"""

import errno
import os
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from filelock import FileLock
from schiri.deploy.install import Volume

SECTOR = 512
KILOBYTES = 1008  # a Pico's CIRCUITPY
TOOLS = {"mkfs.fat": "dosfstools", "fsck.fat": "dosfstools", "mcopy": "mtools", "mmd": "mtools"}
PATH = os.environ.get("PATH", "") + os.pathsep + os.pathsep.join(("/usr/sbin", "/sbin"))
REPAIRS = 6
FULL = ("Disk full", "No space left", "No free cluster")


def lacking() -> set[str]:
    return {package for tool, package in TOOLS.items() if not shutil.which(tool, path=PATH)}


def require_tools() -> None:
    """Install missing tools where that is allowed; skip the test otherwise."""
    if not lacking():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        # Tests run in parallel: one installs, the others wait for it.
        with FileLock(Path(tempfile.gettempdir()) / "schiri-tools.lock"):
            if packages := lacking():
                install = ["apt-get", "install", "-qq", "--no-install-recommends", *packages]
                for command in (["apt-get", "update", "-qq"], [*install, "-y"]):
                    subprocess.run(command, check=True, capture_output=True)
    elif packages := lacking():
        assert not os.environ.get("CI"), f"not installed: {packages}"
        pytest.skip(f"not installed: {' '.join(sorted(packages))}")


def tool(
    *command: str | Path, expected: tuple[int, ...] = (0,)
) -> subprocess.CompletedProcess[str]:
    """Run a tool and return its result.

    Raises: OSError, for a drive that is full.
    """
    # A short name has no case: systems show it in lower case.
    settings = {"PATH": PATH, "MTOOLS_SKIP_CHECK": "1", "MTOOLS_LOWER_CASE": "1"}
    environment = {**os.environ, **settings, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if any(words in done.stderr for words in FULL):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert done.returncode in expected, (command, done.stdout, done.stderr)
    return done


def room_of(image: Path) -> int:
    found = re.search(r"([\d ]+) bytes free", tool("mdir", "-i", image, "::/").stdout)
    assert found
    return int(found[1].replace(" ", ""))


def make_image(path: Path, files: Mapping[str, bytes]) -> Path:
    tool("mkfs.fat", "-F", "12", "-n", "CIRCUITPY", "-s", "1", "-C", path, str(KILOBYTES))
    folder = path.with_suffix(".files")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    tool("mcopy", "-s", "-i", path, *sorted(folder.iterdir()), "::/")
    shutil.rmtree(folder)
    return path


def files_of(image: Path, folder: Path) -> dict[str, bytes]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    tool("mcopy", "-s", "-n", "-i", image, "::/*", folder)
    volume = Volume(folder)
    return {name: volume.read(name) or b"" for name in volume.names()}


def is_clean(image: Path) -> bool:
    return tool("fsck.fat", "-n", image, expected=(0, 1)).returncode == 0


def repair(image: Path) -> None:
    """Repair an image: after one run of `fsck.fat` the next one may find more."""
    for _ in range(REPAIRS):
        if is_clean(image):
            return
        tool("fsck.fat", "-a", "-w", image, expected=(0, 1))
    raise AssertionError("this cannot be repaired")


def sectors(image: Path) -> list[bytes]:
    content = image.read_bytes()
    return [content[at : at + SECTOR] for at in range(0, len(content), SECTOR)]


class ImageVolume(Volume):
    """A drive whose files are in a folder and, through the same steps, on an image.

    Shape: ``steps`` has for each step the sectors that it wrote, ``synced`` the number of steps at
    each sync.
    """

    def __init__(self, image: Path, folder: Path) -> None:
        Volume.__init__(self, folder)
        files_of(image, folder)
        self.image = image
        self.base = sectors(image)
        self.steps: list[dict[int, bytes]] = []
        self.synced = [0]
        self._last = self.base

    def write(self, path: str, content: bytes) -> None:
        for folder in reversed(Path(path).parents[:-1]):
            if not (self.root / folder).is_dir():
                self._step("mmd", f"::/{folder.as_posix()}")
                # The folder exists even if the file then does not fit.
                (self.root / folder).mkdir()
        source = self.image.with_suffix(".one")
        source.write_bytes(content)
        self._step("mcopy", "-o", source, f"::/{path}")
        Volume.write(self, path, content)

    def rename(self, old: str, new: str) -> None:
        if (self.root / new).exists():
            self._step("mdel", f"::/{new}")
        self._step("mren", f"::/{old}", f"::/{new}")
        Volume.rename(self, old, new)

    def remove(self, path: str) -> None:
        if (self.root / path).exists():
            self._step("mdel", f"::/{path}")
        Volume.remove(self, path)
        for folder in Path(path).parents[:-1]:
            place = f"::/{folder.as_posix()}"
            # A check for leftovers would find a folder that should be gone.
            if (
                not (self.root / folder).exists()
                and not tool("mdir", "-b", "-i", self.image, place, expected=(0, 1)).returncode
            ):
                self._step("mrd", place)

    def sync(self) -> None:
        Volume.sync(self)
        self.synced.append(len(self.steps))

    def _step(self, name: str, *words: str | Path) -> None:
        tool(name, "-i", self.image, *words)
        now = sectors(self.image)
        changed = [at for at, sector in enumerate(now) if sector is not self._last[at]]
        changed = [at for at in changed if now[at] != self._last[at]]
        self.steps.append({at: now[at] for at in changed})
        self._last = now

    def cut(self, step: int, seed: int | None = None) -> bytes:
        """Return the medium after a cut at this step; with a seed, with random unsynced sectors."""
        synced = max(count for count in self.synced if count <= step)
        medium = list(self.base)
        late: dict[int, list[bytes]] = {}
        for number, written in enumerate(self.steps[:step]):
            for at, sector in written.items():
                if number < synced or seed is None:
                    medium[at] = sector
                else:
                    late.setdefault(at, []).append(sector)
        chance = random.Random(seed)
        for at in sorted(late):
            medium[at] = chance.choice([medium[at], *late[at]])
        return b"".join(medium)
