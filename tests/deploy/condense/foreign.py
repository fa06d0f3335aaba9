"""Every attribute name in CircuitPython's own modules, its shared modules and builtin types.

Decides the sources of the names: for its own modules the stubs that CircuitPython publishes, for
modules shared with Python the stubs of mypy and the names that MicroPython reports. ``python -m
tests.deploy.condense.foreign`` writes `foreign.txt` in `schiri.deploy.condense`.
"""

import ast
import re
import textwrap
from importlib.resources import files
from pathlib import Path

import mypy
from schiri.deploy.condense.foreign import FOREIGN_FILE

from tests.vm.interpreters import micropython

STUBS = "-stubs"
# Stubs of other libraries that may be installed.
NOT_THEIRS = ("serial",)
SITE = Path(mypy.__file__).parent.parent
# Modules that every board has although no list names them, and the origins of builtin types.
ALWAYS = ("builtins", "gc", "io", "_io", "types", "typing")
WIDTH = 96
# The names in MicroPython: those of modules, and the attributes of their classes and of builtins.
SCRIPT = """
import sys
found = set()
def see(thing, depth):
    for name in dir(thing):
        found.add(name)
        try:
            part = getattr(thing, name)
        except Exception:
            continue
        if depth and isinstance(part, type):
            see(part, depth - 1)
def generator():
    yield
things = [b"", bytearray(), memoryview(b""), "", [], (), {{}}, set(), frozenset(), 0, 0.5, 1j]
things += [None, True, range(1), generator(), generator, open, object(), {{}}.items(), sys]
things += [open({file!r}), open({file!r}, "rb"), Exception(), iter([]), type, property()]
for thing in things:
    see(thing, 0)
for name in {modules!r}:
    try:
        see(__import__(name), 1)
    except ImportError:
        pass
print(" ".join(sorted(found)))
"""


def own_stubs() -> list[Path]:
    """Return the stubs of CircuitPython's own modules."""
    folders = [path for path in SITE.glob("*" + STUBS) if not path.name.startswith(NOT_THEIRS)]
    return sorted(path for folder in folders for path in folder.rglob("*.pyi"))


def shared_modules() -> list[str]:
    """Return the modules of a Pico that Python has as well and that have no stubs of their own."""
    stub = files("board_definitions").joinpath("raspberry_pi_pico").joinpath("__init__.pyi")
    about = ast.get_docstring(ast.parse(stub.read_text())) or ""
    included = re.findall(r"Included modules: (.*)", about)[0].split(", ")
    own = {path.name.removesuffix(STUBS) for path in SITE.glob("*" + STUBS)}
    names = {name.split(" ")[0].split(".")[0] for name in included}
    return sorted(name for name in names if name not in own)


def attributes_of(stub: Path) -> set[str]:
    """Return the names in a module and its classes."""
    # Python 3.11 cannot parse type parameters.
    text = re.sub(r"\b(def|class) (\w+)\[\w+\]", r"\1 \2", stub.read_text())
    found = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                found.add(name)
            case ast.Name(name, ast.Store()):
                found.add(name)
            case ast.alias(name, asname) if name != "*":
                found.add((asname or name).split(".")[0])
    return found


def shared_stubs() -> list[Path]:
    """Return the stubs of the modules that Python has as well."""
    folder = SITE / "mypy" / "typeshed" / "stdlib"
    places = [folder / name for name in (*ALWAYS, *shared_modules())]
    stubs = [
        place / "__init__.pyi" if place.is_dir() else place.with_suffix(".pyi") for place in places
    ]
    return [stub for stub in stubs if stub.exists()]


def of_micropython(folder: Path) -> set[str]:
    """Return the names in these modules and in builtin types on this machine's MicroPython."""
    script = folder / "names.py"
    script.write_text(SCRIPT.format(file=str(script), modules=[*ALWAYS, *shared_modules()]))
    return set(micropython(script=script).split())


def written(names: set[str]) -> str:
    """Return the file with these names; names with two underscores are never shortened anyway."""
    return textwrap.fill(" ".join(sorted(name for name in names if name[:2] != "__")), WIDTH) + "\n"


def foreign_names(folder: Path) -> set[str]:
    """Return all foreign names; a script is written into the folder."""
    stubs = [*own_stubs(), *shared_stubs()]
    return of_micropython(folder).union(*map(attributes_of, stubs))


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        FOREIGN_FILE.write_text(written(foreign_names(Path(name))))
