"""Tables for a terminal: how they look, and how they are printed.

Decides nothing of what stands in them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

# The piece of each side.
PIECES = {"b": "●", "w": "○"}


def plain_table(title: str | None = None) -> Table:
    """Return a table with a line below its head alone."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    return table


@contextmanager
def printing_to(file: TextIO) -> Iterator[Console]:
    """Yield a console; what it was given is printed at the end.

    Raises: BrokenPipeError, where Rich would end the program by itself.
    """
    console = Console(file=file, highlight=False, markup=False, emoji=False)
    with console.capture() as printed:
        yield console
    file.write(printed.get())
