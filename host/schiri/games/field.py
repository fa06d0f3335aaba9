"""A cursor on a field without an edge, and the part of the field that a device shows.

Must not know what is legal.
"""

from collections.abc import Collection, Iterable

from schiri_engines.grid import cell_text

from schiri.views import FieldView, Place

# The letters of a picture for a card, and for one that was just turned up.
CARD_LETTERS = {"": ".", "down": "b", "red": "r", "green": "g", "hole": "u"}
TURNED_LETTERS = {"red": "R", "green": "G"}
# The steps of a cursor.
STEPS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def moved(cursor: Place, way: str, view: FieldView, chosen: Collection[Place] = ()) -> Place:
    """Return the place of a cursor after a step, at most one beyond the cards.

    Rule: the next card may be laid beside a chosen one (ZW-3).

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


def follow(low: Place, size: tuple[int, int], place: Place) -> Place:
    """Return the lowest place of a window that moves no further than to show this place.

    >>> follow((0, 0), (8, 8), (3, 3)), follow((0, 0), (8, 8), (9, -2))
    ((0, 0), (2, -2))
    """
    x, y = (
        min(max(start, at - length + 1), at)
        for start, length, at in zip(low, size, place, strict=True)
    )
    return x, y


def field_picture(
    size: int, view: FieldView, low: Place, cursor: Place, chosen: Iterable[Place]
) -> str:
    """Return the part of a field that fits a grid, and the cursor if it is inside.

    >>> field_picture(2, FieldView({(0, 0): "red", (1, 1): "down"}, (0, 0)), (0, 0), (1, 0), ())
    'R..b b1'
    """
    letters = []
    for row in range(size):
        for file in range(size):
            place = low[0] + file, low[1] + row
            card, mark = view.at(place)
            letter = CARD_LETTERS[card]
            if mark == "turned":
                letter = TURNED_LETTERS.get(card, letter)
            letters.append("!" if mark == "three" else "o" if place in chosen else letter)
    file, row = cursor[0] - low[0], cursor[1] - low[1]
    if not (0 <= file < size and 0 <= row < size):
        return "".join(letters)
    return f"{''.join(letters)} {cell_text(row * size + file, size)}"
