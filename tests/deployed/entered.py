"""The functions of a drive that are entered when all tapes are played to it.

Decides how that is detected: each function reports its number, in a folder deployed only for this.
"""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from schiri.deploy import contents
from schiri.deploy.condense import condensed
from schiri.deploy.condense.names import Names
from schiri.deploy.condense.syntax import as_run
from schiri.deploy.modules import LIBRARIES, needed_modules, root_files

from tests.deployed.drive import cut, deployed, played
from tests.deployed.scenarios import broken, recorded, scenarios
from tests.firmware.world import built
from tests.memory import pico

Function = ast.FunctionDef
SAYS_SO = "entered"
NUMBER = re.compile(rf"{SAYS_SO}\((\d+)\)".encode())
# The scenarios to run: all for one build, and for the others those that it does not have.
RUNS: dict[str, tuple[str, ...]] = {
    "keys5": (),
    "cursor": ("joggle", "joggle_end", "evening", "looked-at", "damaged", "stored"),
    "pads": ("first_game", "joggle", "looked-at"),
}


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, Function]]:
    """Yield each function of a module with its name, qualified by class and function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = within + node.name
            if isinstance(node, ast.FunctionDef):
                yield name, node
            yield from functions(node, name + ".")
        else:
            yield from functions(node, within)


@cache
def functions_of(build: str) -> dict[int, str]:
    """Return all deployed functions, as ``MODULE:NAME``, by their numbers."""
    modules = {path: source.read_bytes() for path, source in needed_modules(built(build)).items()}
    readers = [path.read_bytes() for path in root_files().values()]
    texts, _ = condensed(telling(modules), readers, LIBRARIES)
    said = {int(number) for text in texts.values() for number in NUMBER.findall(text)}
    known = [
        f"{path}:{name}"
        for path in filter(is_ours, sorted(modules))
        for name, _ in functions(as_run(ast.parse(modules[path])))
    ]
    return {number: name for number, name in enumerate(known) if number in said}


def telling(modules: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return modules in which each function reports its number."""
    texts = dict(modules)
    number = 0
    for path in filter(is_ours, sorted(texts)):
        tree = as_run(ast.parse(texts[path]))
        for _, function in functions(tree):
            # After its docstring, which no board has.
            at = ast.get_docstring(function, clean=False) is not None
            function.body[at:at] = ast.parse(f"{SAYS_SO}({number})").body
            number += 1
        texts[path] = ast.unparse(tree).encode()
    return texts


def is_ours(path: str) -> bool:
    return path.split("/")[0].removesuffix(".py") not in LIBRARIES


def left() -> set[str]:
    """Return the functions that no run enters on any build."""
    known: set[str] = set()
    found: set[str] = set()
    for build in pico.BUILDS:
        known |= set(functions_of(build).values())
        with TemporaryDirectory() as folder:
            found |= entered(build, Path(folder), RUNS[build])
    return known - found


def entered(build: str, folder: Path, wanted: Collection[str] = ()) -> set[str]:
    """Return the entered functions; ``wanted`` are some of the scenarios, or all if empty."""
    known = functions_of(build)

    def condensed_telling(
        modules: Mapping[str, bytes], readers: Collection[bytes], libraries: Collection[str]
    ) -> tuple[dict[str, bytes], dict[str, Names]]:
        return condensed(telling(modules), readers, libraries)

    contents._programs.cache_clear()
    with patch.object(contents, "condensed", condensed_telling):
        drive = deployed(build, folder / "drive")
    contents._programs.cache_clear()
    tapes = {
        name: recorded(build, scenario)
        for name, scenario in scenarios(build).items()
        if not wanted or name in wanted
    }
    parts = broken(build)
    every = [*played(drive, tapes | parts, folder / "tapes").values()]
    every += played(cut(drive), {"start": parts["start"]}, folder / "half").values()
    found: set[str] = set()
    for lines in every:
        word, *numbers = lines[-1].split(" ")
        assert word == SAYS_SO, lines[-8:]
        found |= {known[int(number)] for number in numbers}
    return found
