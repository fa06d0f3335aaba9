"""A second import of the engines beside the shared ones: isolated, or with changed source."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from schiri import command_table

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


def command_table_of(engines: Engines) -> Any:
    """Return the class `CommandTable` of the host, around a table of these engines."""
    package = engines("table").__package__
    if package == "schiri_engines":
        return command_table.CommandTable
    assert command_table.__file__
    source = Path(command_table.__file__).read_text().replace("schiri_engines", package)
    module = ModuleType(f"{package}.command_table")
    exec(compile(source, command_table.__file__, "exec"), module.__dict__)
    return module.CommandTable
