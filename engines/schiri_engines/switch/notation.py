"""Moves and positions of Switch as text, each with its inverse.

Decides how they are written.  Must not know which of them are legal, nor any game.
"""

from ..grid import cell_text, parse_cell, parse_rows
from ..refusals import MalformedText

# A move is `source | target << 5`, with SWAP for a swap; a placement `PLACE | cell`; a choice
# CHOOSE; both with LIGHT where the colour is light.
LIGHT = 1 << 5
SWAP = 1 << 10
PLACE = 1 << 11
CHOOSE = 1 << 12


def move_text(move: int, names: tuple[str, ...] = ()) -> str:
    """Return the text of a move.

    >>> move_text(0 | 12 << 5), move_text(PLACE | 12 | LIGHT), move_text(CHOOSE)
    ('a1-c3', 'place c3 w', 'choose b')
    """
    colour = "bw"[move >> 5 & 1]
    if move & CHOOSE:
        return "choose " + colour
    first = cell_text(move & 31, 5)
    if move & PLACE:
        return "place " + first + " " + colour
    return first + ("x" if move & SWAP else "-") + cell_text(move >> 5 & 31, 5)


def parse_move(text: str, names: tuple[str, ...] = ()) -> int:
    """Return the move of this text; the inverse of `move_text`.

    Raises: MalformedText (bad-move, bad-cell).

    >>> parse_move("a1xa4") == 0 | 15 << 5 | SWAP
    True
    """
    words = text.split()
    count, word = len(words), words[0] if words else ""
    if count == 1 and len(word) == 5 and word[2] in "-x":
        kind = SWAP if word[2] == "x" else 0
        return parse_cell(word[:2], 5) | parse_cell(word[3:], 5) << 5 | kind
    if count > 1 and words[-1] in ("b", "w"):
        light = LIGHT if words[-1] == "w" else 0
        if count == 3 and word == "place":
            return PLACE | parse_cell(words[1], 5) | light
        if count == 2 and word == "choose":
            return CHOOSE | light
    raise MalformedText("bad-move", text, "a1-c3, a1xa4")


def parse_position(text: str) -> tuple[str, str]:
    """Return the letters, one a cell from a1 on, and the side, "" for ``-``.

    Raises: MalformedText (bad-position and those of `parse_rows`).

    >>> parse_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w")[1]
    'w'
    """
    words = text.split()
    if len(words) != 2 or words[1] not in ("b", "w", "-"):
        raise MalformedText("bad-position", text, "ROWS b|w|-")
    return parse_rows(words[0], 5, "bw."), words[1].strip("-")
