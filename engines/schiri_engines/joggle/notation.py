"""Moves, rolls and positions of Joggle as ints and as text.

Decides the forms; must not know which of them are legal.
"""

from ..grid import cell_text, parse_cell, parse_rows
from ..refusals import MalformedText
from .fields import CELL_OF, PLACE_OF, SIZE

# A placement is its place; a move ``source | target << 7`` with MOVE, a swap with SWAP, both
# counted as places; a roll is ROLL and its number in ROLLS.  All of them fit into 16 bits.
MOVE = 1 << 14
SWAP = 1 << 15
ROLL = MOVE | SWAP
ROLLS = "RGBYJ"
# Set in a roll that a device made; it changes nothing but what is told of it.
BY_DEVICE = 8
KIND = MOVE | SWAP

COLOURS = "bw"

POSITION = "ROWS b|w|- R|G|B|Y|J|- TURN [n,n,n,n]"
FORMS = "R G B Y J d4 c3-d4 c3xd5 R:d4"


def text_of_cell(cell: int) -> str:
    """Return a cell's name.

    >>> text_of_cell(63)
    'h8'
    """
    return cell_text(cell, SIZE)


def move_text(move: int, names: tuple = ()) -> str:
    """Return the text of a move or a roll.

    >>> move_text(parse_move("c3xd5")), move_text(parse_move("J")), move_text(parse_move("d4"))
    ('c3xd5', 'J', 'd4')
    """
    kind = move & KIND
    if kind == ROLL:
        return ROLLS[move & 7]
    first = text_of_cell(CELL_OF[move & 127])
    if not kind:
        return first
    return first + ("x" if kind == SWAP else "-") + text_of_cell(CELL_OF[move >> 7 & 127])


def parse_move(text: str, names: tuple = ()) -> int:
    """Return the move or roll of this text; the inverse of `move_text`.

    Raises: MalformedText (bad-move, bad-cell).

    >>> parse_move("a1-b1") == 11 | 12 << 7 | MOVE
    True
    """
    if len(text) == 1 and text in ROLLS:
        return ROLL | ROLLS.index(text)
    if len(text) == 2:
        return PLACE_OF[parse_cell(text, SIZE)]
    if len(text) == 5 and text[2] in "-x":
        source, target = parse_cell(text[:2], SIZE), parse_cell(text[3:], SIZE)
        both = PLACE_OF[source] | PLACE_OF[target] << 7
        return both | (SWAP if text[2] == "x" else MOVE)
    raise MalformedText("bad-move", text, FORMS)


def parse_moves(text: str) -> list:
    """Return the move of this text, or a roll with its move, as records have them.

    Raises: MalformedText (bad-move, bad-cell).

    >>> [move_text(move) for move in parse_moves("R:d4")]
    ['R', 'd4']
    """
    roll, colon, move = text.partition(":")
    moves = [parse_move(roll), parse_move(move)] if colon else [parse_move(text)]
    if colon and (moves[0] & KIND != ROLL or moves[1] & KIND == ROLL):
        raise MalformedText("bad-move", text, FORMS)
    return moves


def move_cells(move: int) -> tuple:
    """Return the cells a move is pressed on, in their order; none for a roll.

    >>> move_cells(parse_move("a1-b1")), move_cells(parse_move("R"))
    ((0, 1), ())
    """
    kind = move & KIND
    if kind == ROLL:
        return ()
    first = CELL_OF[move & 127]
    return (first, CELL_OF[move >> 7 & 127]) if kind else (first,)


def targets(moves: list) -> dict:
    """Return moves of one marble by the cell where each ends.

    >>> targets([parse_move("a1-b1")]) == {1: parse_move("a1-b1")}
    True
    """
    return {CELL_OF[move >> 7 & 127]: move for move in moves}


def parse_position(text: str) -> tuple:
    """Return the letters, side, roll, turns and the marbles left of four seats.

    Shape: ``-`` for a side or a roll is the empty text; marbles left that are not there are an
    empty tuple.
    Raises: MalformedText (bad-position and those of `parse_rows`).

    >>> parse_position("/".join(["........"] * 8) + " w - 0")[1:]
    ('w', '', 0, ())
    """
    words = text.split()
    if len(words) not in (4, 5) or not _is_standing(words[1], words[2]):
        raise MalformedText("bad-position", text, POSITION)
    left = words[4].split(",") if len(words) == 5 else []
    for word in [words[3]] + left:
        if not _is_number(word):
            raise MalformedText("bad-position", text, POSITION)
    letters = parse_rows(words[0], SIZE, "bw.")
    numbers = tuple([int(word) for word in left])
    return letters, words[1].strip("-"), words[2].strip("-"), int(words[3]), numbers


def _is_standing(side: str, roll: str) -> bool:
    """Tell whether these are a side and a roll that go together."""
    if side == "-":
        return roll == "-"
    return side in ("b", "w") and roll in ("-", "R", "G", "B", "Y", "J")


def _is_number(word: str) -> bool:
    """Tell whether a word is a number as we write it, small on every device."""
    for digit in word:
        if digit not in "0123456789":
            return False
    return 1 <= len(word) <= 6 and (word[0] != "0" or word == "0")
