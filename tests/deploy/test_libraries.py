"""Libraries of a deployment: pinned, found if installed, otherwise downloaded."""

import base64
import hashlib
import importlib.metadata
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from schiri.deploy import libraries
from schiri.deploy.libraries import NEEDED, Library, fetch, library_file, loaded
from schiri.errors import HostError

from tests.cli.command import typed
from tests.deploy.test_drive import make_drive
from tests.sources import ROOT

Patch = pytest.MonkeyPatch


def wheel(folder: Path, package: str, files: dict[str, str]) -> str:
    """Make a wheel of version 1.0 and return its SHA-256."""
    name = package.replace("-", "_")
    info = f"{name}-1.0.dist-info"
    files = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n"
        # It requires a package that does not exist, as the real ones require unneeded ones.
        "Requires-Dist: nobody-has-this\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},{_digest(text)},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""])
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for where, text in files.items():
            archive.writestr(where, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: Patch) -> Iterator[tuple[Library, ...]]:
    """Offer two packages in a folder instead of a registry."""
    folder = tmp_path / "shop"
    folder.mkdir()
    lamp = wheel(folder, "some-lamp", {"some_lamp.py": "LIGHT = 7\n"})
    tool = wheel(folder, "some-tool", {"some_tool/__init__.py": "from .part import NAME\n"}
                 | {"some_tool/part.py": "NAME = 'tool'\n"})  # fmt: skip
    for name, value in {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": folder.as_posix(),
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_USER": "1",
    }.items():
        monkeypatch.setenv(name, value)
    yield (
        Library("some_lamp", "some-lamp", "1.0", ("0" * 64, lamp)),
        Library("some_tool", "some-tool", "1.0", (tool,)),
    )


@pytest.mark.nightly
def test_downloads_are_checked_and_can_be_imported(
    shop: tuple[Library, ...], tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(libraries, "library_folder", lambda: tmp_path / "cache" / "of-these")
    assert [library_file(each) for each in shop] == [None, None]
    fetch(libraries.library_folder(), shop)
    lamp, tool = (library_file(each) for each in shop)
    assert lamp and tool and lamp.read_text() == "LIGHT = 7\n"
    assert tool.name == "__init__.py" and loaded(shop[1]).NAME == "tool"
    # Again, over the existing files.
    fetch(libraries.library_folder(), shop)
    assert library_file(shop[0]) == lamp


def test_a_half_fetched_folder_is_replaced(tmp_path: Path, monkeypatch: Patch) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        made = Path(command[command.index("--target") + 1])
        made.mkdir()
        (made / "neopixel.py").touch()
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", pip)
    (tmp_path / "cache" / "half").mkdir(parents=True)
    fetch(tmp_path / "cache")
    assert [path.name for path in tmp_path.rglob("*")] == ["cache", "neopixel.py"]


@pytest.mark.nightly
def test_a_wrong_hash_or_a_missing_file_leaves_nothing_behind(
    shop: tuple[Library, ...], tmp_path: Path
) -> None:
    lamp, tool = shop
    for wrong in (tool._replace(hashes=("1" * 64,)), tool._replace(version="2.0")):
        with pytest.raises(HostError) as caught:
            fetch(tmp_path / "cache" / "of-these", (lamp, wrong))
        assert caught.value.code == "libraries-unreachable"
        assert str(caught.value.details["command"]).endswith(
            f"-m pip install --no-deps some-lamp==1.0 some-tool=={wrong.version}"
        )
        assert caught.value.details["reason"]
        assert not (tmp_path / "cache").exists()


def test_the_versions_that_are_fetched_are_those_that_tests_run_with() -> None:
    pinned = (ROOT / "constraints.txt").read_text().lower().splitlines()
    for library in NEEDED:
        assert f"{library.package}=={library.version}" in pinned
        assert importlib.metadata.version(library.package) == library.version
        assert library_file(library)


def test_an_installed_library_of_another_version_is_not_used(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(libraries, "library_folder", lambda: tmp_path)
    library = NEEDED[-1]
    assert library_file(library)
    assert library_file(library._replace(version="0.0.1")) is None


def test_missing_libraries_are_fetched_once_and_offline_the_error_has_the_command(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    drive = make_drive(tmp_path / "drive")
    fetched: list[Path] = []
    monkeypatch.setattr(libraries, "is_installed", lambda library: bool(fetched))
    monkeypatch.setattr(libraries, "library_folder", lambda: tmp_path / "cache")

    def offline(folder: Path) -> None:
        raise HostError("libraries-unreachable", reason="offline", command="py -m pip install x")

    monkeypatch.setattr(libraries, "fetch", offline)
    ran = typed("deploy", str(drive), "--build", "cursor", "--lang", "en")
    assert (ran.status, ran.out) == (3, "") and "py -m pip install x" in ran.err
    assert sorted(path.name for path in drive.iterdir()) == ["boot_out.txt"]
    monkeypatch.setattr(libraries, "fetch", fetched.append)
    ran = typed("deploy", str(drive), "--build", "cursor", "--lang", "en")
    assert ran.status == 0 and fetched == [tmp_path / "cache"] and "once" in ran.err
    ran = typed("deploy", str(drive), "--build", "cursor", "--lang", "en")
    assert ran.status == 0 and len(fetched) == 1 and "Fetching" not in ran.err
