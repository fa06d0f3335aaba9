"""A plain, slow reference implementation of Joggle, by the rule book, to check the engine.

A board is a dict of cells to letters, moves and positions are texts, figures are those of
`plain_figures`, and no state depends on a cache of an earlier one.  This module uses nothing of the
engine.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.engines.plain_figures import CELLS, FILES, RANKS, Block, figures, is_packed, union

Board = dict[str, str]
Why = tuple[str, tuple[str, ...]]

BOTH = "bw"
DIE = "RGBYJ"
GOALS = ("1R", "4S", "2S", "3S", "1R1S", "1R2S", "2R", "2R1S")
MAP = "/".join(["BYBYBYBY", "GRGRGRGR"] * 4)


class Rules(NamedTuple):
    goal: str = "1R"
    extreme: bool = False
    board: str = MAP
    passes: bool = False
    gives: bool = False
    teams: bool = False


class Game(NamedTuple):
    """A state.

    Shape: ``colours`` has one letter a seat, ``left`` the marbles that each still has to place;
    ``winner`` is the colour that has won, "-" in a game that was given as over.
    """

    rules: Rules
    board: Board
    colours: str
    seat: int
    turns: int
    roll: str
    left: tuple[int, ...]
    winner: str = ""

    @property
    def side(self) -> str:
        return self.colours[self.seat]


# Texts


def options_of(rules: Rules) -> dict[str, str]:
    flags = {
        "extreme": rules.extreme,
        "swap-may-complete-opponent": rules.gives,
        "teams": rules.teams,
    }
    options = {"goal": rules.goal, "no-field": "pass" if rules.passes else "reroll"}
    options |= {name: "on" for name, is_on in flags.items() if is_on}
    return options if rules.board == MAP else {**options, "board": rules.board}


def read_rows(rows: str) -> Board:
    """Return the contents of each cell, from rows from the top down."""
    lines = zip(reversed(RANKS), rows.split("/"), strict=True)
    return {file + rank: letter for rank, row in lines for file, letter in zip(FILES, row)}


def write_rows(board: Board) -> str:
    return "/".join("".join(board[file + rank] for file in FILES) for rank in reversed(RANKS))


def empty() -> Board:
    return dict.fromkeys(CELLS, ".")


def other(colour: str) -> str:
    return {"b": "w", "w": "b"}[colour]


def begun(rules: Rules, first: str = "w") -> Game:
    seats = 4 if rules.teams else 2
    colours = (first + other(first)) * (seats // 2)
    return Game(rules, empty(), colours, 0, 0, "", (32 // seats,) * seats)


def read(text: str, rules: Rules) -> Game:
    rows, side, roll, turns, *left = text.split()
    seats = 4 if rules.teams else 2
    seat = int(turns) % seats
    first = side if seat % 2 == 0 else other(side)
    game = begun(rules, first)._replace(
        board=read_rows(rows), seat=seat, turns=int(turns), roll=roll.strip("-")
    )
    supplies = tuple(int(each) for each in left[0].split(",")) if left else shares(game)
    game = game._replace(left=supplies)
    return game._replace(
        winner=next(filter(None, (has_won(game, c) for c in last_first(game))), "")
    )


def cells_with(board: Board, letter: str) -> frozenset[str]:
    return frozenset([cell for cell, lies in board.items() if lies == letter])


def last_first(game: Game) -> tuple[str, str]:
    return other(game.side), game.side


def shares(game: Game) -> tuple[int, ...]:
    """Return the remaining marbles of each seat if it has placed one in each of its turns."""
    seats = len(game.colours)
    turns = [turn % seats for turn in range(min(game.turns, 32))]
    return tuple(32 // seats - turns.count(seat) for seat in range(seats))


def write(game: Game) -> str:
    side, roll = ("-", "-") if game.winner else (game.side, game.roll or "-")
    words = [write_rows(game.board), side, roll, str(game.turns)]
    if game.rules.teams and game.rules.passes:
        words.append(",".join(map(str, game.left)))
    return " ".join(words)


def has_won(game: Game, colour: str) -> str:
    """Return the colour if it has the goal."""
    return colour if is_packed(cells_with(game.board, colour), game.rules.goal) else ""


# Moves


def all_placed(game: Game) -> bool:
    return [*game.board.values()].count(".") == 32


@cache
def fields(board: str) -> dict[str, list[str]]:
    """Return the cells of each rolled colour; a joggle gives the cells of all colours."""
    colours = read_rows(board)
    of_colour = {roll: [cell for cell in CELLS if colours[cell] == roll] for roll in "RGBY"}
    return {**of_colour, "J": CELLS}


def barred(game: Game, cells: list[str]) -> set[str]:
    """Return the cells on which placing would complete a figure too early (JO-11)."""
    if not game.rules.extreme or all_placed(game):
        return set()
    own = cells_with(game.board, game.side)
    now = figures(own, game.rules.goal)
    return {cell for cell in cells if figures(own | {cell}, game.rules.goal) != now}


def usable(game: Game) -> list[str]:
    """Return the free cells that the roll permits (JO-3 to JO-5, JO-11)."""
    on = fields(game.rules.board)[game.roll]
    free = [cell for cell in on if game.board[cell] == "."]
    too_early = barred(game, free)
    return [cell for cell in free if cell not in too_early]


def legal_moves(game: Game) -> list[str]:
    """Return the texts of all legal moves, or of the five rolls, in ASCII order."""
    if game.winner:
        return []
    if not game.roll:
        return sorted(DIE)
    if not all_placed(game):
        return sorted(usable(game))
    own = cells_with(game.board, game.side)
    texts = [f"{one}-{two}" for one in own for two in usable(game)]
    if game.roll == "J":
        theirs = cells_with(game.board, other(game.side))
        stand = standing(game)
        swaps = [(one, two) for one in own for two in theirs]
        texts += [
            f"{one}x{two}" for one, two in swaps if why_not_swap(game, stand, one, two) is None
        ]
    return sorted(texts)


def swapped(board: Board, one: str, two: str) -> Board:
    return {**board, one: board[two], two: board[one]}


def apply(game: Game, text: str) -> Game:
    if text in DIE:
        rolled = game._replace(roll=text)
        if usable(rolled):
            return rolled
        return passed(game) if game.rules.passes else game
    if len(text) == 2:
        board = {**game.board, text: game.side}
        left = tuple(n - (seat == game.seat) for seat, n in enumerate(game.left))
        after = game._replace(board=board, left=left)
    else:
        after = game._replace(board=swapped(game.board, text[:2], text[3:]))
    winner = has_won(after, game.side) or has_won(after, other(game.side))
    return passed(after._replace(winner=winner))


def passed(game: Game) -> Game:
    """Let the next seat move that has marbles to place, or any once all lie (JO-5, JO-12)."""
    after = game._replace(seat=(game.seat + 1) % len(game.colours), turns=game.turns + 1, roll="")
    is_out = after.left[after.seat] == 0 and not all_placed(after) and not after.winner
    return passed(after) if is_out else after


def plies(game: Game) -> Iterator[Game]:
    """Yield the states after one ply: a roll with its move, or a roll that passes."""
    if game.winner:
        return
    for roll in game.roll or DIE:
        rolled = game._replace(roll=roll)
        if usable(rolled):
            yield from (apply(rolled, text) for text in legal_moves(rolled))
        elif game.rules.passes:
            yield passed(game)


def counted(game: Game, depth: int) -> tuple[int, Counter[str]]:
    """Return the perft number, and the number of each ending in at most this many plies.

    Shape: an ending is named after the mover and the winner.
    """
    if depth == 0:
        return 1, Counter()
    total, ends = 0, Counter[str]()
    for after in plies(game):
        if after.winner:
            ends[f"{game.side} moves, {after.winner} wins"] += 1
        more, deeper = counted(after, depth - 1)
        total += more
        ends += deeper
    return total, ends


# Refusals


def why(game: Game, text: str) -> Why | None:
    """Return None for a legal move, otherwise the broken rule and the cells that cause it."""
    if game.winner:
        return "TA-2", ()
    if (text in DIE) == bool(game.roll):
        return "TA-1", ()
    if text in DIE:
        return None
    if not usable(game):
        return "JO-5", ()
    if len(text) == 2:
        return why_not_place(game, text)
    one, two = text[:2], text[3:]
    if text[2] == "-":
        return why_not_move(game, one, two)
    if not all_placed(game) or game.roll != "J":
        return "JO-8", ()
    if game.board[one] != game.side:
        return "JO-8", (one,)
    if game.board[two] != other(game.side):
        return "JO-8", (two,)
    return why_not_swap(game, standing(game), one, two)


def why_not_place(game: Game, cell: str) -> Why | None:
    """Return the reason against placing a marble (JO-3, JO-4, JO-11)."""
    if all_placed(game):
        return "JO-4", ()
    if game.board[cell] != "." or cell not in fields(game.rules.board)[game.roll]:
        return "JO-3", (cell,)
    if not barred(game, [cell]):
        return None
    own = cells_with(game.board, game.side)
    made = figures(own | {cell}, game.rules.goal) - figures(own, game.rules.goal)
    return "JO-11", union(made)


def why_not_move(game: Game, one: str, two: str) -> Why | None:
    """Return the reason against moving a marble (JO-4)."""
    if not all_placed(game):
        return "JO-4", ()
    if game.board[one] != game.side:
        return "JO-4", (one,)
    return None if two in usable(game) else ("JO-4", (two,))


def standing(game: Game) -> list[tuple[frozenset[str], frozenset[Block]]]:
    """Return the cells of the mover, then of the other, each with the figures on them."""
    lie = [cells_with(game.board, colour) for colour in (game.side, other(game.side))]
    return [(cells, figures(cells, game.rules.goal)) for cells in lie]


def why_not_swap(
    game: Game, stand: list[tuple[frozenset[str], frozenset[Block]]], one: str, two: str
) -> Why | None:
    """Return the figures' reason against the swap of an own marble with another (JO-9, JO-10)."""
    for cells, was in stand[: 1 if game.rules.gives else 2]:
        made = figures(cells ^ {one, two}, game.rules.goal) - was
        if made:
            return "JO-9", union(made)
    for cell, (_, was) in zip((one, two), stand):
        broken = [each for each in was if cell in each]
        if broken:
            return "JO-10", union(broken)
    return None
