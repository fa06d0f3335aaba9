"""Figures of Joggle, plain and slow: blocks as sets of cells, and every way to choose them.

This module uses nothing of the engine.
"""

from collections.abc import Iterable
from functools import lru_cache

Block = frozenset[str]

FILES = "abcdefgh"
RANKS = "12345678"
CELLS = [file + rank for rank in RANKS for file in FILES]


def block(cell: str, wide: int, high: int) -> Block | None:
    """Return the cells of a block with this lowest left cell, if it is on the board."""
    file, rank = FILES.index(cell[0]), RANKS.index(cell[1])
    if file + wide > 8 or rank + high > 8:
        return None
    return frozenset(
        one + two for one in FILES[file : file + wide] for two in RANKS[rank : rank + high]
    )


def blocks(*sizes: tuple[int, int]) -> list[Block]:
    """Return every block of these sizes, width by height."""
    found = [block(cell, *size) for size in sizes for cell in CELLS]
    return [each for each in found if each]


BLOCKS = {"R": blocks((3, 2), (2, 3)), "S": blocks((2, 2))}


@lru_cache
def kinds_of(goal: str) -> tuple[str, ...]:
    """Return the kinds of the figures that a goal names, one a figure.

    >>> kinds_of("1R2S")
    ('R', 'S', 'S')
    """
    return tuple(kind for number, kind in zip(goal[::2], goal[1::2]) for _ in range(int(number)))


@lru_cache(20_000)
def figures(cells: frozenset[str], goal: str) -> frozenset[Block]:
    """Return the complete figures of the kinds that a goal names (JO-6, JO-9)."""
    return frozenset(each for kind in set(kinds_of(goal)) for each in BLOCKS[kind] if each <= cells)


@lru_cache(1000)
def is_packed(cells: frozenset[str], goal: str) -> bool:
    """Return whether disjoint figures of a goal are on these cells (JO-7)."""
    found = {kind: [each for each in BLOCKS[kind] if each <= cells] for kind in "RS"}
    return can_pack(found, kinds_of(goal), frozenset())


def can_pack(found: dict[str, list[Block]], kinds: tuple[str, ...], used: frozenset[str]) -> bool:
    """Return whether disjoint blocks of these kinds can be chosen, one after the other."""
    if not kinds:
        return True
    return any(
        can_pack(found, kinds[1:], used | each) for each in found[kinds[0]] if not used & each
    )


def union(found: Iterable[Block]) -> tuple[str, ...]:
    """Return all cells of some figures, in ASCII order."""
    return tuple(sorted(frozenset().union(*found)))
