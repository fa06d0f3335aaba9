"""A field without an edge, as plain values: what lies where, what is marked, which part shows.

Decides what lights and screens need to know of Zwoggel's field.  Must not know how either looks.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple, cast

from schiri_engines.table import Table

if TYPE_CHECKING:
    from schiri_engines.zwoggel import Zwoggel

Place = tuple[int, int]
Size = tuple[int, int]

# How far beyond the cards one may look, so that there is room to lay the next one.
MARGIN = 1


# The steps of a cursor.
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


class FieldView(NamedTuple):
    """A field as it lies, and what the last move did to it.

    Shape: ``cards`` holds "down", "red", "green" or "hole" by place; ``turned`` is the place just
    turned up, ``three`` those of the rows that this completed.
    """

    cards: dict[Place, str]
    turned: Place | None = None
    three: frozenset[Place] = frozenset()

    def at(self, place: Place) -> tuple[str, str]:
        """Return what lies on a place, "" for nothing, and its mark: "three", "turned" or "".

        >>> view = FieldView({(0, 0): "red", (1, 0): "hole"}, (1, 0))
        >>> view.at((0, 0)), view.at((1, 0)), view.at((5, 5))
        (('red', ''), ('hole', 'turned'), ('', ''))
        """
        mark = "three" if place in self.three else "turned" if place == self.turned else ""
        return self.cards.get(place, ""), mark

    def reach(self, chosen: Collection[Place] = ()) -> tuple[Place, Place]:
        """Return the lowest and the highest place that one may look at.

        Shape: ``chosen`` are places that cards are about to be laid on.

        >>> FieldView({(0, 0): "red", (3, -1): "down"}).reach()
        ((-1, -2), (4, 1))
        """
        places = [*self.cards, *chosen] or [(0, 0)]
        across, up = [x for x, _y in places], [y for _x, y in places]
        low = min(across) - MARGIN, min(up) - MARGIN
        return low, (max(across) + MARGIN, max(up) + MARGIN)


def game_of(table: Table) -> "Zwoggel":
    """Return the game on a table of Zwoggel."""
    return cast("Zwoggel", table.game)


def field_of(table: Table) -> FieldView:
    """Return the field on a table of Zwoggel."""
    game = game_of(table)
    three = frozenset(place for row in game.threes for place in row)
    return FieldView(dict(game.field.cards), game.turned, three)


def moved(cursor: Place, way: str, view: FieldView, chosen: Collection[Place] = ()) -> Place:
    """Return where a cursor is after a step, no further than one place beyond the cards.

    Rule: the next card may lie beside one that is about to be laid (ZW-3).

    >>> moved((0, 0), "up", FieldView({(0, 0): "down"})), moved((0, 1), "up", FieldView({}))
    ((0, 1), (0, 1))
    >>> moved((0, 1), "up", FieldView({(0, 0): "down"}), [(0, 1)])
    (0, 2)
    """
    low, high = view.reach(chosen)
    x, y = (
        max(least, min(most, at + step))
        for least, most, at, step in zip(low, high, cursor, STEPS[way], strict=True)
    )
    return x, y


def follow(low: Place, size: Size, place: Place) -> Place:
    """Return the lowest place of a window that moves no further than to show this place.

    >>> follow((0, 0), (8, 8), (3, 3)), follow((0, 0), (8, 8), (9, -2))
    ((0, 0), (2, -2))
    """
    x, y = (
        min(max(start, at - length + 1), at)
        for start, length, at in zip(low, size, place, strict=True)
    )
    return x, y


def middle(view: FieldView, size: Size) -> Place:
    """Return the lowest place of a window that has the field in its middle.

    >>> middle(FieldView({(0, 0): "red", (1, 1): "down"}), (8, 8))
    (-3, -3)
    """
    low, high = view.reach()
    x, y = (
        (first + last + 1 - length) // 2
        for first, last, length in zip(low, high, size, strict=True)
    )
    return x, y
