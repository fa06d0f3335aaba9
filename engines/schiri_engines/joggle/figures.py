"""Figures of marbles: rectangles of six and squares of four.

Decides JO-6, JO-7 and what *complete* means in JO-9 to JO-11.  Must not know turns or dice.
"""

from .fields import EACH, PLACE_OF, WIDTH

# Each kind as blocks of places, counted from the lowest left one.
UP = WIDTH
KINDS = {
    "R": (
        (0, 1, 2, UP, UP + 1, UP + 2),
        (0, 1, UP, UP + 1, 2 * UP, 2 * UP + 1),
    ),
    "S": ((0, 1, UP, UP + 1),),
}
# For each kind the blocks around a place that belongs to them, as steps to their other places.
AROUND = {
    kind: tuple(
        [
            tuple([step - own for step in block if step != own])
            for block in KINDS[kind]
            for own in block
        ]
    )
    for kind in ("R", "S")
}
# The steps from a place to every other that can be in one block with it.
STEPS = tuple(sorted({step for steps in AROUND["R"] for step in steps}))


def parse_goal(text: str) -> dict:
    """Return how many figures of each kind a goal names.

    Rule: JO-7.

    >>> parse_goal("1R2S") == {"R": 1, "S": 2}, parse_goal("4S") == {"S": 4}
    (True, True)
    """
    return {text[at + 1]: int(text[at]) for at in range(0, len(text), 2)}


def is_complete(marbles: bytearray, place: int, colour: int, kinds) -> bool:
    """Tell whether a block of one of these kinds is all of this colour around a place.

    Shape: what lies on the place itself is not looked at.
    Rule: JO-9.
    """
    for beside in (1, -1):
        if marbles[place + beside] == colour:
            for above in (UP, -UP):
                if marbles[place + above] == colour and marbles[place + above + beside] == colour:
                    # Every block has a square around each of its places: that settles most.
                    return "S" in kinds or _is_in_rectangle(marbles, place, colour)
    return False


def _is_in_rectangle(marbles: bytearray, place: int, colour: int) -> bool:
    for steps in AROUND["R"]:
        for step in steps:
            if marbles[place + step] != colour:
                break
        else:
            return True
    return False


def figures_around(marbles: bytearray, place: int, colour: int, kinds) -> list:
    """Return the places, in their order, of all blocks that this colour makes around a place."""
    found = {place}
    for kind in kinds:
        for steps in AROUND[kind]:
            for step in steps:
                if marbles[place + step] != colour:
                    break
            else:
                for step in steps:
                    found.add(place + step)
    return sorted(found)


def goal_places(marbles: bytearray, colour: int, goal: dict) -> tuple:
    """Return the places of figures that make up the goal and share no marble, or nothing.

    Every packing is tried, so the answer is exact: each marble in a square is a bit, each block
    a set of bits, and figure by figure all sets that can be made without sharing are made.
    Rule: JO-7.
    """
    own = _in_squares(
        marbles, colour, EACH - sum([len(KINDS[kind][0]) * goal[kind] for kind in goal])
    )
    sets = {0}
    for kind in sorted(goal):
        blocks = _blocks(marbles, colour, own, kind)
        for _ in range(goal[kind]):
            sets = {used | block for used in sets for block in blocks if not used & block}
    # Sets have no order that interpreters share: the smallest is the same everywhere.
    used = min(sets) if sets else 0
    return tuple([own[bit] for bit in range(len(own)) if used >> bit & 1])


def _in_squares(marbles: bytearray, colour: int, spare: int) -> list:
    """Return the places of the marbles that are in a square, none where too many are in none."""
    own = []
    for place in PLACE_OF:
        if marbles[place] == colour:
            if is_complete(marbles, place, colour, "S"):
                own.append(place)
            elif spare:
                spare -= 1
            else:
                return []
    return own


def _blocks(marbles: bytearray, colour: int, own: list, kind: str) -> list:
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
