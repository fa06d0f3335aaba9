"""The files that belong on a device's drive, with their content, and the changes that are due."""

from collections.abc import Callable, Mapping
from functools import cache

from schiri_device.builds import Build

from schiri.deploy.compiler import WITH_LINES, WITHOUT_LINES, compiler_for
from schiri.deploy.drive import is_small
from schiri.deploy.install import Volume, drive_error, install
from schiri.deploy.modules import (
    LIB,
    drive_folder,
    every_module,
    needed_data,
    needed_modules,
    root_files,
)
from schiri.deploy.plan import SETTINGS, Plan, merged, plan, with_manifest
from schiri.errors import HostError

# Modules that are imported before the watchdog starts, or report what it found. A truncated
# compiled module can hang the chip, a truncated source only raises an error.
SOURCES = (
    "schiri_device/__init__.py",
    *[f"schiri_device/hal/{name}.py" for name in ("__init__", "chip", "last_failure")],
)


def new_drive(build: Build, major: int, board: str, is_editable: bool = False) -> dict[str, bytes]:
    """Return every file of a new drive for a major version of CircuitPython, by its path.

    Shape: modules except SOURCES are compiled where a compiler is known, unless the drive is to be
    editable; ``board`` is CircuitPython's name of the board.
    """
    template = (drive_folder() / SETTINGS).read_bytes()
    files = _programs(build, None if is_editable else major, is_small(board))
    return with_manifest({**files, SETTINGS: merged(template, None, build.name)})


@cache
def _programs(build: Build, major: int | None, is_small: bool) -> dict[str, bytes]:
    """Return the programs of the root and all modules, which do not change while we run."""
    compile_module = compiler_for(major) if major else None
    how = WITHOUT_LINES if is_small else WITH_LINES
    files = {name: path.read_bytes() for name, path in root_files().items()}
    modules = needed_modules(build, is_small)
    files |= {LIB + path: source.read_bytes() for path, source in needed_data(modules).items()}
    for path, source in modules.items():
        text = source.read_bytes()
        if compile_module and path not in SOURCES:
            text = compile_module(name_in_traceback(path), text, how)
            files[LIB + path.removesuffix(".py") + ".mpy"] = text
        else:
            files[LIB + path] = text
    return files


def name_in_traceback(path: str) -> str:
    """Return the name of a compiled module in tracebacks; one more letter in each costs 60 bytes.

    >>> name_in_traceback("schiri_device/app/match.py"), name_in_traceback("neopixel.py")
    ('app/match.py', 'neopixel.py')
    """
    return "/".join(path.split("/")[-2:])


def survey(volume: Volume, build: Build, new: Mapping[str, bytes]) -> Plan:
    """Return the plan that installs the new files and keeps the settings."""
    try:
        names = volume.names()
        settings = merged(new[SETTINGS], volume.read(SETTINGS), build.name)
        wanted = with_manifest({**new, SETTINGS: settings})
        present = {path: volume.read(path) for path in wanted}
    except OSError as error:
        raise drive_error(volume, error) from error
    # A bundle can contain modules that this PC's libraries lack.
    ours = {path.removeprefix(LIB).removesuffix(".mpy") + ".py" for path in new if ".mpy" in path}
    return plan(wanted, present, names, every_module() | ours)


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
