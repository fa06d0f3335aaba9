"""Figures as tables with bars, for a terminal.

Decides what stands in which column.  Must not count anything.
"""

from typing import TextIO

from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from schiri.stats.figures import Figures, Player, Won
from schiri.tables import PIECES, plain_table, printing_to
from schiri.texts import Words

BAR = 8
NOTHING = "-"


def print_tables(words: Words, figures: Figures, file: TextIO) -> None:
    """Print what games come to: a table of the players, of the games, of races, of dice."""
    with printing_to(file) as console:
        for table in (_players, _kinds, _races, _dice):
            drawn = table(words, figures)
            if drawn.row_count:
                console.print(drawn, "")


def _table(title: str, first: str, *columns: str) -> Table:
    table = plain_table(title)
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _row(table: Table, name: str, *cells: str | Bar) -> None:
    """Add a row; a name is no markup, whatever it looks like."""
    table.add_row(Text(name), *cells)


def _players(words: Words, figures: Figures) -> Table:
    columns = [
        words.gettext("Games"),
        words.gettext("Won"),
        "",
        words.gettext("Drawn"),
        words.gettext("In a row"),
        words.gettext("Began"),
        *PIECES.values(),
    ]
    table = _table(words.gettext("Players"), words.gettext("Name"), *columns)
    for name, each in sorted(figures.players.items(), key=_by_wins):
        bar = Bar(max(1, each.finished), 0, each.wins, width=BAR)
        row = f"{each.streak} ({each.longest_streak})" if each.longest_streak else NOTHING
        colours = [_won(each.colours.get(colour)) for colour in PIECES]
        counts: list[str | Bar] = [str(each.games), str(each.wins), bar, str(each.draws), row]
        _row(table, name, *counts, _won(each.began), *colours)
    return table


def _by_wins(item: tuple[str, Player]) -> tuple[int, str]:
    return -item[1].wins, item[0].casefold()


def _won(won: Won | None) -> str:
    """Return how many of how many were won.

    >>> _won(Won(3, 2)), _won(Won(0, 0)), _won(None)
    ('2/3', '-', '-')
    """
    return f"{won.wins}/{won.games}" if won and won.games else NOTHING


def _kinds(words: Words, figures: Figures) -> Table:
    columns = [
        words.gettext("Games"),
        words.gettext("Over"),
        words.gettext("Drawn"),
        words.gettext("First player won"),
        words.gettext("Usually"),
        words.gettext("Longest"),
    ]
    table = _table(words.gettext("Games"), words.gettext("Game"), *columns)
    for name, each in figures.kinds.items():
        counts = [str(each.games), str(each.finished), str(each.draws), _won(each.begun)]
        _row(table, name.capitalize(), *counts, _time(each.median_s), _time(each.longest_s))
    return table


def _time(seconds: float | None) -> str:
    """Return how long something takes.

    >>> _time(None), _time(7), _time(605), _time(3900)
    ('-', '7 s', '10 min', '1 h 05 min')
    """
    if seconds is None:
        return NOTHING
    minutes = round(seconds / 60)
    if not minutes:
        return f"{seconds:.0f} s"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{minutes} min"


def _races(words: Words, figures: Figures) -> Table:
    columns = [
        words.gettext("Throw-ins"),
        words.gettext("Stayed"),
        words.gettext("Fastest"),
        words.gettext("Usually"),
        "",
    ]
    table = _table(words.gettext("Races"), words.gettext("Name"), *columns)
    raced = [(name, each.races) for name, each in figures.players.items() if each.races]
    slowest = max((races.median_ms for _name, races in raced), default=1) or 1
    for name, races in sorted(raced, key=lambda each: each[1].median_ms):
        bar = Bar(slowest, 0, races.median_ms, width=BAR)
        times = f"{races.best_ms} ms", f"{races.median_ms:.0f} ms", bar
        _row(table, name, str(races.claims), str(races.stood), *times)
    return table


def _dice(words: Words, figures: Figures) -> Table:
    faces = [words.pgettext("face", face) for face in "RGBYJ"]
    table = _table(
        words.gettext("Dice"),
        words.gettext("Name"),
        *faces,
        words.gettext("so many joggles or more"),
    )
    for name, each in figures.players.items():
        if each.dice:
            counts = [str(count) for count in each.dice.rolls.values()]
            _row(table, name, *counts, f"{100 * each.dice.joggles:.0f} %")
    return table
