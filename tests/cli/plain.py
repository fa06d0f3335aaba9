"""Switch said plainly and slowly, on texts: what the commands must agree with.

Rule: SW-4 to SW-8 and the order of causes that the interface gives.
"""

from collections.abc import Iterator

from hypothesis import strategies as st

CELLS = [file + rank for rank in "12345" for file in "abcde"]
CHEQUER = "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"
# Only light is connected: dark to move has a counter.
DUE = "ww.bb/wwwww/wwwwb/wbbbb/bbbbb"

Board = dict[str, str]


def _position(letters: list[str], side: str) -> str:
    rows = ["".join(letters[at : at + 5]) for at in range(0, 25, 5)]
    return "/".join(rows) + f" {side}"


# Any position with somebody to move.
positions = st.builds(_position, st.permutations("b" * 12 + "w" * 12 + "."), st.sampled_from("bw"))


def pieces(position: str) -> tuple[Board, str]:
    """Return the board and the side of a position."""
    return board_of(position), position.split()[1]


def board_of(position: str) -> Board:
    """Return what lies on each cell."""
    rows = position.split()[0].split("/")
    return {
        file + rank: row[column]
        for rank, row in zip("54321", rows, strict=True)
        for column, file in enumerate("abcde")
    }


def rows_of(board: Board) -> str:
    """Return a board as rows; the inverse of `board_of`."""
    return "/".join("".join(board[file + rank] for file in "abcde") for rank in "54321")


def other(side: str) -> str:
    """Return the other colour."""
    return {"b": "w", "w": "b"}[side]


def is_connected(board: Board, colour: str) -> bool:
    """Tell whether all stones of a colour hang together."""
    stones = {cell for cell in CELLS if board[cell] == colour}
    reached: set[str] = set()
    edge = {min(stones)}
    while edge:
        reached |= edge
        edge = set().union(*(NEIGHBOURS[one] for one in edge)) & stones - reached
    return reached == stones


def are_neighbours(one: str, two: str) -> bool:
    """Tell whether two cells touch, not at a corner."""
    return abs(ord(one[0]) - ord(two[0])) + abs(int(one[1]) - int(two[1])) == 1


NEIGHBOURS = {one: {two for two in CELLS if are_neighbours(one, two)} for one in CELLS}


def line_of(one: str, two: str) -> list[str]:
    """Return the row or column of two different cells, empty where they share none."""
    if one[1] == two[1]:
        return [cell for cell in CELLS if cell[1] == one[1]]
    if one[0] == two[0]:
        return [cell for cell in CELLS if cell[0] == one[0]]
    return []


def is_over(board: Board, side: str) -> bool:
    """Tell whether a position on its own is the end of the game."""
    return side == "-" or is_connected(board, side)


def cause(board: Board, side: str, move: str) -> str:
    """Return "legal", or code, rule and cells of the first cause against a move."""
    return "game-over TA-2 -" if is_over(board, side) else cause_in_play(board, side, move)


def cause_in_play(board: Board, side: str, move: str) -> str:
    """Return the same of a position that is not the end of the game."""
    source, target, is_swap = move[:2], move[3:], move[2] == "x"
    kind, rule = ("swap", "SW-5") if is_swap else ("move", "SW-4")
    if board[source] == other(side):
        return f"{kind}-not-yours {rule} {source}"
    if board[source] == ".":
        return f"{kind}-from-free {rule} {source}"
    if not is_swap:
        return "legal" if board[target] == "." else f"move-onto-stone {rule} {target}"
    if board[target] == ".":
        return f"swap-with-free {rule} {target}"
    if board[target] == side:
        return f"swap-same-colour {rule} {target}"
    line = line_of(source, target)
    if not line:
        return f"swap-no-line {rule} {','.join(sorted([source, target]))}"
    stones = [cell for cell in line if board[cell] != "."]
    own = [cell for cell in stones if board[cell] == side]
    if 2 * len(own) <= len(stones):
        return f"swap-no-majority {rule} {','.join(sorted(stones))}"
    return "legal"


def all_texts() -> Iterator[str]:
    """Yield every text that names two cells as a move does."""
    for source in CELLS:
        for target in CELLS:
            yield f"{source}-{target}"
            yield f"{source}x{target}"


def legal_moves(board: Board, side: str) -> list[str]:
    """Return all legal moves in ASCII order."""
    if is_over(board, side):
        return []
    return sorted(move for move in all_texts() if cause_in_play(board, side, move) == "legal")


def after(board: Board, move: str) -> Board:
    """Return the board after a move."""
    source, target = move[:2], move[3:]
    return {**board, source: board[target], target: board[source]}


def outcome_after(board: Board, side: str, move: str) -> str:
    """Return winner and rule if this move ends the game, else an empty text."""
    was_counter = is_connected(board, other(side))
    reached = after(board, move)
    own, theirs = is_connected(reached, side), is_connected(reached, other(side))
    if was_counter:
        return f"{side if own and not theirs else other(side)} SW-8"
    return f"{other(side)} SW-6" if theirs else ""


def perft(board: Board, side: str, depth: int) -> int:
    """Return the number of move sequences of exactly this many plies."""
    if depth == 0:
        return 1
    moves = legal_moves(board, side)
    if depth == 1:
        return len(moves)
    return sum(
        perft(after(board, move), other(side), depth - 1)
        for move in moves
        if not outcome_after(board, side, move)
    )
