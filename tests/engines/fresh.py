"""The engines, imported once more beside the ones that all tests share: alone, or edited.

Decides how a piece of a source is replaced: only where it stands exactly once, so that an edit
can never silently stop applying.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

from tests.sources import ENGINES

NAME = "fresh_engines"
Engines = Callable[[str], Any]


@contextmanager
def fresh_engines(folder: Path = ENGINES) -> Iterator[Engines]:
    """Give a function that imports a module of the engines in this folder, sharing nothing."""
    spec = spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec and spec.loader and NAME not in sys.modules
    package = sys.modules[NAME] = module_from_spec(spec)
    try:
        spec.loader.exec_module(package)
        yield lambda module: import_module(f"{NAME}.{module}")
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
            del sys.modules[name]


def modules_of(folder: Path = ENGINES) -> list[str]:
    """Return the names of all modules of the engines, as `fresh_engines` takes them."""
    parts = [path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py")]
    return sorted(".".join(part) for part in parts if part[-1] != "__init__")


def edited(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a copy of the engines in which one piece of one file is another."""
    copy = copytree(ENGINES, folder / "edited", ignore=ignore_patterns("__pycache__"))
    source = (copy / file).read_text()
    assert source.count(old) == 1, f"{file} has this {source.count(old)} times: {old}"
    (copy / file).write_text(source.replace(old, new))
    return copy
