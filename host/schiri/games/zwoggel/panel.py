"""A device as the panel of Zwoggel: the part of the field that its lights show.

Decides the picture.  Must not know what is legal.
"""

from collections.abc import Iterable

from schiri_engines.grid import cell_text

from schiri.games.zwoggel.field import FieldView, Place

# What a picture shows for a card, and for one that was turned up just now.
CARD_LETTERS = {"": ".", "down": "b", "red": "r", "green": "g", "hole": "u"}
TURNED_LETTERS = {"red": "R", "green": "G"}


def field_picture(
    size: int, view: FieldView, low: Place, cursor: Place, chosen: Iterable[Place]
) -> str:
    """Return the part of a field that a grid shows, and its cursor where that is in it.

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
