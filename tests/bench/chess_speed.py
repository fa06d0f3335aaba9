"""The yardstick: python-chess from its start position, every leaf made, nothing counted in bulk."""

import time

import chess

DEPTH = 3
# A machine on which python-chess does this many nodes a second is what times are scaled to.
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
    """Return how fast python-chess is here and now."""
    start = time.process_time()
    count = nodes(chess.Board(), DEPTH)
    return count / (time.process_time() - start)
