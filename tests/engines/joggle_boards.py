"""Boards of Joggle with figures that are hard to recognise, and a second way to recognise them.

Hardly any random board has a goal, so they prove nothing. Here blocks are placed near each other,
overlapping or not, and then marbles are removed and added.  Cells are bits of one int, a1 the
lowest.  This module uses nothing of the engine.
"""

import random
from collections.abc import Iterator

from tests.engines.plain_figures import BLOCKS, CELLS, kinds_of
from tests.engines.plain_joggle import write_rows

EACH = 16
BITS = {cell: 1 << at for at, cell in enumerate(CELLS)}
MASKS = {kind: [sum(BITS[cell] for cell in each) for each in BLOCKS[kind]] for kind in "RS"}


FULL = (1 << 64) - 1
FIRST_FILE = sum(1 << 8 * rank for rank in range(8))
LAST_FILE = FIRST_FILE << 7

# Each rank with its bits in reverse order.
MIRRORED = bytes(int(f"{rank:08b}"[::-1], 2) for rank in range(256))


def around(mask: int) -> int:
    """Return the cells of a mask and all their neighbours, including diagonal ones."""
    rows = mask | (mask & ~LAST_FILE) << 1 | (mask & ~FIRST_FILE) >> 1
    return (rows | rows << 8 | rows >> 8) & FULL


# For each block, the blocks that touch or overlap it, by kind.
BESIDE = {
    mask: {kind: [each for each in MASKS[kind] if each & around(mask)] for kind in "RS"}
    for kind in "RS"
    for mask in MASKS[kind]
}


def built(rng: random.Random, goal: str) -> int:
    """Return up to 16 cells that contain the goal, or nearly contain it."""
    own = plant(rng, kinds_of(goal), is_fair=rng.random() < 0.6)
    if rng.random() < 0.4:
        own &= ~rng.choice(bits_of(own))
    most = rng.choice((EACH, EACH, own.bit_count()))
    while own.bit_count() < most:
        bit = 1 << rng.getrandbits(6)
        # Usually beside other marbles, so that shapes grow together.
        if bit & around(own) or rng.random() < 0.1:
            own |= bit
    return own


def images(cells: int) -> list[int]:
    """Return a board unchanged, with mirrored files, with mirrored ranks, and rotated.

    >>> [f"{image:x}" for image in images(0x0103)]
    ['103', '80c0', '301000000000000', 'c080000000000000']
    """
    ranks = cells.to_bytes(8, "little")
    files = ranks.translate(MIRRORED)
    return [int.from_bytes(each, "little") for each in (ranks, files, ranks[::-1], files[::-1])]


def plant(rng: random.Random, kinds: tuple[str, ...], is_fair: bool) -> int:
    """Return the cells of blocks of these kinds, disjoint where possible if ``is_fair``."""
    last = rng.choice(MASKS[rng.choice(kinds)])
    own = 0
    for kind in rng.sample(kinds, len(kinds)):
        for _ in range(20):
            block = rng.choice(BESIDE[last][kind] if rng.random() < 0.8 else MASKS[kind])
            if not (is_fair and own & block) and (own | block).bit_count() <= EACH:
                own |= block
                last = block
                break
    return own


def bits_of(cells: int) -> list[int]:
    """Return each cell of a mask as a mask of its own."""
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found


def found_in(own: int) -> dict[str, list[int]]:
    """Return the blocks of each kind on these cells: squares, and pairs of squares."""
    squares = own & own >> 1 & own >> 8 & own >> 9 & ~LAST_FILE
    if not squares:
        return {"R": [], "S": []}
    flat = [bit * 0x0707 for bit in bits_of(squares & squares >> 1)]
    tall = [bit * 0x030303 for bit in bits_of(squares & squares >> 8)]
    return {"R": flat + tall, "S": [bit * 0x0303 for bit in bits_of(squares)]}


def is_packed(found: dict[str, list[int]], goal: str) -> bool:
    return can_pack(found, kinds_of(goal), 0, 0)


def can_pack(found: dict[str, list[int]], kinds: tuple[str, ...], at: int, used: int) -> bool:
    """Return whether the kinds from this one on fit beside the used cells."""
    if at == len(kinds):
        return True
    for mask in found[kinds[at]]:
        if not used & mask and can_pack(found, kinds, at + 1, used | mask):
            return True
    return False


def shapes(most: int) -> Iterator[tuple[int, list[int]]]:
    """Yield all connected shapes of 1, 2, 3 ... cells that fit the board.

    Shape: each is in the lowest left corner; rotated and mirrored ones count separately.
    """
    grown = {1}
    for size in range(1, most + 1):
        yield size, sorted(grown)
        if size < most:
            grown = {larger for shape in grown for larger in one_more(shape)}


def one_more(shape: int) -> Iterator[int]:
    """Yield a shape with each neighbouring cell added, moved back into the corner."""
    has_room = not shape & LAST_FILE, not shape >> 56
    shape <<= has_room[0] + 8 * has_room[1]
    beside = (shape & ~LAST_FILE) << 1 | (shape & ~FIRST_FILE) >> 1 | shape << 8 | shape >> 8
    for bit in bits_of(beside & ~shape & FULL):
        larger = shape | bit
        while not larger & FIRST_FILE:
            larger >>= 1
        while not larger & 255:
            larger >>= 8
        yield larger


def tight_rows(rng: random.Random, goal: str, black: int, white: int) -> str:
    """Return rows on which both colours have the goal, or nearly have it."""
    lie: dict[str, int] = {"b": 0, "w": 0}
    for colour, number in rng.sample([("b", black), ("w", white)], 2):
        taken = lie["b"] | lie["w"]
        own = built(rng, goal) & ~taken
        while own.bit_count() > number:
            own &= ~rng.choice(bits_of(own))
        while own.bit_count() < number:
            own |= 1 << rng.getrandbits(6) & ~taken
        lie[colour] = own
    board = {
        cell: "b" if lie["b"] & bit else "w" if lie["w"] & bit else "."
        for cell, bit in BITS.items()
    }
    return write_rows(board)
