"""Pilots that steer games of Joggle to where the rules are hard: random play never ends.

Decides which move comes next.  Must not judge anything: it asks the engine for the effect of a
move, and `joggle_differential` checks the engine's answers.
"""

import random
from collections.abc import Iterable

from schiri_engines.joggle.game import Joggle

from tests.engines import plain_joggle as plain
from tests.engines.joggle_boards import BITS, around, found_in
from tests.engines.lockstep import Pilot
from tests.engines.plain_figures import kinds_of

# Number of legal moves that a player considers.
LOOKED_AT = 40


def gathering(game: Joggle, rng: random.Random) -> int | None:
    """Choose the move that brings the mover nearest to the goal, like people who try to win."""
    if game.phase == "roll":
        # The die has two joggles.
        return int(game.parse_move(rng.choice(plain.DIE + "J")))
    moves: list[int] = game.legal_moves()
    if not moves or rng.random() < 0.1:
        return rng.choice(moves) if moves else None
    goal, own = game.options["goal"], own_cells(game)
    few = rng.sample(moves, min(len(moves), LOOKED_AT))
    # A move empties an own cell and fills another one, so XOR gives the own cells after it.
    return max(few, key=lambda move: worth(own ^ bits_of(game.move_cells(move)), goal))


def own_cells(game: Joggle) -> int:
    return bits_of(at for at, letter in enumerate(game.cells()) if letter == game.side)


def bits_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


def worth(own: int, goal: str) -> int:
    """Return how near a colour is to a goal: disjoint figures first, then adjacent marbles."""
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
    """Return a pilot that ends the game with a kind of move, for its own or the other colour."""
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
    """Return the winner of a move: the mover's ``own`` colour, the ``other``, or ""."""
    side = game.side
    game.push(move)
    end = game.outcome()
    game.pop()
    if not end:
        return ""
    return "own" if game.colours[end.winners[0]] == side else "other"


def breaking(game: Joggle, rng: random.Random) -> int | None:
    """Choose swaps, preferably swaps of neighbours, and moves out of finished figures."""
    if game.phase == "roll":
        return int(game.parse_move("J"))
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
