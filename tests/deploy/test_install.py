"""The order of an installation, and the report of a drive that fails at any step of it."""

import errno
import os
from pathlib import Path

import pytest
from schiri.deploy.install import Volume, drive_error, install
from schiri.deploy.plan import MANIFEST, Plan, plan
from schiri.errors import HostError

OLD = {"code.py": b"old", "lib/a.py": b"a", "lib/gone.py": b"", MANIFEST: b"lib/gone.py\n"}
LEFT = "lib/a.py.new"
THEIRS = {"mine.txt": b"mine"}
NEW = {
    "code.py": b"new",
    "lib/a.py": b"aa",
    "lib/b.py": b"b" * (3072 - 14),
    MANIFEST: b"lib/a.py\n",
}


class Drive(Volume):
    """A drive in memory that fails at one step, and records its steps."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(Path("drive"))
        self.files = dict(files)
        self.steps: list[str] = []
        self.fails_at = -1
        self.error: BaseException = OSError(errno.EIO, "")
        self.spoils = ""

    def _step(self, text: str) -> None:
        self.steps.append(text)
        if len(self.steps) - 1 == self.fails_at:
            raise self.error

    def read(self, path: str) -> bytes | None:
        self._step(f"read {path}")
        return b"?" if path == self.spoils else self.files.get(path)

    def write(self, path: str, content: bytes) -> None:
        self._step(f"write {path}")
        self.files[path] = content

    def rename(self, old: str, new: str) -> None:
        self._step(f"rename {old} {new}")
        self.files[new] = self.files.pop(old)

    def remove(self, path: str) -> None:
        self._step(f"remove {path}")
        self.files.pop(path, None)

    def sync(self) -> None:
        self._step("sync")


def plan_of(files: dict[str, bytes], wanted: dict[str, bytes] = NEW) -> Plan:
    return plan(wanted, files, files, ["a.py", "b.py"])


def made(drive: Drive, wanted: dict[str, bytes] = NEW) -> list[str]:
    told: list[str] = []
    install(drive, plan_of(dict(drive.files), wanted), told.append)
    return told


def test_the_old_program_stays_whole_until_the_new_one_is_whole() -> None:
    drive = Drive({**OLD, **THEIRS, LEFT: b"rest"})
    assert made(drive) == sorted(NEW)
    assert drive.files == {**NEW, **THEIRS}
    written = [f"write {path}.new" for path in sorted(NEW)]
    renamed = [f"rename {path}.new {path}" for path in (MANIFEST, "lib/a.py", "lib/b.py")]
    assert drive.steps == [
        f"remove {LEFT}",
        *written,
        "sync",
        *(f"read {path}.new" for path in sorted(NEW)),
        *("remove code.py", "sync", "remove lib/gone.py", "sync"),
        *renamed,
        *("sync", "rename code.py.new code.py", "sync"),
    ]


def test_an_unchanged_code_py_is_disabled_during_the_installation() -> None:
    drive = Drive(OLD)
    made(drive, {**NEW, "code.py": b"old"})
    assert drive.files["code.py"] == b"old" and "write code.py.new" not in drive.steps
    off = drive.steps.index("rename code.py code.py.new")
    assert drive.steps[off + 1] == "sync" and drive.steps[-2] == "rename code.py.new code.py"
    drive = Drive({path: text for path, text in NEW.items() if path != "lib/b.py"})
    assert made(drive) == ["lib/b.py"] and drive.files == NEW


def test_an_up_to_date_drive_is_only_synced() -> None:
    drive = Drive({**NEW, **THEIRS})
    assert made(drive) == [] and drive.steps == ["sync"]
    # Leftovers of an earlier attempt are still removed.
    drive = Drive({**NEW, "code.py.new": b""})
    assert made(drive) == [] and drive.steps == ["remove code.py.new", "sync"]


@pytest.mark.parametrize(
    ("number", "before"),
    [(number, "drive-read-only") for number in (errno.EROFS, errno.EACCES, errno.EPERM)]
    + [(number, "drive-full") for number in (errno.ENOSPC, errno.EDQUOT)]
    + [(number, "drive-gone") for number in (errno.EIO, errno.ENODEV)],
)
def test_a_drive_that_fails_says_whether_it_has_a_program(number: int, before: str) -> None:
    whole = Drive({**OLD, LEFT: b"rest"})
    made(whole)
    off = whole.steps.index("remove code.py")
    for at in range(len(whole.steps)):
        drive = Drive({**OLD, LEFT: b"rest"})
        drive.fails_at, drive.error = at, OSError(number, os.strerror(number))
        with pytest.raises(HostError) as caught:
            made(drive)
        told = caught.value
        assert told.code == (before if at < off else "deploy-unfinished")
        assert told.details["path"] == Path("drive")
        if at < off:
            kept = {path: text for path, text in drive.files.items() if path != LEFT}
            assert kept == OLD, at
        if told.code == "drive-full":
            assert str(told.details["kilobytes"]) == "4"
        elif told.code != "drive-read-only":
            assert told.details["reason"] == errno.errorcode[number]


def test_an_interrupt_reports_the_state_of_the_drive() -> None:
    drive, whole = Drive(OLD), Drive(OLD)
    drive.fails_at, drive.error = 2, KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        made(drive)
    assert drive.files == OLD
    made(whole)
    drive = Drive(OLD)
    drive.fails_at, drive.error = whole.steps.index("remove code.py") + 1, KeyboardInterrupt()
    with pytest.raises(HostError) as caught:
        made(drive)
    assert caught.value.code == "deploy-unfinished"
    assert caught.value.details["reason"] == "interrupted"


def test_a_file_that_reads_back_differently_is_not_installed() -> None:
    drive = Drive(OLD)
    drive.spoils = "lib/b.py.new"
    with pytest.raises(HostError) as caught:
        made(drive)
    assert caught.value.code == "drive-differs"
    assert caught.value.details["path"] == Path("drive/lib/b.py")
    assert drive.files == OLD


def test_a_failing_drive_is_reported_once_even_if_the_clean_up_fails() -> None:
    class Dead(Drive):
        def write(self, path: str, content: bytes) -> None:
            raise OSError(errno.EIO, "")

        def remove(self, path: str) -> None:
            raise OSError(errno.EIO, "")

    with pytest.raises(HostError) as caught:
        install(Dead(OLD), plan_of(OLD)._replace(left=()), lambda path: None)
    assert caught.value.code == "drive-gone"


def test_without_a_plan_the_error_names_no_free_space() -> None:
    error = drive_error(Drive({}), OSError(errno.ENOSPC, ""))
    assert (error.code, error.details["reason"]) == ("drive-gone", "ENOSPC")
