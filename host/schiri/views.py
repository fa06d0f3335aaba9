"""The board or the cards on a table as frozen values, to be drawn.

Decides what is visible. Must not know how it is drawn, or which moves are legal.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from schiri_engines.grid import cell_text

from schiri.events import State

Place = tuple[int, int]

# The margin around the cards of a field, with room for the next one.
MARGIN = 1


class BoardView(NamedTuple):
    """A board with its marks.

    Shape: ``letters`` has one letter a cell from a1 on; ``fields`` the same for colours, if a board
    has them; the rest are marks with the names of their cells: ``legal`` where the picked piece may
    go, ``hint`` an advised move, ``linked`` a group that wins unless a counter helps.
    """

    size: int
    letters: str
    picked: str = ""
    legal: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    cursor: str = ""
    fields: str = ""
    hint: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()

    def marks(self) -> dict[str, list[str]]:
        """Return the names of the marks of each cell that has any.

        >>> BoardView(2, "b..w", picked="a1", last=("a1", "b2")).marks()
        {'a1': ['picked', 'last'], 'b2': ['last']}
        """
        found: dict[str, list[str]] = {}
        for mark in ("picked", "legal", "last", "won", "linked", "cursor", "hint"):
            cells = getattr(self, mark)
            for name in filter(None, (cells,) if isinstance(cells, str) else cells):
                found.setdefault(name, []).append(mark)
        return found

    def pieces(self) -> dict[str, str]:
        """Return the piece on each cell, ``.`` for none, by the names of the cells.

        >>> BoardView(2, "b..w").pieces()
        {'a1': 'b', 'b1': '.', 'a2': '.', 'b2': 'w'}
        """
        return {cell_text(cell, self.size): piece for cell, piece in enumerate(self.letters)}


def named(letters: str, size: int, letter: str) -> tuple[str, ...]:
    """Return the names of the cells that have this letter.

    >>> named("b..w", 2, ".")
    ('b1', 'a2')
    """
    return tuple(cell_text(at, size) for at, each in enumerate(letters) if each == letter)


class FieldView(NamedTuple):
    """A field, and the effect of the last move.

    Shape: ``cards`` holds "down", "red", "green" or "hole" by place; ``turned`` is the place just
    turned up, ``three`` the places of the rows that it completed.
    """

    cards: dict[Place, str]
    turned: Place | None = None
    three: frozenset[Place] = frozenset()

    def pieces(self) -> dict[str, str]:
        """Return the card on each place, nothing where there is a hole.

        >>> FieldView({(0, 0): "red", (1, -1): "hole"}).pieces()
        {'0,0': 'red'}
        """
        return {f"{x},{y}": card for (x, y), card in self.cards.items() if card != "hole"}

    def at(self, place: Place) -> tuple[str, str]:
        """Return the card on a place, "" for none, and its mark: "three", "turned" or "".

        >>> view = FieldView({(0, 0): "red", (1, 0): "hole"}, (1, 0))
        >>> view.at((0, 0)), view.at((1, 0)), view.at((5, 5))
        (('red', ''), ('hole', 'turned'), ('', ''))
        """
        mark = "three" if place in self.three else "turned" if place == self.turned else ""
        return self.cards.get(place, ""), mark

    def reach(self, chosen: Collection[Place] = ()) -> tuple[Place, Place]:
        """Return the lowest and the highest place of the visible part.

        Shape: ``chosen`` are places that cards are about to be laid on.

        >>> FieldView({(0, 0): "red", (3, -1): "down"}).reach()
        ((-1, -2), (4, 1))
        """
        places = [*self.cards, *chosen] or [(0, 0)]
        across, up = [x for x, _y in places], [y for _x, y in places]
        low = min(across) - MARGIN, min(up) - MARGIN
        return low, (max(across) + MARGIN, max(up) + MARGIN)


@dataclass(frozen=True)
class CardView:
    """A card game's own part of the table's state, besides the referee's."""


# What a picture shows: for a game without a board or field, its state.
Drawable = BoardView | FieldView | State
