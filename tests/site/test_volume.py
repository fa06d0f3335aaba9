"""Installing the program through a browser's folder, which is in memory here."""

import io
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from zipfile import ZipFile

import pytest
from schiri.deploy.bundle import FORMAT, SUMS
from schiri.deploy.compiler import FORMATS
from schiri.deploy.drive import IDS
from schiri.deploy.plan import with_manifest
from schiri.site.drive import BrowserAnswer, BrowserVolume, put_on
from schiri_device import VERSION

BOOT_OUT = "Adafruit CircuitPython 10.0.3 on 2025-10-17\nBoard ID:{}\n"
FILES = with_manifest(
    {"code.py": b"new", "lib/a.py": b"", "settings.toml": b'SCHIRI_BUILD = "keys5"\n'}
)


@dataclass
class Answer:
    value: str | bytes | None = None
    error: str = ""


class Folder:
    """A folder of a browser, which fails at one step with the name of an error."""

    def __init__(self, files: dict[str, bytes], fails_at: int = -1, error: str = "") -> None:
        self.files, self.steps = dict(files), list[str]()
        self._fails_at, self._error = fails_at, error

    def _answer(self, step: str, value: str | bytes | None = None) -> Answer:
        self.steps.append(step)
        return Answer(value)

    def _fails(self) -> bool:
        return len(self.steps) == self._fails_at

    def names(self) -> Answer:
        return self._answer("names", "\n".join(sorted(self.files, reverse=True)))

    def read(self, path: str) -> Answer:
        return self._answer(f"read {path}", self.files.get(path))

    def write(self, path: str, content: bytes) -> Answer:
        if self._fails():
            return Answer(error=self._error)
        self.files[path] = bytes(content)
        return self._answer(f"write {path}")

    def remove(self, path: str) -> Answer:
        if self._fails():
            return Answer(error=self._error)
        self.files.pop(path, None)
        return self._answer(f"remove {path}")


def waited(answer: object) -> BrowserAnswer:
    assert isinstance(answer, Answer)
    return answer


def bundle(build: str = "keys5") -> bytes:
    """Return the zip of a bundle with few files."""
    sums = {name: sha256(data).hexdigest() for name, data in FILES.items()}
    about = {"format": FORMAT, "build": build, "board": IDS["pico"], "files": sums}
    about |= {"circuitpython": sorted(FORMATS), "firmware": VERSION}
    found = io.BytesIO()
    with ZipFile(found, "w") as file:
        for name, data in {**FILES, SUMS: json.dumps(about).encode()}.items():
            file.writestr(name, data)
    return found.getvalue()


def put(folder: Folder, data: bytes, board: str = "pico", language: str = "en") -> dict[str, str]:
    """Install a bundle; return the answer, and the reports as ``written``."""
    reports: list[str] = []
    volume = BrowserVolume("CIRCUITPY", folder, waited)
    found: dict[str, str] = json.loads(
        put_on(volume, data, "keys5", board, language, reports.append)
    )
    return {**found, "written": " ".join(reports)}


def drive(board: str = "pico") -> dict[str, bytes]:
    own = {"boot_out.txt": BOOT_OUT.format(IDS[board]).encode(), "notes.txt": b"mine"}
    return {**own, "code.py": b"old", "lib/a.py": b"x"}


def test_an_installation_is_described_in_words() -> None:
    folder = Folder(drive())
    found = put(folder, bundle())
    assert found["done"].startswith("Done. Eject") and "code.py" in found["written"]
    kept = {name: data for name, data in drive().items() if name not in FILES}
    assert {**folder.files, **FILES} == {**kept, **FILES} == folder.files
    # The new program is whole before its name points to it, and before the other copy goes.
    new, name, gone = (
        folder.steps.index(step)
        for step in ("write code.py.new", "write code.py", "remove code.py.new")
    )
    assert new < folder.steps.index("remove code.py") < name < gone
    again = put(folder, bundle(), language="de")
    assert "hat dieses Programm schon" in again["done"] and again["written"] == ""


@pytest.mark.parametrize(
    ("files", "data", "board", "problem"),
    [
        (drive("pico2"), bundle(), "pico", "The board on this drive is raspberry_pi_pico2"),
        (drive(), bundle("cursor"), "pico", "cursor"),
        ({"notes.txt": b"mine"}, bundle(), "pico", "it has no boot_out.txt"),
        (drive(), b"PK", "pico", "zip"),
    ],
)
def test_a_bundle_that_does_not_fit_changes_nothing(
    files: dict[str, bytes], data: bytes, board: str, problem: str
) -> None:
    folder = Folder(files)
    assert problem in put(folder, data, board)["problem"] and folder.files == files


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        ("QuotaExceededError", "is full"),
        ("NoModificationAllowedError", "cannot be written|permission is denied"),
        ("InvalidStateError", "is gone|reports an error"),
    ],
)
def test_an_error_says_whether_the_drive_has_a_program(error: str, problem: str) -> None:
    whole = Folder(drive())
    put(whole, bundle())
    for at, step in enumerate(whole.steps):
        if step.startswith(("names", "read")):
            continue
        folder = Folder(drive(), at, error)
        assert re.search(problem, put(folder, bundle())["problem"]), step
        # The program is the old or the new one, or none, with all of its files.
        program = folder.files.get("code.py")
        assert program in (None, b"old", b"new")
        assert program != b"new" or {**folder.files, **FILES} == folder.files
        assert "done" in put(Folder(folder.files), bundle())


def test_renaming_a_missing_file_is_an_error() -> None:
    folder = Folder({"b": b"", "a": b"1"})
    volume = BrowserVolume("x", folder, waited)
    assert (volume.names(), volume.read("b"), volume.read("c")) == (["a", "b"], b"", None)
    with pytest.raises(FileNotFoundError):
        volume.rename("c", "d")
    volume.sync()
    assert folder.steps[-1] == "names"
