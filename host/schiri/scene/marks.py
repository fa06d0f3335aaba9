"""The marks of cells: what each means, and how it looks in every view.

To change a mark, change its row: page, pictures, terminal and prompt read it.  Must not know a game
or a view.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from schiri.texts import N_, Words

# The colour of marks on the page, light within a dark edge, so that they are visible on any
# background.
LIGHT, EDGE = "#fff7dc", "#1d1109"
# A mark of this strength colours the background even of a cell with a colour of its own.
STRONG = 3


class Mark(NamedTuple):
    """A mark of a cell.

    Shape: ``words`` are for screen readers; a mark covers those of a lower ``strength``.
    ``colour`` is that of the page and of pictures, whose shapes are in `schiri.picture.grid`.  In
    the terminal ``sign`` is around a cell, or a single one in the place of its card, on ``ground``;
    ``typed`` is around a cell at a prompt.  "" is not shown.
    """

    name: str
    words: str
    strength: int
    colour: str = LIGHT
    sign: str = ""
    ground: str = ""
    typed: str = ""


# In the order of their words.
MARKS = {
    mark.name: mark
    for mark in (
        Mark("chosen", N_("a card will be laid there"), 5, sign="+", ground="#e0b020"),
        Mark("open", N_("a card may be laid there"), 2, sign="·", ground="#24332a"),
        Mark("picked", N_("picked"), 5, sign="[]", ground="#b07f00"),
        Mark("legal", N_("it may go there"), 2, sign="()", ground="#4f9d57"),
        Mark("hint", N_("the hint"), 3, sign="{}", ground="#b07f00"),
        Mark("last", N_("the last move"), 1, sign="‹›", ground="#5b7fb5", typed="()"),
        Mark("turned", N_("just turned up"), 1, sign="‹›"),
        Mark("won", N_("the group that has won"), 4, sign="**", ground="#b07f00", typed="[]"),
        Mark("linked", N_("the group that wins unless the next move helps"), 2, "#f2c230", "::"),
        Mark("three", N_("three in a row"), 4, "#ffb347", "><"),
        Mark("cause", N_("the cause of the refusal"), 7, "#c0261b", "!!", "#c0392b"),
        # The cursor of a device.
        Mark("cursor", "", 6),
    )
}
NO_MARK = Mark("", "", 0, sign="  ", typed="  ")


def strongest(marks: Iterable[Mark]) -> Mark:
    """Return the mark that covers the others, `NO_MARK` if there is none.

    >>> strongest(MARKS[name] for name in ("last", "picked")).sign
    '[]'
    """
    return max(marks, key=lambda mark: mark.strength, default=NO_MARK)


def by_strength(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of marks in the order in which they are drawn, the strongest last."""
    return tuple(sorted(names, key=lambda name: MARKS[name].strength))


def mark_words(words: Words, names: Collection[str]) -> list[str]:
    """Return marks in words."""
    return [
        words.gettext(mark.words) for mark in MARKS.values() if mark.name in names and mark.words
    ]
