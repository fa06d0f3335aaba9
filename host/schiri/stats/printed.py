"""Figures as tables with bars, for a terminal.

Decides how a table is drawn there.  Must not know the figures.
"""

from typing import TextIO

from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from schiri.printing import plain_table, printing_to, words_cell
from schiri.stats.columns import Cell, FigureTable, figure_tables
from schiri.stats.figures import Figures
from schiri.texts import Words

BAR = 8


def print_tables(words: Words, figures: Figures, file: TextIO) -> None:
    """Print the statistics of games: a table of the players, of the games, of races, of dice."""
    with printing_to(file) as console:
        for table in figure_tables(words, figures):
            console.print(_drawn(table), "")


def _drawn(figures: FigureTable) -> Table:
    table = plain_table(figures.title)
    first, *columns = figures.columns
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right")
    for row in figures.rows:
        table.add_row(*map(_cell, row))
    return table


def _cell(cell: Cell) -> Text | Bar:
    """Return the contents of a cell; a name is never markup."""
    return words_cell(cell) if isinstance(cell, str) else Bar(cell.whole, 0, cell.part, width=BAR)
