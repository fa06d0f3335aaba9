"""The values of positions and moves of Switch under perfect play.

Decides them by a search of one move, and where that is not enough, by the file of lost positions.
The rule of repetition (SW-9) is outside: a draw is a position from which neither side can force a
win.

A value is seen from one side: N wins in N plies if the winner hurries and the loser delays, -N
loses in N, 0 is a draw.  A counter move is a ply.
"""

from ..switch.movegen import BITS, is_connected, moves_of
from ..switch.notation import SWAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lost import LostPositions


def after(mine: int, theirs: int, free: int, move: int) -> "tuple[int, int, int]":
    """Return stones and free cell after a move, seen from the next side to move.

    >>> after(0b01, 0b10, 2, 0 | 2 << 5)
    (2, 4, 0)
    >>> after(0b01, 0b10, 2, 0 | 1 << 5 | SWAP)
    (1, 2, 2)
    """
    source = move & 31
    both = BITS[source] | BITS[move >> 5 & 31]
    if move & SWAP:
        return theirs ^ both, mine ^ both, free
    return theirs, mine ^ both, source


def wins_counter(mine: int, theirs: int, free: int) -> bool:
    """Tell whether a counter wins: it connects its colour and disconnects the other.

    Rule: SW-8.
    """
    for move in moves_of(mine, theirs, free, mine, range(10)):
        others, own, _ = after(mine, theirs, free, move)
        if is_connected(own) and not is_connected(others):
            return True
    return False


def value_of(lost: "LostPositions", mine: int, theirs: int, free: int) -> int:
    """Return the value of a position for the side to move, which is not connected.

    Raises: OSError (where the file cannot be read).
    """
    if is_connected(theirs):
        return 1 if wins_counter(mine, theirs, free) else -1
    best = 0
    for move in moves_of(mine, theirs, free, mine, range(10)):
        others, own, hole = after(mine, theirs, free, move)
        if is_connected(others):
            continue
        if is_connected(own):
            if not wins_counter(others, own, hole):
                return 2
            continue
        distance = lost.distance(others, hole)
        if distance and not 0 < best <= distance:
            best = distance + 1
    return best or -lost.distance(mine, free)


def worth_of_move(lost: "LostPositions", mine: int, theirs: int, free: int, move: int) -> int:
    """Return the value of a legal move for its player.

    Raises: OSError (where the file cannot be read).
    """
    others, own, hole = after(mine, theirs, free, move)
    if is_connected(mine) or is_connected(theirs):
        # A counter, which ends the game.
        return 1 if is_connected(own) and not is_connected(others) else -1
    if is_connected(others):
        return -1
    worth = value_of(lost, others, own, hole)
    if not worth:
        return 0
    return 1 - worth if worth < 0 else -1 - worth


def order_of(worth: int) -> int:
    """Return a key that sorts values, the best first: quick wins, draws, late losses.

    >>> sorted([0, -2, 5, -9, 1], key=order_of)
    [1, 5, 0, -9, -2]
    """
    return worth if worth > 0 else 1000 if not worth else 2000 + worth
