"""The copied modules are those that a device imports: no more, no fewer."""

import ast
from functools import cache
from pathlib import Path

import pytest
from schiri.deploy.contents import new_drive
from schiri.deploy.drive import BOARDS, IDS, BoardKind
from schiri.deploy.modules import (
    LIBRARIES,
    PACKAGES,
    every_module,
    is_for_types,
    needed_modules,
    root_files,
)
from schiri_device.builds import Build

from tests.counts import count
from tests.firmware.builds.test_builds import stub_of
from tests.firmware.world import BUILDS, built
from tests.sources import DRIVE
from tests.vm.interpreters import micropython

by_build = pytest.mark.parametrize("build", BUILDS, ids=lambda build: build.name)
PC_ONLY = {
    "schiri_engines/perft.py",
    "schiri_engines/race.py",
}
# Loads modules as the device does.
SCRIPT = """
import sys
sys.path.insert(0, {lib!r})
from schiri_device import builds
assert builds.load({build!r})
from schiri_device.app import device
for name in {names!r}:
    __import__(name)
print("all there")
"""


def names_of(build: Build) -> list[str]:
    ours = [path for path in needed_modules(build) if path.startswith(PACKAGES)]
    paths = [Path(path) for path in ours if "/hal/" not in path]
    parts = [path.parent if path.name == "__init__.py" else path.with_suffix("") for path in paths]
    return [".".join(part.parts) for part in parts]


def copied(build: Build, folder: Path, is_editable: bool) -> Path:
    """Copy the files into ``lib``, marked for MicroPython."""
    for path, content in new_drive(build, 10, IDS["pico2"], is_editable).items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"M" + content[1:] if path.endswith(".mpy") else content)
    return folder / "lib"


@pytest.mark.vm
@pytest.mark.parametrize("build", BUILDS[: count(1, 3)], ids=lambda build: build.name)
@pytest.mark.parametrize("is_editable", [False, True])
def test_nothing_is_missing_on_micropython(build: Build, is_editable: bool, tmp_path: Path) -> None:
    lib = copied(build, tmp_path, is_editable)
    script = tmp_path / "script.py"
    text = SCRIPT.format(lib=str(lib), build=build.name, names=names_of(build))
    script.write_text(text)
    assert micropython(script=script) == "all there\n"


@by_build
def test_nothing_is_copied_that_no_device_of_the_build_loads(build: Build) -> None:
    found = set(needed_modules(build))
    assert every_module() >= PC_ONLY, "a name of this list is out of date"
    assert not found & PC_ONLY
    assert not any("zwoggel" in path or "drehwurm" in path for path in found)
    others = {f"schiri_device/builds/{other.name}.py" for other in BUILDS} & found
    assert others == {f"schiri_device/builds/{build.name}.py"}
    assert any("joggle" in path for path in found) == (build.size >= 8)
    assert any("/felt/" in path for path in found) == bool(build.sensors)
    assert any("sensing" in path for path in found) == bool(build.sensors)
    assert ("schiri_device/hal/hall.py" in found) == bool(build.sensors)
    assert ("schiri_device/app/calibrate.py" in found) == bool(build.sensors)


def test_a_board_with_little_memory_lacks_what_joggle_alone_has_no_room_for() -> None:
    small, large = (set(needed_modules(built("cursor"), is_small)) for is_small in (True, False))
    lacking = {"schiri_device/games/joggle_clock.py", "schiri_device/games/joggle_opponent.py"}
    searching = {f"schiri_engines/joggle/{name}.py" for name in ("evaluation", "roll_search")}
    assert (large - small, small - large) == (lacking | searching, set())
    # Switch has room for both.
    assert "schiri_device/app/game_clock.py" in small


@cache
def included(board: BoardKind) -> set[str]:
    about = ast.get_docstring(stub_of(board)) or ""
    line = next(line for line in about.splitlines() if "Included modules: " in line)
    return set(line.partition("Included modules: ")[2].split(", "))


@by_build
def test_imports_that_are_not_copied_are_built_in_on_every_board(build: Build) -> None:
    for path in [*needed_modules(build).values(), *root_files().values()]:
        roots = foreign_roots(path)
        assert all(roots <= included(board) for board in BOARDS), (path, roots)


@cache
def foreign_roots(path: Path) -> set[str]:
    # `gc` is always available; the library imports type hints, but does not need them.
    known = {"gc", "micropython", "typing", "types", *PACKAGES, *LIBRARIES}
    body = [node for node in ast.parse(path.read_text()).body if not is_for_types(node)]
    nodes = [part for node in body for part in ast.walk(node)]
    # Imports in a `try` are optional.
    asked = {id(part) for node in nodes if isinstance(node, ast.Try) for part in node.body}
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import) and id(node) not in asked:
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and id(node) not in asked:
            names.add(node.module or "")
    return {name.split(".")[0] for name in names} - known


def test_the_root_of_the_drive_has_its_programs() -> None:
    assert set(root_files()) == {path.name for path in DRIVE.glob("*.py")} >= {"boot.py", "code.py"}
