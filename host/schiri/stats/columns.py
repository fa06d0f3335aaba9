"""Figures as tables: columns with their words, for every view that shows a table.

Decides the columns and the order of rows.  Must not count anything, or know how it is drawn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from schiri.prose import PIECES
from schiri.prose.clock import duration_digits
from schiri.stats.figures import Figures, PlayerFigures, Won
from schiri.texts import Words

NOTHING = "-"


class Share(NamedTuple):
    """A part of a whole, which a view draws as a bar."""

    part: float
    whole: float


Cell = str | Share


class FigureTable(NamedTuple):
    """A table: its title, its columns, and its rows, of which the first cell is a name."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def figure_tables(words: Words, figures: Figures) -> list[FigureTable]:
    """Return the statistics of games: of players, games, clocks, races, dice."""
    tables = [made(words, figures) for made in (_players, _kinds, _thinking, _races, _dice)]
    return [table for table in tables if table.rows]


def _players(words: Words, figures: Figures) -> FigureTable:
    columns = (
        words.gettext("Name"),
        words.gettext("Games"),
        words.gettext("Won"),
        "",
        words.gettext("Drawn"),
        words.gettext("In a row"),
        words.gettext("Began"),
        *PIECES.values(),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, each in by_wins(figures):
        bar = Share(each.wins, max(1, each.finished))
        row = f"{each.streak} ({each.longest_streak})" if each.longest_streak else NOTHING
        colours = [_won(each.colours.get(colour)) for colour in PIECES]
        counts = (str(each.games), str(each.wins), bar, str(each.draws), row)
        rows.append((name, *counts, _won(each.began), *colours))
    return FigureTable(words.gettext("Players"), columns, tuple(rows))


def by_wins(figures: Figures) -> Sequence[tuple[str, PlayerFigures]]:
    """Return the players, most wins first."""
    return sorted(figures.players.items(), key=lambda each: (-each[1].wins, each[0].casefold()))


def _won(won: Won | None) -> str:
    """Return the share of wins in words.

    >>> _won(Won(3, 2)), _won(Won(0, 0)), _won(None)
    ('2/3', '-', '-')
    """
    return f"{won.wins}/{won.games}" if won and won.games else NOTHING


def _kinds(words: Words, figures: Figures) -> FigureTable:
    columns = (
        words.gettext("Game"),
        words.gettext("Games"),
        words.gettext("Over"),
        words.gettext("Drawn"),
        words.gettext("First player won"),
        words.gettext("Usually"),
        words.gettext("Longest"),
    )
    rows = []
    for name, each in figures.kinds.items():
        counts = (str(each.games), str(each.finished), str(each.draws), _won(each.begun))
        times = time_text(each.median_s), time_text(each.longest_s)
        rows.append((name.capitalize(), *counts, *times))
    return FigureTable(words.gettext("Games"), columns, tuple(rows))


def time_text(seconds: float | None) -> str:
    """Return a duration in words.

    >>> time_text(None), time_text(7), time_text(605), time_text(3900)
    ('-', '7 s', '10 min', '1 h 05 min')
    """
    if seconds is None:
        return NOTHING
    minutes = round(seconds / 60)
    if not minutes:
        return f"{seconds:.0f} s"
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{minutes} min"


def _thinking(words: Words, figures: Figures) -> FigureTable:
    columns = (
        words.gettext("Name"),
        words.gettext("Games with a clock"),
        words.gettext("Time spent"),
        words.gettext("Longest thought"),
    )
    rows = []
    for name, each in figures.players.items():
        if each.thinking:
            spent = each.thinking.total_ms, each.thinking.longest_ms
            rows.append((name, str(each.thinking.games), *map(duration_digits, spent)))
    return FigureTable(words.gettext("Time to think"), columns, tuple(rows))


def _races(words: Words, figures: Figures) -> FigureTable:
    columns = (
        words.gettext("Name"),
        words.gettext("Throw-ins"),
        words.gettext("Stayed"),
        words.gettext("Fastest"),
        words.gettext("Usually"),
        "",
    )
    raced = [(name, each.races) for name, each in figures.players.items() if each.races]
    slowest = max((races.median_ms for _name, races in raced), default=1) or 1
    rows = []
    for name, races in sorted(raced, key=lambda each: each[1].median_ms):
        times = f"{races.best_ms} ms", f"{races.median_ms:.0f} ms"
        bar = Share(races.median_ms, slowest)
        rows.append((name, str(races.claims), str(races.stood), *times, bar))
    return FigureTable(words.gettext("Races"), columns, tuple(rows))


def _dice(words: Words, figures: Figures) -> FigureTable:
    faces = [words.pgettext("face", f"joggle {face}") for face in "RGBYJ"]
    columns = (words.gettext("Name"), *faces, words.gettext("this many joggles or more"))
    rows = []
    for name, each in figures.players.items():
        if each.dice:
            counts = [str(count) for count in each.dice.rolls.values()]
            rows.append((name, *counts, f"{100 * each.dice.joggles:.0f} %"))
    return FigureTable(words.gettext("Dice"), columns, tuple(rows))
