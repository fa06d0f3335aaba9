"""The files of a drive: content is on the medium before its name; a lost drive stays lost."""

import errno
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from itertools import chain, product
from pathlib import Path

import pytest
from schiri.deploy import install as module
from schiri.deploy.install import Volume
from schiri.errors import HostError


class Medium:
    """Records the syncs, and the content of a file at each."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.done: list[str] = []
        monkeypatch.setattr(module, "sync", self.sync)
        monkeypatch.setattr(module, "sync_folder", self.sync_folder)
        if hasattr(os, "posix_fadvise"):
            monkeypatch.setattr(os, "posix_fadvise", self.advise)

    def sync(self, number: int) -> None:
        content = Path(f"/proc/self/fd/{number}").read_bytes()
        self.done.append(f"file {content.decode()}")

    def sync_folder(self, folder: Path) -> None:
        self.done.append(f"folder {folder.relative_to(self.root).as_posix()}")

    def advise(self, number: int, start: int, length: int, advice: int) -> None:
        assert (start, length, advice) == (0, 0, os.POSIX_FADV_DONTNEED)
        self.done.append(f"forget {os.path.basename(os.readlink(f'/proc/self/fd/{number}'))}")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux tells it")
def test_content_is_synced_before_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    medium, drive = Medium(tmp_path, monkeypatch), Volume(tmp_path)
    drive.write("lib/a/b.py", b"one")
    # It must not be read back from the PC's cache.
    assert medium.done == ["file one", "forget b.py"]
    drive.write("code.py", b"two")
    drive.rename("lib/a/b.py", "lib/a/c.py")
    medium.done.clear()
    drive.sync()
    # A new folder is a name in the folder above it.
    assert medium.done == ["folder .", "folder lib", "folder lib/a"]
    medium.done.clear()
    drive.sync()
    assert medium.done == []
    drive.remove("lib/a/c.py")
    drive.sync()
    assert medium.done == ["folder ."]


def test_files_are_named_from_the_root_in_order(tmp_path: Path) -> None:
    drive = Volume(tmp_path)
    assert drive.names() == []
    for path in ("z.py", "lib/b/c.py", "a.py", "lib/a.py"):
        drive.write(path, path.encode())
    assert drive.names() == ["a.py", "lib/a.py", "lib/b/c.py", "z.py"]
    assert drive.read("lib/b/c.py") == b"lib/b/c.py"
    assert drive.read("lib/b/d.py") is None and drive.read("z.py/d.py") is None
    drive.write("z.py", b"")
    assert drive.read("z.py") == b""


def test_a_rename_replaces_a_file_and_empty_folders_are_removed(tmp_path: Path) -> None:
    drive = Volume(tmp_path)
    drive.write("lib/a.py", b"old")
    drive.write("lib/a.py.new", b"new")
    drive.rename("lib/a.py.new", "lib/a.py")
    assert (drive.names(), drive.read("lib/a.py")) == (["lib/a.py"], b"new")
    drive.write("lib/x/y/z.py", b"")
    drive.remove("lib/x/y/z.py")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.py", "lib"]
    drive.remove("lib/none.py")
    drive.remove("none/none.py")
    assert drive.names() == ["lib/a.py"]
    drive.remove("lib/a.py")
    assert tmp_path.is_dir() and list(tmp_path.iterdir()) == []
    drive.sync()


def test_nothing_is_created_where_a_pulled_drive_was(tmp_path: Path) -> None:
    root = tmp_path / "drive"
    root.mkdir()
    drive = Volume(root)
    drive.write("lib/a.py", b"")
    shutil.rmtree(root)
    acts = (
        lambda: drive.read("lib/a.py"),
        lambda: drive.write("b.py", b""),
        lambda: drive.write("lib/b.py", b""),
        lambda: drive.remove("lib/a.py"),
        drive.sync,
    )
    for act in acts:
        with pytest.raises(OSError, match=os.strerror(errno.ENODEV)) as caught:
            act()
        assert (caught.value.errno, caught.value.filename) == (errno.ENODEV, str(root))
        assert not root.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there, and pipes no name")
def test_no_link_is_followed_and_nothing_but_plain_files_is_read(tmp_path: Path) -> None:
    elsewhere, root = tmp_path / "elsewhere", tmp_path / "drive"
    for folder in (elsewhere, root / "lib" / "code.py"):
        folder.mkdir(parents=True)
    (elsewhere / "a.py").write_bytes(b"theirs")
    (root / "linked").symlink_to(elsewhere)
    (root / "settings.toml").symlink_to(elsewhere / "a.py")
    (root / "nowhere").symlink_to("missing")
    os.mkfifo(root / "pipe")
    with (root / "huge").open("wb") as file:
        file.truncate(3 << 30)
    drive = Volume(root)
    opened: list[Callable[[str], object]] = [drive.read, partial(drive.write, content=b"ours")]
    steps: list[Callable[[str], object]] = [*opened, partial(drive.rename, "pipe"), drive.remove]
    strange = ("settings.toml", "nowhere", "pipe", "huge", "lib/code.py")
    for step, path in chain(product(steps, ["linked/a.py"]), product(opened, strange)):
        with pytest.raises(HostError, match="drive-strange") as error:
            step(path)
        assert error.value.details["path"] in (root / path, root / "linked")
    # A link itself can go.
    drive.remove("nowhere")
    assert not (root / "nowhere").is_symlink()
    assert [(each.name, each.read_bytes()) for each in elsewhere.iterdir()] == [("a.py", b"theirs")]
