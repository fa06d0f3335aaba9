"""A plain, slow reference implementation of Switch, by the rule book, to check the engine.

A board is a dict of cells to letters, moves and positions are texts, and a state only has what the
rules mention: the stones, the side to move, whether the last move was a counter, the earlier
positions, and who placed the twelfth dark stone.  This module uses nothing of the engine.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

Board = dict[str, str]
Why = tuple[str, tuple[str, ...]]

RANKS = "12345"
FILES = "abcde"
CELLS = [file + rank for rank in RANKS for file in FILES]
IN_ORDER = sorted(CELLS)
ROWS = {rank: [file + rank for file in FILES] for rank in RANKS}
COLUMNS = {file: [file + rank for rank in RANKS] for file in FILES}
BOTH = "bw"

# SW-6 and SW-8: rule, whether the mover has won, whether the mover and the other are connected.
ENDINGS = {
    ("SW-6", False, False, True): "alone",
    ("SW-6", False, True, True): "both",
    ("SW-8", True, True, False): "won",
    ("SW-8", False, False, False): "lost-neither",
    ("SW-8", False, False, True): "lost-first",
    ("SW-8", False, True, True): "lost-both",
}


class Game(NamedTuple):
    """The phase in which stones are moved.

    Shape: ``side`` is to move, ``-`` in a game that was given as over; ``colours`` has seat 0's and
    seat 1's; ``stood`` the positions from the start to this one, None without SW-9.
    """

    board: Board
    side: str
    colours: str = "bw"
    countered: bool = False
    stood: tuple[str, ...] | None = None


class SetUp(NamedTuple):
    """The phase in which stones are placed (SW-3), or a colour is chosen."""

    board: Board
    placer: int = 0
    starter: int | None = None
    has_run_dry: bool = False
    repetition: bool = True


State = Game | SetUp


# Positions and lines


def read_board(rows: str) -> Board:
    """Return the board of these rows, the top one first."""
    lines = zip(reversed(RANKS), rows.split("/"), strict=True)
    return {file + rank: letter for rank, row in lines for file, letter in zip(FILES, row)}


def write_board(board: Board) -> str:
    return "/".join(["".join([board[cell] for cell in ROWS[rank]]) for rank in reversed(RANKS)])


def read(text: str, repetition: bool = False) -> Game:
    """Return the game that starts at this position, dark on seat 0."""
    rows, side = text.split()
    return begun(read_board(rows), side, "bw", repetition)


def begun(board: Board, side: str, colours: str, repetition: bool) -> Game:
    """Return a game at its start, which counts as the first time of its position (SW-9)."""
    game = Game(board, side, colours)
    return game._replace(stood=(stands(game),)) if repetition else game


def stands(game: Game) -> str:
    """Return the stones and the side to move: the part of a position that may repeat."""
    return write_board(game.board) + " " + game.side


def write(state: State) -> str:
    """Return the position of a state, with ``-`` if no side is to move."""
    to_move = state.side if isinstance(state, Game) and not is_over(state) else "-"
    return write_board(state.board) + " " + to_move


def empty() -> Board:
    return dict.fromkeys(CELLS, ".")


def other(colour: str) -> str:
    return {"b": "w", "w": "b"}[colour]


def cells_with(board: Board, letter: str) -> list[str]:
    return [cell for cell in IN_ORDER if board[cell] == letter]


def neighbours(cell: str) -> set[str]:
    file, rank = FILES.index(cell[0]), RANKS.index(cell[1])
    beside = {FILES[at] + cell[1] for at in (file - 1, file + 1) if 0 <= at < 5}
    return beside | {cell[0] + RANKS[at] for at in (rank - 1, rank + 1) if 0 <= at < 5}


NEIGHBOURS = {cell: neighbours(cell) for cell in CELLS}


def groups(cells: Iterable[str]) -> int:
    """Return the number of orthogonally connected groups of cells, by a flood fill."""
    left, found = set(cells), 0
    while left:
        found += 1
        edge = [left.pop()]
        while edge:
            beside = NEIGHBOURS[edge.pop()] & left
            left -= beside
            edge += beside
    return found


@lru_cache(maxsize=1000)
def hang_together(cells: frozenset[str]) -> bool:
    return groups(cells) == 1


def connected(board: Board, colour: str) -> bool:
    """Return whether all stones of a colour are connected (SW-6)."""
    return hang_together(frozenset([cell for cell, lies in board.items() if lies == colour]))


def line_of(one: str, two: str) -> list[str]:
    """Return the row or the column that contains both cells, in ASCII order, or nothing."""
    if one[1] == two[1]:
        return ROWS[one[1]]
    return COLUMNS[one[0]] if one[0] == two[0] else []


def has_majority(board: Board, line: list[str], colour: str) -> bool:
    """Return whether a colour has more stones in a line than the other (SW-5)."""
    lie = [board[cell] for cell in line]
    return lie.count(colour) > lie.count(other(colour))


# Moves and ends


def is_over(game: Game) -> bool:
    return game.side == "-" or outcome(game) is not None


def outcome(game: Game) -> tuple[str, str] | None:
    """Return the winner's letter, or "draw", and the rule; None during the game."""
    mover = other(game.side)
    if game.countered:
        won = connected(game.board, mover) and not connected(game.board, game.side)
        return mover if won else game.side, "SW-8"
    if connected(game.board, game.side):
        return game.side, "SW-6"
    if game.stood and game.stood.count(game.stood[-1]) >= 3:
        return "draw", "SW-9"
    return None


def ending(game: Game) -> str | None:
    """Return a name for how the game ended, with the colour that moved last."""
    end = outcome(game)
    if end is None or end[0] == "draw":
        return end and end[1]
    mover = other(game.side)
    hang = connected(game.board, mover), connected(game.board, game.side)
    return mover + " " + ENDINGS[end[1], end[0] == mover, *hang]


def is_counter_due(game: Game) -> bool:
    """Return whether the last move connected only its own colour (SW-7)."""
    return not is_over(game) and connected(game.board, other(game.side))


def legal_moves(state: State) -> list[str]:
    """Return the texts of all legal moves, in ASCII order."""
    if isinstance(state, SetUp):
        return sorted(text for text in set_up_texts() if why(state, text) is None)
    if is_over(state):
        return []
    board, mine, theirs = state.board, state.side, other(state.side)
    (free,) = cells_with(board, ".")
    texts = [f"{cell}-{free}" for cell in cells_with(board, mine)]
    for one in cells_with(board, mine):
        for two in cells_with(board, theirs):
            line = line_of(one, two)
            if line and has_majority(board, line, mine):
                texts.append(f"{one}x{two}")
    return sorted(texts)


def apply(state: State, text: str) -> State:
    if isinstance(state, SetUp):
        return placed(state, text) if text.startswith("place") else chosen(state, text)
    return moved(state, text, is_counter_due(state))


def moved(state: Game, text: str, is_counter: bool) -> Game:
    """Return the state after a move of a stone, which may be a counter."""
    one, two = text[:2], text[3:]
    board = {**state.board, one: state.board[two], two: state.board[one]}
    after = Game(board, other(state.side), state.colours, is_counter)
    if state.stood is None:
        return after
    return after._replace(stood=(*state.stood, stands(after)))


def states_after(state: Game) -> Iterator[Game]:
    is_counter = is_counter_due(state)
    return (moved(state, text, is_counter) for text in legal_moves(state))


def perft(state: Game, depth: int) -> int:
    """Return the number of move sequences of exactly this many plies, at least one."""
    if depth == 1:
        return len(legal_moves(state))
    return sum(perft(after, depth - 1) for after in states_after(state))


def endings(state: Game, depth: int) -> Counter[str]:
    """Return the number of each ending in at most this many plies."""
    found: Counter[str] = Counter()
    for after in states_after(state) if depth else ():
        name = ending(after)
        if name:
            found[name] += 1
        else:
            found += endings(after, depth - 1)
    return found


# The free set-up


def set_up_texts() -> list[str]:
    placings = [f"place {cell} {colour}" for cell in CELLS for colour in BOTH]
    return placings + [f"choose {colour}" for colour in BOTH]


def is_complete(board: Board) -> bool:
    return all(len(cells_with(board, colour)) == 12 for colour in BOTH)


def placed(state: SetUp, text: str) -> SetUp:
    """Return the set-up with one more stone, or restarted if no stone can follow."""
    _, cell, colour = text.split()
    board = {**state.board, cell: colour}
    is_last_dark = colour == "b" and len(cells_with(board, "b")) == 12
    starter = state.placer if is_last_dark else state.starter
    after = SetUp(board, 1 - state.placer, starter, False, state.repetition)
    if is_complete(board):
        assert starter is not None
        return after._replace(placer=1 - starter)
    return after if legal_moves(after) else SetUp(empty(), 0, None, True, state.repetition)


def chosen(state: SetUp, text: str) -> Game:
    """Return the game in which the starter has the colour that the other did not choose."""
    choice = text.split()[1]
    colours = {state.placer: choice, 1 - state.placer: other(choice)}
    side = other(choice)
    return begun(state.board, side, colours[0] + colours[1], state.repetition)


# Refusals


def why(state: State, text: str) -> Why | None:
    """Return None for a legal move, otherwise the broken rule and the cells that cause it."""
    if isinstance(state, SetUp):
        return why_not_set_up(state, text)
    if is_over(state):
        return "TA-2", ()
    if " " in text:
        return "TA-1", ()
    one, two = text[:2], text[3:]
    is_swap = text[2] == "x"
    if state.board[one] != state.side:
        return "SW-5" if is_swap else "SW-4", (one,)
    if state.board[two] != (other(state.side) if is_swap else "."):
        return "SW-5" if is_swap else "SW-4", (two,)
    return why_not_swap(state, one, two) if is_swap else None


def why_not_swap(game: Game, one: str, two: str) -> Why | None:
    """Return the line's reason against the swap of an own stone with another."""
    line = line_of(one, two)
    if not line:
        return "SW-5", tuple(sorted((one, two)))
    if not has_majority(game.board, line, game.side):
        return "SW-5", tuple(cell for cell in line if game.board[cell] != ".")
    return None


def why_not_set_up(state: SetUp, text: str) -> Why | None:
    """Return the reason against a placement or a choice (SW-3, SW-10)."""
    words = text.split()
    if words[0] != ("choose" if is_complete(state.board) else "place"):
        return "TA-1", ()
    if words[0] == "choose":
        return None
    _, cell, colour = words
    if state.board[cell] != ".":
        return "SW-3", (cell,)
    lie = cells_with(state.board, colour)
    if len(lie) == 12:
        return "SW-3", tuple(lie)
    if len(lie) == 11 and hang_together(frozenset([*lie, cell])):
        return "SW-10", tuple(sorted([*lie, cell]))
    return None
