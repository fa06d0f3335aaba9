"""Figures as tables with bars, for a terminal.

Decides how a sheet is drawn there.  Must not know what stands in one.
"""

from typing import TextIO

from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from schiri.stats.figures import Figures
from schiri.stats.sheets import Cell, Sheet, sheets_of
from schiri.tables import plain_table, printing_to, words_cell
from schiri.texts import Words

BAR = 8


def print_tables(words: Words, figures: Figures, file: TextIO) -> None:
    """Print what games come to: a table of the players, of the games, of races, of dice."""
    with printing_to(file) as console:
        for sheet in sheets_of(words, figures):
            console.print(_drawn(sheet), "")


def _drawn(sheet: Sheet) -> Table:
    table = plain_table(sheet.title)
    first, *columns = sheet.columns
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right")
    for row in sheet.rows:
        table.add_row(*map(_cell, row))
    return table


def _cell(cell: Cell) -> Text | Bar:
    """Return what stands in a cell; a name is no markup, whatever it looks like."""
    return words_cell(cell) if isinstance(cell, str) else Bar(cell.whole, 0, cell.part, width=BAR)
