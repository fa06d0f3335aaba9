"""What may be moved on a 5x5 board: MOVE and SWAP.

Decides SW-4 and SW-5.  Must not know whose turn it is beyond "mine" and "theirs", nor any end.
"""

from ..refusals import RULE_OF, Refusal, refuse
from .notation import SWAP
from .stones import CELLS, MASKED_LINES, SIZE, line_through

RULE_OF.update(
    {
        "move-from-free": "SW-4",
        "move-not-yours": "SW-4",
        "move-onto-stone": "SW-4",
        "swap-from-free": "SW-5",
        "swap-not-yours": "SW-5",
        "swap-with-free": "SW-5",
        "swap-same-colour": "SW-5",
        "swap-no-line": "SW-5",
        "swap-no-majority": "SW-5",
    }
)


def all_moves(mine: int, theirs: int, free: int) -> list:
    """Return every move of the side whose stones are ``mine``.

    Rule: SW-4, SW-5.

    >>> len(all_moves(0b111, 0b11000, 5))
    9
    """
    moves = [cell | free << 5 for cell in range(CELLS) if mine >> cell & 1]
    for mask, line in MASKED_LINES:
        targets = targets_in(mine & mask, theirs & mask, line)
        if targets:
            sources = [cell for cell in line if mine >> cell & 1]
            for target in targets:
                swap = target << 5 | SWAP
                for source in sources:
                    moves.append(source | swap)
    return moves


def moves_from(mine: int, theirs: int, free: int, cell: int) -> list:
    """Return those of `all_moves` that begin with this own stone.

    >>> moves_from(0b111, 0b11000, 5, 0) == [0 | 5 << 5, 0 | 3 << 5 | SWAP, 0 | 4 << 5 | SWAP]
    True
    """
    moves = [cell | free << 5]
    for mask, line in (MASKED_LINES[cell // SIZE], MASKED_LINES[SIZE + cell % SIZE]):
        for target in targets_in(mine & mask, theirs & mask, line):
            moves.append(cell | target << 5 | SWAP)
    return moves


def targets_in(mine: int, theirs: int, line: tuple):
    """Return the cells of a line's stones that its majority may swap with.

    Rule: SW-5.
    """
    # Without its two lowest stones a line's majority has still one.
    rest = mine & mine - 1
    if rest & rest - 1 and theirs:
        return [cell for cell in line if theirs >> cell & 1]
    return ()


def why_no_move(mine: int, theirs: int, free: int, move: int) -> Refusal | None:
    """Return None for one of `all_moves`, else the refusal with its first cause.

    Causes are looked for in this order: whose stone, the target, the line, its majority.
    Rule: SW-4, SW-5.

    >>> why_no_move(0b111, 0b11000, 5, 3 | 5 << 5)
    Refusal('move-not-yours', 'SW-4', (3,))
    """
    source, target = move & 31, move >> 5 & 31
    kind = "swap" if move & SWAP else "move"
    if theirs >> source & 1:
        return refuse(kind + "-not-yours", source)
    if source == free:
        return refuse(kind + "-from-free", source)
    if kind == "move":
        return None if target == free else refuse("move-onto-stone", target)
    if target == free:
        return refuse("swap-with-free", target)
    if mine >> target & 1:
        return refuse("swap-same-colour", target)
    line = line_through(source, target)
    if not line:
        return refuse("swap-no-line", *sorted((source, target)))
    if len([cell for cell in line if mine >> cell & 1]) < 3:
        return refuse("swap-no-majority", *[cell for cell in line if cell != free])
    return None
