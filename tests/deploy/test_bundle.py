"""Release bundles: the same bytes each time, installed like the sources, completely or not at
all.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri.deploy import bundle, compiler, libraries
from schiri.deploy.bundle import SUMS, read_bundle, with_sums, write_bundles
from schiri.deploy.drive import BOARDS
from schiri.deploy.install import LARGEST
from schiri.errors import HostError

from tests.cli.command import environment, typed
from tests.counts import count
from tests.deploy.test_command import deployed, files_in
from tests.deploy.test_drive import make_drive
from tests.firmware.world import built

pytestmark = pytest.mark.nightly

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the bundles of one build in a folder."""
    folder = tmp_path_factory.mktemp("bundles")
    assert len(write_bundles(folder, ["cursor"])) == len(BOARDS)
    return folder


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the compiler, the libraries and the network unavailable."""

    def missing(*_: object) -> None:
        raise AssertionError("a bundle needs neither compiler nor libraries")

    monkeypatch.setattr(compiler, "loaded", missing)
    monkeypatch.setattr(libraries, "fetch", missing)
    monkeypatch.setattr(libraries, "_spec_of", lambda library: None)


def listed(files: Files, **other: object) -> Files:
    """Return files with correct checksums, except for these changes."""
    found = {name: content for name, content in files.items() if name != SUMS}
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}
    said = {**json.loads(files[SUMS]), "files": sums, **other}
    return {**found, SUMS: json.dumps(said).encode()}


def test_a_bundle_made_twice_has_equal_bytes(bundles: Path, tmp_path: Path) -> None:
    # Another process has another hash seed, and another time.
    script = "import sys; from pathlib import Path; from schiri.deploy import bundle\n"
    script += "bundle.write_bundles(Path(sys.argv[1]), ['cursor'])"
    command = [sys.executable, "-c", script, str(tmp_path)]
    subprocess.run(command, env=environment(PYTHONHASHSEED="5"), check=True)
    assert files_in(tmp_path) == files_in(bundles)


def test_a_bundles_folder_and_zip_have_equal_files_and_name_build_and_board(bundles: Path) -> None:
    for board, long in (("pico", "raspberry_pi_pico"), ("pico2", "raspberry_pi_pico2")):
        path = bundles / f"schiri-cursor-{board}"
        whole = read_bundle(path)
        assert whole == read_bundle(path.with_suffix(".zip"))
        assert whole[:3] == ("cursor", long, (9, 10))
        sums = json.loads((path / SUMS).read_text())["files"]
        for name, content in whole.files.items():
            assert sums[name] == hashlib.sha256(content).hexdigest()
        assert set(sums) == set(whole.files) == set(files_in(path)) - {SUMS}


def test_a_new_bundle_replaces_an_older_folder(bundles: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    shutil.copytree(bundles / "schiri-cursor-pico", folder)
    (folder / "lib/gone.mpy").write_bytes(b"")
    bundle._write_folder(folder, with_sums(built("cursor"), "pico"))
    assert files_in(folder) == files_in(bundles / "schiri-cursor-pico")


def installed(root: Path, path: Path, *words: str) -> str:
    ran = deployed(root, "--bundle", str(path), *words)
    assert ran.status == 0, ran.err
    return ran.out


@pytest.mark.parametrize("ending", ["", ".zip"])
def test_a_bundle_installs_what_the_sources_do(
    ending: str, bundles: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    theirs = {"settings.toml": b'A = "mine"\n', "lib/neopixel.py": b"", "photo.jpg": b"2"}
    drives = [make_drive(tmp_path / name) for name in ("sources", "bundle")]
    for drive in drives:
        (drive / "lib").mkdir()
        for name, content in theirs.items():
            (drive / name).write_bytes(content)
    wanted = deployed(drives[0]).out
    request.getfixturevalue("no_compiler")
    path = bundles / f"schiri-cursor-pico{ending}"
    assert installed(drives[1], path, "--dry-run") == wanted
    assert (drives[1] / "settings.toml").read_bytes() == theirs["settings.toml"]
    assert installed(drives[1], path) == wanted
    assert files_in(drives[1]) == files_in(drives[0])
    assert "remove lib/neopixel.py" in wanted
    assert {line.split()[0] for line in installed(drives[1], path).splitlines()} == {"keep"}


Change = Callable[[Files], Files]
OUTSIDE = ["../code.py", "/code.py", "lib/../../code.py", "lib/./a.mpy", "lib//a.mpy", "C:/code.py"]
OUTSIDE += ["lib/..\\code.py", "photo.jpg", "boot_out.txt", "lib/.hidden", "lib/a\n"]
NO_BUNDLE: list[Change] = [
    lambda files: {"code.py": b""},
    lambda files: {**files, SUMS: b"{"},
    lambda files: {**files, SUMS: b"[]"},
    lambda files: {**files, SUMS: b"[" * 100_000},
    lambda files: listed(files, format=2),
    lambda files: {**files, "lib/a.mpy": bytes(LARGEST)},
]
FILE_AND_FOLDER = {"lib/a": b"", "lib/a.b": b"", "lib/a/b.mpy": b""}
ROWS: list[tuple[Change, str, int]] = [
    (lambda files: {**files, "lib/neopixel.mpy": b"C\x06"}, "lib/neopixel.mpy", 3),
    (lambda files: {**files, "lib/more.mpy": b""}, "lib/more.mpy", 3),
    (lambda files: without(files, "boot.py"), "boot.py", 3),
    # A file and a folder of one name.
    (lambda files: listed({**files, **FILE_AND_FOLDER}), "damaged: lib/a ", 3),
    (lambda files: listed(without(files, "code.py")), "code.py", 3),
    (lambda files: listed(without(files, "settings.toml")), "settings.toml", 3),
    (lambda files: listed(files, build="keys5"), "for the build keys5", 2),
    (lambda files: listed(files, board="raspberry_pi_pico2"), "raspberry_pi_pico2", 4),
    (lambda files: listed(files, circuitpython=[11, 12]), "CircuitPython 11 12", 4),
    *((change, "no bundle", 3) for change in NO_BUNDLE),
    *(
        (lambda files, name=name: listed({**files, name: b"1"}), "does not belong", 3)  # type: ignore[misc]
        for name in OUTSIDE
    ),
]


def without(files: Files, name: str) -> Files:
    return {path: content for path, content in files.items() if path != name}


@pytest.mark.usefixtures("no_compiler")
def test_a_damaged_or_wrong_bundle_changes_nothing(
    subtests: pytest.Subtests, bundles: Path, tmp_path: Path
) -> None:
    for at, (change, said, status) in enumerate(ROWS):
        with subtests.test(at=at, said=said):
            drive = make_drive(tmp_path / "drive")
            before = files_in(drive)
            path = tmp_path / "a.zip"
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, content in change(files_in(bundles / "schiri-cursor-pico")).items():
                    archive.writestr(name, content)
            ran = typed("deploy", str(drive), "--build", "cursor", "--bundle", str(path))
            assert (ran.status, ran.out) == (status, "") and said in ran.err, ran
            assert files_in(drive) == before


@pytest.mark.usefixtures("no_compiler")
def test_a_file_that_is_no_zip_is_reported(bundles: Path, tmp_path: Path) -> None:
    drive = make_drive(tmp_path / "drive")
    whole = (bundles / "schiri-cursor-pico.zip").read_bytes()
    twice = tmp_path / "twice.zip"
    with zipfile.ZipFile(twice, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("code.py", b"")
        archive.writestr("code.py", b"")
    secret = bytearray(whole)
    at = whole.rindex(b"PK\x01\x02")
    secret[at + 8] |= 1
    packed = tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("bundle.json", bytes(range(256)) * 8)
    spoilt = bytearray(packed.read_bytes())
    spoilt[70:78] = b"\xff" * 8
    torn = {"spoilt": bytes(spoilt), "empty": b"", "half": whole[: len(whole) // 2]}
    torn |= {"text": b"code", "secret": bytes(secret)}
    for name, content in torn.items():
        (tmp_path / name).write_bytes(content)
    for name in ("no such", "twice.zip", "drive", *torn):
        ran = typed("deploy", str(drive), "-b", "cursor", "--bundle", str(tmp_path / name))
        assert (ran.status, ran.out) == (2 if name == "no such" else 3, ""), (name, ran)
    assert typed("deploy", str(drive), "-b", "cursor", "--bundle", "").status == 3
    assert set(files_in(drive)) == {"boot_out.txt"}


def test_a_flipped_byte_is_seen_or_does_not_matter(bundles: Path, tmp_path: Path) -> None:
    path = bundles / "schiri-cursor-pico.zip"
    whole, data, target = read_bundle(path), path.read_bytes(), tmp_path / "a.zip"
    directory = data.index(b"PK\x01\x02")
    places = [*range(0, directory, directory // 20), *range(directory, len(data), count(97, 1))]
    seen = 0
    for place in places:
        target.write_bytes(data[:place] + bytes([data[place] ^ 0x41]) + data[place + 1 :])
        try:
            assert read_bundle(target) == whole, place
        except HostError as error:
            seen += error.status == 3
    assert seen > len(places) // 2
