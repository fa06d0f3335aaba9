"""Positions of Switch for tests: random ones, and what follows from them by the plain rules."""

import random

from schiri_engines.switch import Switch

CELLS = 25
FULL = (1 << CELLS) - 1
Stones = tuple[int, int, int]


def random_stones(chance: random.Random) -> Stones:
    """Return the mover's stones, the other's, and the free cell."""
    cells = chance.sample(range(CELLS), CELLS)
    mine = sum(1 << cell for cell in cells[:12])
    theirs = sum(1 << cell for cell in cells[12:24])
    return mine, theirs, cells[24]


def grown(chance: random.Random) -> int:
    """Return twelve stones that hang together, or nearly so: some go around an edge, or jump."""
    stones = 1 << chance.randrange(CELLS)
    while stones.bit_count() < 12:
        beside = stones << 5 | stones >> 5 | stones << 1 | stones >> 1
        jump = stones << 2 if chance.random() < 0.2 else 0
        free = [cell for cell in range(CELLS) if (beside | jump) & ~stones >> cell & 1]
        stones |= 1 << chance.choice(free or range(CELLS))
    return stones


def text_of(stones: Stones) -> str:
    """Return the position as text, dark to move."""
    mine, theirs, _ = stones
    letters = "".join(
        "b" if mine >> cell & 1 else "w" if theirs >> cell & 1 else "." for cell in range(CELLS)
    )
    rows = [letters[at : at + 5] for at in range(20, -1, -5)]
    return "/".join(rows) + " b"


def game_of(stones: Stones) -> Switch:
    """Return the game that stands so."""
    return Switch.from_position(text_of(stones), {"repetition": "off"})


def stones_after(game: Switch) -> Stones:
    """Return the stones as whoever is to move now sees them."""
    letters, side = game.cells(), game.side
    mine = sum(1 << cell for cell in range(CELLS) if letters[cell] == side)
    theirs = sum(1 << cell for cell in range(CELLS) if letters[cell] not in (side, "."))
    return mine, theirs, letters.index(".")
