"""Tables for a terminal: statistics with bars, and an analysed game move by move.

Decides how they look there.  Must not know how a figure or a value is found.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from rich.bar import Bar
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from schiri.analysis.moves import MoveAnalysis
from schiri.analysis.words import note, summary
from schiri.games.switch.values import value_text
from schiri.plain import plain
from schiri.prose import PIECES
from schiri.stats.columns import Cell, FigureTable, figure_tables
from schiri.stats.figures import Figures
from schiri.texts import Words

# The length of a bar of statistics, and of that of a move for each side.
BAR, REACH = 8, 6


def plain_table(title: str | None = None) -> Table:
    """Return a table with a line only below its header."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD)
    table.show_edge = table.pad_edge = False
    return table


def words_cell(words: str) -> Text:
    """Return a cell with plain words from any source."""
    return Text(plain(words))


@contextmanager
def printing_to(file: TextIO) -> Iterator[Console]:
    """Yield a console; its output is printed at the end, with colours.

    Rule: text from other sources is made plain before: `words_cell` does that.

    Raises: BrokenPipeError, because Rich would exit the program.
    """
    console = Console(file=file, highlight=False, markup=False, emoji=False)
    with console.capture() as printed:
        yield console
    getattr(file, "styled", file).write(printed.get())


def print_tables(words: Words, figures: Figures, file: TextIO) -> None:
    """Print the statistics of games: a table of players, games, clocks, races, dice."""
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


def print_moves(words: Words, moves: Sequence[MoveAnalysis], file: TextIO) -> None:
    """Print a game move by move."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column(words.gettext("Name"), overflow="fold")
    for column in (words.gettext("Move"), words.gettext("Before"), words.gettext("After")):
        table.add_column(column, no_wrap=True)
    table.add_column(PIECES["b"] + " " * (2 * REACH - 1) + PIECES["w"], no_wrap=True)
    table.add_column("", overflow="fold")
    for each in moves:
        who = words_cell(f"{PIECES[each.side]} {each.by}")
        values = value_text(each.before), value_text(each.after)
        number = str(each.number)
        cells = map(words_cell, (each.move, *values, bar(each), note(words, each)))
        table.add_row(number, who, *cells)
    with printing_to(file) as console:
        console.print(table)
    for name in dict.fromkeys(each.by for each in moves):
        print(summary(words, name, [each for each in moves if each.by == name]), file=file)
    print(
        words.gettext(
            "Before and after are for the side that moved. win 5: it wins in 5 moves of both sides "
            "together, this one included, if nobody errs; draw: neither can force a win."
        ),
        file=file,
    )


def bar(each: MoveAnalysis) -> str:
    """Return how near a win is after a move: to the left for dark, to the right for light.

    >>> bar(MoveAnalysis(1, "Ann", "b", "a1-c3", 1, 1, ()))
    '██████│      '
    >>> bar(MoveAnalysis(1, "Ann", "b", "a1-c3", 0, -15, ("a2-c3",)))
    '      │███   '
    """
    how_near = each.nearness
    length = max(1, round(REACH * abs(how_near))) if how_near else 0
    dark, light = (length, 0) if how_near > 0 else (0, length)
    return f"{'█' * dark:>{REACH}}│{'█' * light:<{REACH}}"
