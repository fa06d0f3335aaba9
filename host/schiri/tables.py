"""Tables for a terminal: how they look, and how they are printed.

Decides nothing of what stands in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from schiri.plain import plain

if TYPE_CHECKING:
    # Only whoever prints needs it: a page has tables of its own.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

# The piece of each side.
PIECES = {"b": "●", "w": "○"}


def plain_table(title: str | None = None) -> Table:
    """Return a table with a line below its head alone."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    return table


def words_cell(words: str) -> Text:
    """Return a cell with words, whoever wrote them."""
    from rich.text import Text

    return Text(plain(words))


@contextmanager
def printing_to(file: TextIO) -> Iterator[Console]:
    """Yield a console; what it was given is printed at the end, with its colours.

    Rule: what others have written is made plain before it comes here: `words_cell` does.

    Raises: BrokenPipeError, where Rich would end the program by itself.
    """
    from rich.console import Console

    console = Console(file=file, highlight=False, markup=False, emoji=False)
    with console.capture() as printed:
        yield console
    getattr(file, "styled", file).write(printed.get())
