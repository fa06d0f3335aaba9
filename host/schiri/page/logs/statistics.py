"""The statistics of many games: charts, each with a table of the same figures.

Decides what is drawn as a chart.  Must not count anything.
"""

from __future__ import annotations

import htpy as h
from markupsafe import Markup

from schiri.games.joggle.luck import CHANCES
from schiri.page.logs.games import form_of, wanted_of
from schiri.page.logs.library import Counting
from schiri.page.logs.player import address_of_player, bars, counting_on
from schiri.page.logs.reader import PageReader, wide_table
from schiri.page.request import PageReply
from schiri.picture.chart import bar_svg, columns_svg
from schiri.stats.columns import FigureTable, by_wins, figure_tables, time_text
from schiri.stats.figures import DiceLuck, Figures
from schiri.texts import N_, NN_, Words

# The most players with a bar; the table has all of them.
DRAWN = 12


def statistics_page(reader: PageReader) -> PageReply:
    """Return the page of statistics, as far as the games have been counted."""
    words, found = reader.words, reader.library.counted(wanted_of(reader))
    figures = found.figures
    charts = (_wins, _streaks, _lengths, _races, _dice)
    return reader.page(
        words.gettext("Statistics"),
        h.h1[words.gettext("Statistics")],
        form_of(reader, found.names),
        h.p(".hint", role="status")[_count_words(words, found)],
        counting_on(reader, found),
        bool(figures.games)
        and (
            h.div(".charts")[(chart(words, figures) for chart in charts)],
            h.details(".more")[
                h.summary[words.gettext("All figures")],
                (sheet_table(table) for table in figure_tables(words, figures)),
            ],
        ),
    )


def _count_words(words: Words, found: Counting) -> str:
    if not found.of:
        return words.gettext("No games to count.")
    one, many = NN_("{done} of {count} game", "{done} of {count} games")
    parts = [words.counted(one, many, found.of, done=found.done)]
    if left_out := len(found.figures.left_out):
        parts.append(words.counted("{count} file left out", "{count} files left out", left_out))
    return ", ".join(parts)


def _wins(words: Words, figures: Figures) -> h.Node:
    rows = []
    for name, each in [each for each in by_wins(figures) if each[1].finished][:DRAWN]:
        said = words.say("{wins} of {games} won", wins=each.wins, games=each.finished)
        rows.append((_name(name), said, bar_svg(each.wins, each.draws, each.finished)))
    return bars(words.gettext("Who wins"), rows)


def _streaks(words: Words, figures: Figures) -> h.Node:
    players = [each for each in by_wins(figures)[:DRAWN] if each[1].longest_streak]
    most = max((each.longest_streak for _name, each in players), default=0)
    rows = []
    for name, each in players:
        streak, longest = each.streak, each.longest_streak
        said = words.say("{streak} now, at most {longest}", streak=streak, longest=longest)
        bar = bar_svg(streak, longest - streak, most)
        rows.append((_name(name), said, bar))
    return bars(words.gettext("Won in a row"), rows)


def _lengths(words: Words, figures: Figures) -> h.Node:
    kinds = [(name, each) for name, each in figures.kinds.items() if each.longest_s]
    most = max((each.longest_s or 0 for _name, each in kinds), default=0)
    rows = []
    for name, each in kinds:
        usual, longest = each.median_s or 0, each.longest_s or 0
        text = N_("usually {usual}, at most {longest}")
        said = words.say(text, usual=time_text(usual), longest=time_text(longest))
        rows.append((name.capitalize(), said, bar_svg(usual, longest - usual, most)))
    return bars(words.gettext("How long a game takes"), rows)


def _races(words: Words, figures: Figures) -> h.Node:
    raced = [(name, each.races) for name, each in figures.players.items() if each.races]
    raced.sort(key=lambda each: each[1].median_ms)
    most = max((races.median_ms for _name, races in raced), default=0)
    rows = []
    for name, races in raced[:DRAWN]:
        best, usual = words.seconds(races.best_ms), words.seconds(round(races.median_ms))
        said = words.say("fastest {best}, usually {usual}", best=best, usual=usual)
        bar = bar_svg(races.best_ms, races.median_ms - races.best_ms, most)
        rows.append((_name(name), said, bar))
    return bars(words.gettext("How fast in races"), rows)


def _name(name: str) -> h.Node:
    """Return the name of a player, which leads to their own page."""
    return h.a(href=address_of_player(name))[name]


def _dice(words: Words, figures: Figures) -> h.Node:
    """Return five columns for each player, each with a line at the expectation of a fair die."""
    rolled = [(name, each.dice) for name, each in figures.players.items() if each.dice]
    return (
        bool(rolled)
        and h.figure(".chart.dice")[
            h.figcaption[words.gettext("The luck of the dice")],
            h.div(".rolls")[(_rolls(words, name, dice) for name, dice in rolled[:DRAWN])],
            h.p(".hint")[words.gettext("The lines show what fair dice would give.")],
        ]
    )


def _rolls(words: Words, name: str, dice: DiceLuck) -> h.Node:
    counts = list(dice.rolls.values())
    expected = [sum(counts) * chance for chance in CHANCES]
    rolls = dice.rolls.items()
    faces = [(words.pgettext("face", f"joggle {face}"), count) for face, count in rolls]
    return h.div(".rolled")[
        h.span(".name")[_name(name)],
        h.div(".columns")[Markup(columns_svg(counts, expected))],
        h.div(".faces")[(h.span[f"{face} {count}"] for face, count in faces)],
    ]


def sheet_table(table: FigureTable) -> h.Node:
    """Return a table; the bars in it are drawn above it."""
    first, *others = (at for at, column in enumerate(table.columns) if column)
    rows = (
        h.tr[
            h.th(scope="row")[str(row[first])],
            (h.td(data_head=table.columns[at])[str(row[at])] for at in others),
        ]
        for row in table.rows
    )
    heads = filter(None, table.columns)
    return wide_table(table.title, heads, rows, h.caption[table.title])
