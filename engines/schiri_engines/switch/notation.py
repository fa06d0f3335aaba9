"""Moves and positions of Switch as ints and as text.

Decides the forms; must not know which of them are legal.  A move's text is the same whatever
the position, so a log or a wire can be read without playing it through.
"""

from ..grid import cell_text, parse_cell, parse_rows
from ..refusals import MalformedText
from .stones import SIZE

# A move is `source | target << 5`, with SWAP for a swap; a placement `PLACE | cell`; a choice
# CHOOSE; both with LIGHT where the colour is light.
LIGHT = 1 << 5
SWAP = 1 << 10
PLACE = 1 << 11
CHOOSE = 1 << 12

COLOURS = "bw"
EACH = 12


def text_of_cell(cell: int) -> str:
    """Return a cell's name.

    >>> text_of_cell(12)
    'c3'
    """
    return cell_text(cell, SIZE)


def move_text(move: int, names: tuple = ()) -> str:
    """Return a move's text.

    >>> move_text(0 | 12 << 5), move_text(PLACE | 12 | LIGHT), move_text(CHOOSE)
    ('a1-c3', 'place c3 w', 'choose b')
    """
    colour = COLOURS[move >> 5 & 1]
    if move & CHOOSE:
        return "choose " + colour
    first = cell_text(move & 31, SIZE)
    if move & PLACE:
        return "place " + first + " " + colour
    return first + ("x" if move & SWAP else "-") + cell_text(move >> 5 & 31, SIZE)


def parse_move(text: str, names: tuple = ()) -> int:
    """Return the move of this text; the inverse of `move_text`.

    Raises: MalformedText (bad-move, bad-cell).

    >>> parse_move("a1xa4") == 0 | 15 << 5 | SWAP
    True
    """
    words = text.split()
    if len(words) == 3 and words[0] == "place" and words[2] in ("b", "w"):
        return PLACE | parse_cell(words[1], SIZE) | (LIGHT if words[2] == "w" else 0)
    if len(words) == 2 and words[0] == "choose" and words[1] in ("b", "w"):
        return CHOOSE | (LIGHT if words[1] == "w" else 0)
    if len(words) == 1 and len(words[0]) == 5 and words[0][2] in "-x":
        source, target = parse_cell(words[0][:2], SIZE), parse_cell(words[0][3:], SIZE)
        return source | target << 5 | (SWAP if words[0][2] == "x" else 0)
    raise MalformedText("bad-move", text, "a1-c3 a1xa4")


def parse_moves(text: str) -> list:
    """Return the moves that a text names: here always one.

    Raises: MalformedText (bad-move, bad-cell).

    >>> len(parse_moves("a1-c3"))
    1
    """
    return [parse_move(text)]


def move_cells(move: int) -> tuple:
    """Return the cells a move is pressed on, in their order.

    >>> move_cells(parse_move("a1xa4")), move_cells(parse_move("place b1 w"))
    ((0, 15), (1,))
    """
    if move & CHOOSE:
        return ()
    return (move & 31,) if move & PLACE else (move & 31, move >> 5 & 31)


def targets(moves: list) -> dict:
    """Return moves of one stone by the cell where each ends.

    >>> targets([parse_move("a1-b1")]) == {1: parse_move("a1-b1")}
    True
    """
    return {move >> 5 & 31: move for move in moves}


def parse_position(text: str) -> tuple:
    """Return the letters, one a cell from a1 on, and the side.

    Raises: MalformedText (bad-position and those of `parse_rows`).

    >>> parse_position("bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w")[1]
    'w'
    """
    words = text.split()
    if len(words) != 2 or words[1] not in ("b", "w", "-"):
        raise MalformedText("bad-position", text, "ROWS b|w|-")
    return parse_rows(words[0], SIZE, "bw."), words[1]


def check_counts(letters: str, complete: bool = True) -> None:
    """Let pass what can be the stones of a game; without ``complete``, of a set-up as well.

    Raises: MalformedText (bad-count).  Rule: SW-1.
    """
    counts = letters.count("b"), letters.count("w")
    if max(counts) > EACH or (complete and counts != (EACH, EACH)):
        raise MalformedText("bad-count", "b={} w={}".format(*counts), "b=12 w=12")


def other(colour: str) -> str:
    """Return the other colour.

    >>> other("b")
    'w'
    """
    return "w" if colour == "b" else "b"
