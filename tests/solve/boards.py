"""Positions of Switch for tests: random ones, and their properties by the plain rules."""

import random
from collections.abc import Iterator
from itertools import cycle
from zlib import crc32

from schiri_engines.solver.lost import LostPositions, euler_number
from schiri_engines.switch.game import Switch
from schiri_engines.switch.movegen import is_connected

from tests.engines import plain_switch as plain

CELLS = 25
FULL = (1 << CELLS) - 1
Stones = tuple[int, int, int]


def random_stones(chance: random.Random) -> Stones:
    """Return the mover's stones, the other's, and the free cell."""
    cells = chance.sample(range(CELLS), CELLS)
    mine = sum(1 << cell for cell in cells[:12])
    theirs = sum(1 << cell for cell in cells[12:24])
    return mine, theirs, cells[24]


def unconnected_stones(chance: random.Random) -> Stones:
    while True:
        stones = random_stones(chance)
        if not is_connected(stones[0]) and not is_connected(stones[1]):
            return stones


def grown(chance: random.Random) -> int:
    """Return twelve stones that are connected, or nearly so: some wrap around an edge, or jump."""
    stones = 1 << chance.randrange(CELLS)
    while stones.bit_count() < 12:
        beside = stones << 5 | stones >> 5 | stones << 1 | stones >> 1
        jump = stones << 2 if chance.random() < 0.2 else 0
        free = [cell for cell in range(CELLS) if (beside | jump) & ~stones >> cell & 1]
        stones |= 1 << chance.choice(free or range(CELLS))
    return stones


def some_positions(chance: random.Random) -> Iterator[Stones]:
    """Yield positions with a counter due, some with a win nearby, and random ones."""
    while True:
        theirs = grown(chance)
        free = chance.choice([cell for cell in range(CELLS) if not theirs >> cell & 1])
        mine = FULL ^ theirs ^ 1 << free
        if not is_connected(mine):
            yield mine, theirs, free
        # One stone is elsewhere: the opponent threatens to be connected.
        stray = 1 << chance.choice([cell for cell in range(CELLS) if theirs >> cell & 1])
        place = 1 << chance.choice([cell for cell in range(CELLS) if mine >> cell & 1])
        near = mine ^ stray ^ place, theirs ^ stray ^ place, free
        if not is_connected(near[0]) and not is_connected(near[1]):
            yield near
        far = random_stones(chance)
        if not is_connected(far[0]) and not is_connected(far[1]):
            yield far


def text_of(stones: Stones) -> str:
    mine, theirs, _ = stones
    letters = ["b" if mine >> at & 1 else "w" if theirs >> at & 1 else "." for at in range(CELLS)]
    return plain.write_board(dict(zip(plain.CELLS, letters, strict=True))) + " b"


def game_of(stones: Stones) -> Switch:
    return Switch.from_position(text_of(stones), {"repetition": "off"})


def stones_after(game: Switch) -> Stones:
    """Return the stones from the view of the side to move."""
    letters, side = game.cells(), game.side
    mine = sum(1 << cell for cell in range(CELLS) if letters[cell] == side)
    theirs = sum(1 << cell for cell in range(CELLS) if letters[cell] not in (side, "."))
    return mine, theirs, letters.index(".")


def lost_stones(lost: LostPositions, chance: random.Random, distance: int) -> Stones:
    """Return a position that the file lists as lost in this many plies."""
    while True:
        mine, theirs, free = unconnected_stones(chance)
        if lost.distance(mine, free) == distance:
            return mine, theirs, free


def stones_before(chance: random.Random, stones: Stones) -> Stones | None:
    """Return a position from which a move leads here, with neither side connected, or None."""
    mine, theirs, free = stones
    cells = [
        cell
        for cell in range(CELLS)
        if theirs >> cell & 1 and not is_connected(theirs ^ 1 << cell ^ 1 << free)
    ]
    if is_connected(mine) or not cells:
        return None
    cell = chance.choice(cells)
    return theirs ^ 1 << cell ^ 1 << free, mine, cell


def stones_before_loss(lost: LostPositions, chance: random.Random, distance: int) -> Stones:
    """Return a position from which a move leads to one that is lost in this many plies."""
    while True:
        before = stones_before(chance, lost_stones(lost, chance, distance))
        if before:
            return before


def telling_positions(lost: LostPositions, chance: random.Random) -> Iterator[Stones]:
    """Yield positions in which a move soon loses or wins, for either side, and others."""
    near = some_positions(chance)
    for distance in cycle((3, 5, 7)):
        stones = lost_stones(lost, chance, distance)
        yield stones
        before = stones_before(chance, stones)
        if before:
            yield before
        mine, theirs, free = next(near)
        yield mine, theirs, free
        if not is_connected(theirs):
            yield theirs, mine, free


class Table:
    """A file that lists one in a given number of positions as lost, pseudo-randomly.

    Shape: as in any such file, the other's stones are never far apart.
    """

    def __init__(self, one_in: int = 30) -> None:
        self._one_in = one_in

    def distance(self, stones: int, free: int) -> int:
        """Return the number of plies in which this position is lost, or 0."""
        if euler_number(FULL ^ stones ^ 1 << free) > 5:
            return 0
        number = crc32(f"{stones} {free}".encode()) % (3 * self._one_in)
        return {0: 3, 1: 5, 2: 7}.get(number, 0)
