"""Installs the firmware on a drive that a page may write, with the order and checks of deploy.

Decides how a drive is reached through a browser, where each call waits.  Must not know which files
belong on it.
"""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from schiri_device.builds import load

from schiri.deploy.bundle import read_bundle, require_fit
from schiri.deploy.contents import carry_out, survey
from schiri.deploy.drive import BOOT_OUT, described, require_board
from schiri.deploy.install import Volume
from schiri.errors import HostError
from schiri.page.logs.reader import problem_words
from schiri.texts import Words

# A browser's error names; any other means that the drive has failed or is gone.
NUMBERS = {
    "NotAllowedError": errno.EACCES,
    "NoModificationAllowedError": errno.EACCES,
    "QuotaExceededError": errno.ENOSPC,
}


class BrowserAnswer(Protocol):
    """A browser's answer: a value, or the name of an error."""

    value: str | bytes | None
    error: str


class BrowserDrive(Protocol):
    """The browser's side of a folder; each call returns an awaitable."""

    def names(self) -> object:
        """Ask for the paths of all files, a line each."""

    def read(self, path: str) -> object:
        """Request the contents of a file, None if there is none."""

    def write(self, path: str, content: bytes) -> object:
        """Request that a file is written completely or not at all."""

    def remove(self, path: str) -> object:
        """Request that a file is removed, with the folders that become empty."""


class BrowserVolume(Volume):
    """The files of a folder to which a page has access.

    Shape: ``wait`` waits for an answer and returns it.
    """

    def __init__(
        self, name: str, drive: BrowserDrive, wait: Callable[[object], BrowserAnswer]
    ) -> None:
        super().__init__(Path(name))
        self._drive, self._wait = drive, wait

    def names(self) -> list[str]:
        return sorted(str(self._ask(self._drive.names())).splitlines())

    def read(self, path: str) -> bytes | None:
        found = self._ask(self._drive.read(path))
        return None if found is None or isinstance(found, str) else bytes(found)

    def write(self, path: str, content: bytes) -> None:
        self._ask(self._drive.write(path, content))

    def rename(self, old: str, new: str) -> None:
        """Rename a file: the new one is complete before the old one is removed."""
        content = self.read(old)
        if content is None:
            raise OSError(errno.ENOENT, old)
        self.write(new, content)
        self.remove(old)

    def remove(self, path: str) -> None:
        self._ask(self._drive.remove(path))

    def sync(self) -> None:
        """Check that the drive is there: a browser cannot wait for the medium."""
        self.names()

    def _ask(self, asked: object) -> str | bytes | None:
        answer = self._wait(asked)
        if answer.error:
            raise OSError(NUMBERS.get(answer.error, errno.EIO), answer.error)
        return answer.value


def put_on(
    volume: Volume,
    bundle: bytes,
    build_name: str,
    board: str,
    language: str,
    report: Callable[[str], None],
) -> str:
    """Install a bundle on a drive; return the result or the problem as JSON.

    Rule: the drive must have the chosen board, and the bundle must be valid and fit both.
    """
    words = Words(language)
    try:
        is_new = _put(volume, bundle, build_name, board, report)
    except HostError as error:
        return json.dumps({"problem": problem_words(words, error)})
    if not is_new:
        return json.dumps({"done": words.gettext("The device has this program already.")})
    done = words.gettext("Done. Eject the drive, unplug the device and plug it in again.")
    again = words.gettext("To write to it again, hold black while you plug it in.")
    return json.dumps({"done": f"{done} {again}"})


def _put(
    volume: Volume, data: bytes, build_name: str, board: str, report: Callable[[str], None]
) -> bool:
    build = load(build_name)
    assert build
    try:
        boot_out = volume.read(BOOT_OUT)
    except OSError as error:
        raise HostError("not-a-drive", path=volume.root) from error
    if boot_out is None:
        raise HostError("not-a-drive", path=volume.root)
    drive = described(volume.root, boot_out)
    require_board(drive, board)
    with TemporaryDirectory() as folder:
        path = Path(folder, f"schiri-{build_name}-{board}.zip")
        path.write_bytes(data)
        bundle = read_bundle(path)
    require_fit(bundle, build, drive)
    todo = survey(volume, build, bundle.files)
    if todo.is_done:
        return False
    carry_out(todo, volume, build, bundle.files, report)
    return True
