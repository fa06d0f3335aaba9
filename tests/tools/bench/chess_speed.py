"""The reference: python-chess from its start position, every leaf made, without bulk counting."""

import time

import chess

DEPTH = 3
# Times are scaled to a machine with this many nodes a second of python-chess.
REFERENCE = 160_000


def nodes(board: chess.Board, depth: int) -> int:
    """Count the leaves below a position."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += nodes(board, depth - 1)
        board.pop()
    return total


def nodes_a_second() -> float:
    """Return the speed of python-chess on this machine."""
    start = time.process_time()
    count = nodes(chess.Board(), DEPTH)
    return count / (time.process_time() - start)
