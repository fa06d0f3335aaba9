"""Moves and positions of Joggle as text, each with its inverse.

Decides how they are written, and the numbers of moves.  Must not know which moves are legal, nor
any game.

A cell is counted as a *place* on a board with a margin, ``10 * (rank + 1) + file + 1``.
"""

from ..grid import cell_text, parse_cell, parse_rows
from ..refusals import MalformedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    # Letters, side, roll, turns, and the marbles left.
    State = tuple[str, str, str, int, tuple[int, ...]]

PLACE_OF = bytes([10 * (cell // 8 + 1) + cell % 8 + 1 for cell in range(64)])
DIE = "RGBYJ"
# A placement is its place; a move is ``source | target << 7`` with MOVE, a swap the same with SWAP;
# a roll is ROLL and its number in DIE. All fit into 16 bits.
MOVE = 1 << 14
SWAP = 1 << 15
ROLL = MOVE | SWAP
FORMS = "R, G, B, Y, J, d4, c3-d4, c3xd5, R:d4"
POSITION = "ROWS b|w|- R|G|B|Y|J|- TURN [n,n,n,n]"


def cell_of(place: int) -> int:
    """Return the cell, counted from a1, of a place on the board with its margin.

    >>> cell_of(PLACE_OF[27])
    27
    """
    return place - place // 10 * 2 - 9


def move_text(move: int, names: tuple[str, ...] = ()) -> str:
    """Return the text of a move or a roll.

    >>> move_text(33 | 54 << 7 | SWAP), move_text(ROLL | 4), move_text(44)
    ('c3xd5', 'J', 'd4')
    """
    kind = move & ROLL
    if kind == ROLL:
        return DIE[move & 7]
    first = cell_text(cell_of(move & 127), 8)
    if not kind:
        return first
    return first + ("x" if kind == SWAP else "-") + cell_text(cell_of(move >> 7 & 127), 8)


def parse_move(text: str, names: tuple[str, ...] = ()) -> int:
    """Return the move or roll of this text; the inverse of `move_text`.

    Raises: MalformedText (bad-move, bad-cell).

    >>> parse_move("a1-b1") == 11 | 12 << 7 | MOVE
    True
    """
    if len(text) == 1 and text in DIE:
        return ROLL | DIE.index(text)
    if len(text) == 2:
        return PLACE_OF[parse_cell(text, 8)]
    if len(text) == 5 and text[2] in "-x":
        source, target = PLACE_OF[parse_cell(text[:2], 8)], PLACE_OF[parse_cell(text[3:], 8)]
        return source | target << 7 | (SWAP if text[2] == "x" else MOVE)
    raise MalformedText("bad-move", text, FORMS)


def parse_position(text: str) -> "State":
    """Return the letters, side, roll, turns and the marbles left of four seats.

    Shape: the inverse of `Joggle.board_text`; ``-`` for a side or a roll is the empty text; without
    marbles left their tuple is empty.
    Raises: MalformedText (bad-position and those of `parse_rows`).

    >>> parse_position("/".join(["........"] * 8) + " w - 0")[1:]
    ('w', '', 0, ())
    """
    words = text.split()
    numbers = words[3:4] + (words[4].split(",") if len(words) == 5 else [])
    is_right = len(words) in (4, 5)
    if is_right:
        # There is no roll after the end.
        is_right = words[1:3] == ["-", "-"] or (
            words[1] in ("b", "w") and words[2] in ("-", "R", "G", "B", "Y", "J")
        )
    for word in numbers:
        # Only the form that we write, and small on every device.
        if word.strip("0123456789") or not 1 <= len(word) <= 6 or (word[0] == "0" and word != "0"):
            is_right = False
    if not is_right:
        raise MalformedText("bad-position", text, POSITION)
    counts = [int(word) for word in numbers]
    letters = parse_rows(words[0], 8, "bw.")
    return letters, words[1].strip("-"), words[2].strip("-"), counts[0], tuple(counts[1:])
