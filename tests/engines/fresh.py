"""A second import of the engines beside the shared ones: isolated, or with changed source."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tests.sources import ENGINES

NAME = "fresh_engines"
Engines = Callable[[str], Any]


@contextmanager
def fresh_engines(folder: Path = ENGINES) -> Iterator[Engines]:
    """Yield a function that imports a module of the engines in this folder, without sharing any."""
    spec = spec_from_file_location(
        NAME, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec and spec.loader and NAME not in sys.modules
    package = sys.modules[NAME] = module_from_spec(spec)
    # Python takes a changed file for the compiled one if its size and its second are the same.
    writes_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(package)
        yield lambda module: import_module(f"{NAME}.{module}")
    finally:
        sys.dont_write_bytecode = writes_nothing
        for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
            del sys.modules[name]
