"""How games of Joggle are steered to where the rules are hard: random play never ends.

Decides which move comes next.  Must not judge anything: it asks the engine what a move leads to,
and `joggle_differential` checks what the engine says.
"""

import random
from collections.abc import Iterable

from schiri_engines.joggle.game import Joggle

from tests.engines import plain_joggle as plain
from tests.engines.joggle_boards import BITS, around, found_in
from tests.engines.lockstep import Pilot
from tests.engines.plain_figures import kinds_of

# How many of the legal moves a player looks at.
LOOKED_AT = 40


def at_random(game: Joggle, rng: random.Random) -> int | None:
    """Choose any move or roll."""
    moves: list[int] = game.legal_moves()
    return rng.choice(moves) if moves else None


def rolled(game: Joggle, rng: random.Random) -> int:
    """Choose a side of the die, which has two joggles."""
    roll: int = game.parse_move(rng.choice(plain.DIE + "J"))
    return roll


def gathering(game: Joggle, rng: random.Random) -> int | None:
    """Choose the move that brings the mover nearest to the goal: people who try to win."""
    if game.phase != "move":
        return rolled(game, rng) if game.phase == "roll" else None
    moves: list[int] = game.legal_moves()
    if rng.random() < 0.1:
        return rng.choice(moves)
    goal, own = game.options["goal"], own_cells(game)
    few = rng.sample(moves, min(len(moves), LOOKED_AT))
    # What a move takes away lay on a cell of the mover's, and what it puts there did not.
    return max(few, key=lambda move: worth(own ^ bits_of(game.move_cells(move)), goal))


def own_cells(game: Joggle) -> int:
    """Return the cells of the mover's marbles, as bits."""
    return bits_of(at for at, letter in enumerate(game.cells()) if letter == game.side)


def bits_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def worth(own: int, goal: str) -> int:
    """Return how near a colour is to a goal: figures that stand apart, then what lies together."""
    found, used, value = found_in(own), 0, 0
    for kind in kinds_of(goal):
        for mask in found[kind]:
            if not used & mask:
                used |= mask
                value += 100
                break
    loose = own & ~used
    for bit in BITS.values():
        if loose & bit:
            value += (loose & around(bit)).bit_count()
    return value


def ending(kind: str, who: str) -> Pilot[Joggle]:
    """Return a pilot that ends the game at once by a kind of move, for its own or the other."""
    length = {"placement": (2, ""), "move": (5, "-"), "swap": (5, "x")}[kind]

    def pilot(game: Joggle, rng: random.Random) -> int | None:
        if game.phase == "roll":
            return int(game.parse_move("J"))
        moves: list[int] = game.legal_moves()
        for move in moves:
            text = game.move_text(move)
            if len(text) == length[0] and length[1] in text and wins(game, move) == who:
                return move
        return None

    return pilot


def wins(game: Joggle, move: int) -> str:
    """Return who wins by a move, the mover's ``own`` colour or the ``other``, or nothing."""
    side = game.side
    game.push(move)
    end = game.outcome()
    game.pop()
    if not end:
        return ""
    return "own" if game.colours[end.winners[0]] == side else "other"


def breaking(game: Joggle, rng: random.Random) -> int | None:
    """Choose swaps, swaps of neighbours above all, and moves out of finished figures."""
    if game.phase != "move":
        return int(game.parse_move("J")) if game.phase == "roll" else None
    moves: list[int] = game.legal_moves()
    rng.shuffle(moves)
    goal, own = game.options["goal"], own_cells(game)
    figures = sum({mask for kind in set(kinds_of(goal)) for mask in found_in(own)[kind]})
    for move in moves[:200]:
        cells = game.move_cells(move)
        if len(cells) == 2 and abs(cells[0] - cells[1]) in (1, 8) and "x" in game.move_text(move):
            return move
        if figures and len(cells) == 2 and wins(game, move) == "" and rng.random() < 0.01:
            return move
    return moves[0] if moves else None
