"""Tables for a terminal: their look, and printing.

Must not know their contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from schiri.plain import plain

if TYPE_CHECKING:
    # Needed only for printing: a page has its own tables.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

# The piece of each side.
PIECES = {"b": "●", "w": "○"}


def plain_table(title: str | None = None) -> Table:
    """Return a table with a line only below its header."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    return table


def words_cell(words: str) -> Text:
    """Return a cell with plain words from any source."""
    from rich.text import Text

    return Text(plain(words))


@contextmanager
def printing_to(file: TextIO) -> Iterator[Console]:
    """Yield a console; its output is printed at the end, with colours.

    Rule: text from other sources is made plain before: `words_cell` does that.

    Raises: BrokenPipeError, because Rich would exit the program.
    """
    from rich.console import Console

    console = Console(file=file, highlight=False, markup=False, emoji=False)
    with console.capture() as printed:
        yield console
    getattr(file, "styled", file).write(printed.get())
