"""The files that a device of a build needs: found by following the imports from its program.

Decides that modules that nothing imports are not copied, that the registry's games that fit the
grid are included, and that other builds are not followed.  Modules that are not ours are
CircuitPython's own: the firmware for the boards that we support has `adafruit_pixelbuf` and
`adafruit_bus_device` built in, so the libraries are `neopixel`, or those of tiles.  Data files go
with a module.
"""

import ast
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.util import resolve_name
from itertools import accumulate
from pathlib import Path

from schiri_device.builds import NAMES, Build
from schiri_engines.registry import rows

from schiri.deploy import libraries

PACKAGES = ("schiri_engines", "schiri_device")
LIBRARIES = tuple(library.module for library in libraries.LIBRARIES)
# The modules of builds with tiles, and of builds without.
OF_TILES = ("schiri_device.hal.tile_selftest", "schiri_device.hal.tiles")
OF_CHAINS = ("neopixel", "schiri_device.hal.chain")
# The modules of builds with sensors.
OF_SENSORS = (
    "schiri_device.app.calibrate",
    "schiri_device.app.felt",
    "schiri_device.app.sensors",
    "schiri_device.hal.hall",
    "schiri_device.sensing",
)
# What a board with little memory has no room for.
OF_LARGE = ("schiri_device.games.joggle_clock", "schiri_device.games.joggle_opponent")
PROGRAM = "code.py"
LIB = "lib/"
# The data file that a module reads beside it, by the module's path.
READ_BY = {"schiri_engines/solver/lost.py": "schiri_engines/solver/switch.lost"}


def package_folder(name: str) -> Path:
    return Path(str(files(name)))


def drive_folder() -> Path:
    """Return the folder of the files for the drive's root; a wheel has it inside the package."""
    device = package_folder("schiri_device")
    inside = device / "drive"
    return inside if inside.is_dir() else device.parent / "drive"


def root_files() -> dict[str, Path]:
    return {path.name: path for path in sorted(drive_folder().glob("*.py"))}


def needed_modules(build: Build, is_small: bool = False) -> dict[str, Path]:
    """Return the source of each module that a device of this build can import, by its path.

    Shape: paths are those below ``lib/``, such as ``schiri_device/ticks.py``; ``is_small`` means
    that the memory of the board is small.
    """
    skipped = [f"schiri_device.builds.{name}" for name in NAMES if name != build.name]
    skipped += [*_games(build, fits=False), *(OF_CHAINS if build.tiles else OF_TILES)]
    skipped += () if build.sensors else OF_SENSORS
    skipped += OF_LARGE if is_small else ()
    found: dict[str, Path] = {}
    waiting = [("", path) for path in root_files().values()]
    names = _games(build, fits=True)
    while waiting:
        module, path = waiting.pop()
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        names += _imports_of(path, package)
        while names:
            name = names.pop()
            source = source_of(name)
            if source and not any(name == skip or name.startswith(skip + ".") for skip in skipped):
                where = module_path(name, source)
                if where not in found:
                    found[where] = source
                    waiting.append((name, source))
    return dict(sorted(found.items()))


def needed_data(modules: Iterable[str]) -> dict[str, Path]:
    """Return each file that these modules read, by its path; paths are those below ``lib/``."""
    paths = [READ_BY[module] for module in modules if module in READ_BY]
    return {path: package_folder(path.split("/")[0]).parent / path for path in paths}


def every_module() -> set[str]:
    """Return the path below ``lib/`` of every module that may be ours, needed or not."""
    ours = set()
    for package in (*PACKAGES, *LIBRARIES):
        source = source_of(package)
        if source and source.name == "__init__.py":
            found = source.parent.rglob("*.py")
            ours |= {f"{package}/{path.relative_to(source.parent).as_posix()}" for path in found}
        else:
            ours.add(f"{package}.py")
    return ours


@cache
def source_of(name: str) -> Path | None:
    """Return the file of a module, None if it is not ours."""
    root, *rest = name.split(".")
    if root in LIBRARIES:
        path = libraries.library_file(libraries.LIBRARIES[LIBRARIES.index(root)])
        if not path:
            return None
        if path.name != "__init__.py":
            return None if rest else path
        path = path.parent.joinpath(*rest)
    elif root in PACKAGES:
        path = package_folder(root).joinpath(*rest)
    else:
        return None
    candidates = (path / "__init__.py", path.with_name(path.name + ".py"))
    return next(filter(Path.is_file, candidates), None)


def module_path(name: str, source: Path) -> str:
    """Return the path of a module below ``lib/``.

    >>> module_path("a.b", Path("/x/a/b/__init__.py")), module_path("a.b", Path("/x/a/b.py"))
    ('a/b/__init__.py', 'a/b.py')
    """
    path = name.replace(".", "/")
    return f"{path}/__init__.py" if source.name == "__init__.py" else f"{path}.py"


def _games(build: Build, fits: bool) -> list[str]:
    """Return the main modules of our games, of those that fit the grid or of the others.

    A device loads them by name, without an import.
    """
    names = [row.name for row in rows() if not row.package and (0 < row.size <= build.size) == fits]
    rules = [f"schiri_engines.{name}" + ".game" * fits for name in names]
    return rules + [f"schiri_device.games.{name}" for name in names]


def is_for_types(node: ast.stmt) -> bool:
    """Return whether a statement is for types alone: ``if TYPE_CHECKING``, or its assignment."""
    match node:
        case ast.Assign([ast.Name("TYPE_CHECKING")]) | ast.If(ast.Name("TYPE_CHECKING")):
            return True
    return False


@cache
def _imports_of(path: Path, package: str) -> frozenset[str]:
    """Return every name in a file that may be a module, also inside functions.

    A name in a string counts as well: the device loads some modules by their names.  Cached,
    because files do not change while we run.
    """
    names: list[str] = []
    run = [node for node in ast.parse(path.read_bytes(), path).body if not is_for_types(node)]
    for node in [part for each in run for part in ast.walk(each)]:
        match node:
            case ast.Import(aliases):
                names += [alias.name for alias in aliases]
            case ast.ImportFrom(module, aliases, level):
                base = resolve_name("." * level + (module or ""), package)
                names += [base, *(f"{base}.{alias.name}" for alias in aliases)]
            case ast.Constant(str(text)) if text.replace(".", "").isidentifier():
                names.append(text)
    # Loading a module also loads its parent packages.
    return frozenset(part for name in names for part in accumulate(name.split("."), "{}.{}".format))
