"""An analysed game as a table for a terminal: one move in each row, with a bar for its value.

Decides the columns.  Must not know how a value is computed.
"""

from collections.abc import Callable, Sequence
from typing import TextIO

from schiri.analysis.moves import MoveAnalysis
from schiri.games.switch.values import value_text
from schiri.printing import PIECES, plain_table, printing_to, words_cell
from schiri.texts import N_, Words

# The length of the bar for each side; the longest win takes 28 plies.
REACH = 6
LONGEST = 28
# How many better moves are named at most.
NAMED = 3
BLUNDERS = {
    "win to draw": N_("blunder: a sure win given away"),
    "win to loss": N_("blunder: a sure win given to the other side"),
    "draw to loss": N_("blunder: now the other side has a sure win"),
}


def print_moves(words: Words, moves: Sequence[MoveAnalysis], file: TextIO) -> None:
    """Print a game move by move."""
    table = plain_table()
    table.add_column("", justify="right")
    table.add_column(words.gettext("Name"), overflow="fold")
    for column in (words.gettext("Move"), words.gettext("Before"), words.gettext("After")):
        table.add_column(column, no_wrap=True)
    table.add_column("●" + " " * (2 * REACH - 1) + "○", no_wrap=True)
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
    how_near = nearness(each)
    length = max(1, round(REACH * abs(how_near))) if how_near else 0
    dark, light = (length, 0) if how_near > 0 else (0, length)
    return f"{'█' * dark:>{REACH}}│{'█' * light:<{REACH}}"


def nearness(each: MoveAnalysis) -> float:
    """Return how near a win is after a move: up to 1 for dark, down to -1 for light.

    >>> nearness(MoveAnalysis(1, "Ann", "b", "a1-c3", 1, 1, ()))
    1.0
    >>> nearness(MoveAnalysis(1, "Ann", "b", "a1-c3", 0, -15, ("a2-c3",)))
    -0.5
    """
    if not each.after:
        return 0.0
    near = (LONGEST + 1 - min(abs(each.after), LONGEST)) / LONGEST
    return near if (each.after > 0) == (each.side == "b") else -near


def note(words: Words, each: MoveAnalysis, show: Callable[[str], str] = str) -> str:
    """Return the note on a move: a blunder, better moves as ``show`` writes them, undone."""
    remarks = [words.gettext(BLUNDERS[each.blunder])] if each.blunder else []
    if each.better:
        named = ", ".join(map(show, each.better[:NAMED]))
        rest = len(each.better) - NAMED
        if rest > 0:
            more = words.gettext("{moves} and {count} more")
            named = more.format(moves=named, count=rest)
        if each.blunder:
            remarks.append(words.say("better: {moves}", moves=named))
        elif each.after > 0:
            remarks.append(words.say("faster: {moves}", moves=named))
        else:
            remarks.append(words.say("longer: {moves}", moves=named))
    if each.is_undone:
        remarks.append(words.gettext("undone"))
    return "; ".join(remarks)


def summary(words: Words, name: str, moves: Sequence[MoveAnalysis]) -> str:
    """Return the quality of a player's moves, except undone ones."""
    standing = [each for each in moves if not each.is_undone]
    best = sum(not each.better for each in standing)
    blunders = sum(bool(each.blunder) for each in standing)
    text = words.ngettext(
        "{name}: {best} of {count} move was the best",
        "{name}: {best} of {count} moves were the best",
        len(standing),
    ).format(name=name, best=best, count=len(standing))
    more = words.ngettext("{count} blunder", "{count} blunders", blunders)
    return f"{text}, {more.format(count=blunders)}."
