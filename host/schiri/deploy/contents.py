"""The files that belong on a device's drive, with their content, and the changes that are due."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import PurePosixPath

from schiri_device.builds import Build

from schiri.deploy.compiler import compiler_for
from schiri.deploy.condense import condensed
from schiri.deploy.install import Volume, drive_error, install
from schiri.deploy.modules import (
    LIB,
    LIBRARIES,
    drive_folder,
    every_module,
    needed_data,
    needed_modules,
    root_files,
)
from schiri.deploy.plan import SETTINGS, Plan, merged, plan, with_manifest
from schiri.errors import HostError

# Modules that are imported before the watchdog starts, or report what it found: half of a compiled
# module can hang the chip, half of a source is an error.
SOURCES = (
    "schiri_device/__init__.py",
    *[f"schiri_device/hal/{name}.py" for name in ("__init__", "chip", "standstill")],
)
# The long form of each short name, to read a traceback with.
NAMES_FILE = LIB + "schiri_names.txt"


def new_drive(build: Build, major: int) -> dict[str, bytes]:
    """Return every file of a new drive for a major version of CircuitPython, by its path.

    Shape: programs at the root stay sources; modules except SOURCES are compiled where a compiler
    is known; data files are copied.
    """
    template = (drive_folder() / SETTINGS).read_bytes()
    return with_manifest({**_programs(build, major), SETTINGS: merged(template, None, build.name)})


@cache
def _programs(build: Build, major: int) -> dict[str, bytes]:
    """Return the programs of the root and all modules: they do not change while we run."""
    compile_module = compiler_for(major)
    roots = {name: path.read_bytes() for name, path in root_files().items()}
    modules = {path: source.read_bytes() for path, source in needed_modules(build).items()}
    data = {LIB + path: source.read_bytes() for path, source in needed_data(modules).items()}
    if not compile_module:
        return roots | data | {LIB + path: text for path, text in modules.items()}
    texts, functions = condensed(modules, roots.values(), LIBRARIES)
    code = {
        LIB + path.removesuffix(".py") + ".mpy": compile_module(name_in_traceback(path), text)
        for path, text in texts.items()
        if path not in SOURCES
    }
    code |= {LIB + path: texts[path] for path in SOURCES}
    rows = [
        f"{name_in_traceback(path)}: " + " ".join(f"{new}={name}" for new, name in names.items())
        for path, names in functions.items()
        if names
    ]
    return roots | data | code | {NAMES_FILE: "".join(f"{row}\n" for row in rows).encode()}


def name_in_traceback(path: str) -> str:
    """Return what tracebacks call a module: its own name, which the board has anyway.

    >>> name_in_traceback("schiri_device/builds/__init__.py"), name_in_traceback("a/match.py")
    ('builds', 'match')
    """
    where = PurePosixPath(path)
    return where.parent.name if where.stem == "__init__" else where.stem


def survey(volume: Volume, build: Build, new: Mapping[str, bytes]) -> Plan:
    """Return the plan that installs the new files and keeps the settings."""
    try:
        names = volume.names()
        settings = merged(new[SETTINGS], volume.read(SETTINGS), build.name)
        wanted = with_manifest({**new, SETTINGS: settings})
        present = {path: volume.read(path) for path in wanted}
    except OSError as error:
        raise drive_error(volume, error) from error
    # A bundle can have modules that no library on this PC has.
    modules = {
        path.removeprefix(LIB).removesuffix(".mpy") + ".py" for path in new if ".mpy" in path
    }
    return plan(wanted, present, names, every_module() | modules)


def carry_out(
    todo: Plan,
    volume: Volume,
    build: Build,
    new: Mapping[str, bytes],
    report: Callable[[str], None],
) -> None:
    """Carry out a plan, and check the drive; ``report`` is called for each file written."""
    install(volume, todo, report)
    left = survey(volume, build, new)
    if not left.is_done:
        raise HostError("deploy-unfinished", path=volume.root, reason=" ".join(left.lines()[:1]))
