"""What shall lie on the drive of a device, every file with its content, and what has to change."""

from functools import cache

from schiri_device.builds import Build

from schiri.deploy.compiler import compiler_for
from schiri.deploy.constants import with_numbers
from schiri.deploy.modules import LIB, drive_folder, every_module, needed_modules, root_files
from schiri.deploy.plan import MANIFEST, Plan, plan, with_manifest
from schiri.deploy.settings import SETTINGS, merged
from schiri.deploy.volume import Volume


def contents(build: Build, major: int, settings: bytes | None) -> dict[str, bytes]:
    """Return every file of a build for a major version of CircuitPython, by its path.

    Shape: the programs at the root stay sources, modules are compiled where that is known to do;
    ``settings`` is what the drive has as `settings.toml`.
    """
    wanted = dict(_programs(build, major))
    template = (drive_folder() / SETTINGS).read_bytes()
    wanted[SETTINGS] = merged(template, settings, build.name)
    return with_manifest(wanted)


@cache
def _programs(build: Build, major: int) -> dict[str, bytes]:
    """Return the programs of the root and all modules: they do not change while we run."""
    compile_module = compiler_for(major)
    roots = {name: path.read_bytes() for name, path in root_files().items()}
    modules = {path: source.read_bytes() for path, source in needed_modules(build).items()}
    if not compile_module:
        return roots | {LIB + path: text for path, text in modules.items()}
    numbered = with_numbers(modules, list(roots.values()))
    return roots | {
        LIB + path.removesuffix(".py") + ".mpy": compile_module(path, text)
        for path, text in numbered.items()
    }


def plan_for(volume: Volume, build: Build, major: int) -> Plan:
    """Return what makes a drive have the program of a build.

    Raises: OSError.
    """
    names = volume.names()
    wanted = contents(build, major, volume.read(SETTINGS))
    found = {path: volume.read(path) for path in {*wanted, MANIFEST}}
    present = {path: content for path, content in found.items() if content is not None}
    return plan(wanted, present, names, every_module())
