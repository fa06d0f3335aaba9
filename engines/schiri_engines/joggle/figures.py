"""The Joggle board and its figures: rectangles of six and squares of four.

Decides JO-6, JO-7 and what *complete* means in JO-9 to JO-11.  Must not know turns or dice.

A field is counted as a *place* on a board with a margin (a mailbox): a look beyond the edge finds
nothing, so no code checks for the edge.
"""

from .notation import PLACE_OF

# Three rows of margin above, for the tallest figure that begins in the top rank.
PLACES = 120

MARBLES_EACH = 16
MARBLES = 2 * MARBLES_EACH

# Each kind as blocks of places, counted from the lowest left one.  Corners are first: where a
# square exists, a rectangle usually lacks a corner.
KINDS = {
    "R": (bytes((0, 12, 2, 10, 1, 11)), bytes((0, 21, 1, 20, 10, 11))),
    "S": (bytes((0, 1, 10, 11)),),
}


def fields_of(board: str) -> dict[str, bytes]:
    """Return the places of each colour's fields, and of all under ``J``.

    Shape: ``board`` has the colour of each cell.

    >>> len(fields_of("RGBY" * 16)["R"])
    16
    """
    fields = {"J": PLACE_OF}
    for colour in "RGBY":
        cells = [cell for cell in range(64) if board[cell] == colour]
        fields[colour] = bytes([PLACE_OF[cell] for cell in cells])
    return fields


def is_complete(marbles: list[int], place: int, colour: int, kinds: str | list[str]) -> bool:
    """Tell whether a block of one of these kinds is all of this colour around a place.

    Shape: the content of the place itself does not count.
    Rule: JO-9.
    """
    # Each place of a block is in a square of that block: no square, no block.
    if (
        marbles[place + 1] == colour
        and (
            (marbles[place + 10] == colour and marbles[place + 11] == colour)
            or (marbles[place - 10] == colour and marbles[place - 9] == colour)
        )
    ) or (
        marbles[place - 1] == colour
        and (
            (marbles[place + 10] == colour and marbles[place + 9] == colour)
            or (marbles[place - 10] == colour and marbles[place - 11] == colour)
        )
    ):
        return "S" in kinds or len(figures_around(marbles, place, colour, "R")) > 1
    return False


def figures_around(
    marbles: list[int], place: int, colour: int, kinds: str | list[str]
) -> list[int]:
    """Return the places, in their order, of all blocks that this colour makes around a place.

    Shape: the place itself counts as occupied by this colour.
    """
    found = {place}
    for kind in kinds:
        for block in KINDS[kind]:
            for own in block:
                for step in block:
                    if step != own and marbles[place - own + step] != colour:
                        break
                else:
                    for step in block:
                        found.add(place - own + step)
    return sorted(found)


def goal_places(marbles: list[int], colour: int, goal: dict[str, int]) -> tuple[int, ...]:
    """Return the places of figures that make up the goal and share no marble, or nothing.

    Every packing is tried, so the answer is exact: each marble in a square is a bit, each block
    a set of bits, and figure by figure all sets that can be made without sharing are made.  Sixteen
    marbles make few of them.
    Rule: JO-7.
    """
    spare = MARBLES_EACH
    for kind in sorted(goal):
        spare -= len(KINDS[kind][0]) * goal[kind]
    own = []
    for place in PLACE_OF:
        if marbles[place] == colour:
            if is_complete(marbles, place, colour, "S"):
                own.append(place)
            elif spare:
                spare -= 1
            else:
                return ()
    sets = {0}
    for kind in sorted(goal):
        blocks = _blocks(marbles, colour, own, kind)
        for _ in range(goal[kind]):
            sets = {used | block for used in sets for block in blocks if not used & block}
    # Sets have no order that interpreters share: the smallest is the same everywhere.
    used = min(sets) if sets else 0
    return tuple([own[bit] for bit in range(len(own)) if used >> bit & 1])


def _blocks(marbles: list[int], colour: int, own: list[int], kind: str) -> list[int]:
    blocks = []
    for place in own:
        for block in KINDS[kind]:
            for step in block:
                if marbles[place + step] != colour:
                    break
            else:
                bits = 0
                for step in block:
                    bits |= 1 << own.index(place + step)
                blocks.append(bits)
    return blocks
