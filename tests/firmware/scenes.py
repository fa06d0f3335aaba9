"""Which meanings can stand side by side: the scenes of each mode.

A meaning is a mark over a base.  `test_language.py` plays at random on both builds and sees that
nothing else ever stands together.
"""

from schiri_device.builds import Build
from schiri_device.lights import language as say

# Modes with a cursor, where there is a stick.
HAS_CURSOR = ("place", "play", "correct")
ON_OFF = (say.OFF,)
ON_STONES = (say.DARK, say.LIGHT)
ON_ALL = (say.OFF, say.DARK, say.LIGHT)


def over(mark: int, bases: tuple[int, ...]) -> set[int]:
    """Return the meanings of a mark over each of these bases."""
    return {mark << 3 | base for base in bases}


STONES = over(say.NONE, ON_ALL)
SIGN = {say.OFF} | over(say.GLYPH, ON_OFF)
# What the board shows, mode by mode; each line is one scene.
BOARDS: dict[str, list[set[int]]] = {
    "choose": [SIGN],
    "options": [STONES],
    "lay": [{say.OFF} | over(say.PUT, ON_STONES)],
    "place": [
        STONES | over(say.SEAT, ON_OFF) | over(say.LAST, ON_ALL) | over(say.ASK, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        over(say.ALARM, ON_OFF),
        over(say.ASK, ON_ALL),
    ],
    "play": [
        STONES | over(say.LAST, ON_ALL),
        STONES | over(say.PICKED, ON_STONES) | over(say.MOVE, ON_OFF) | over(say.SWAP, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        STONES | over(say.CAREFUL, ON_STONES),
        STONES | over(say.HINT, ON_STONES),
    ],
    "finished": [
        STONES | over(say.LAST, ON_ALL) | over(say.WON, ON_STONES),
        STONES | over(say.LAST, ON_ALL) | over(say.DRAWN, ON_STONES),
        {say.OFF} | over(say.SCORE, ON_OFF),
    ],
    "put-right": [
        STONES | over(say.PUT, ON_STONES) | over(say.TAKE, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
    ],
    "menu": [SIGN | {stone} | over(say.VALUE, ON_OFF) for stone in ON_STONES],
    "ask": [SIGN | set(ON_STONES) | over(say.ASK, ON_STONES)],
    "correct": [STONES, over(say.ALARM, ON_ALL)],
    "pause": [STONES],
}
SIDES = (say.TURN_DARK, say.TURN_LIGHT)
COUNTERS = (say.COUNTER_DARK, say.COUNTER_LIGHT)
# What is told about the game besides the board, mode by mode.
TOLD = {
    "lay": SIDES,
    "play": SIDES + COUNTERS,
    "put-right": SIDES + COUNTERS,
    "correct": SIDES,
}


def status_of(mode: str, build: Build) -> set[int]:
    """Return what the rim or the free field may show in a mode; all of it must be told apart."""
    told = TOLD.get(mode, ())
    status = set()
    if build.has_rim:
        status |= {say.OFF} | over(say.IS_LINKED, ON_OFF) | over(say.UNSENT, ON_OFF)
        if say.COUNTER_DARK in told:
            status |= over(say.REPEAT, ON_OFF)
    elif say.COUNTER_DARK in told:
        told += (say.AGAIN_DARK, say.AGAIN_LIGHT)
    elif mode == "correct":
        # In a free set-up there is no side yet.
        status |= {say.OFF, say.LINKED}
    for mark in told:
        status |= over(mark, ON_OFF if build.has_rim else (say.OFF, say.LINKED))
    return status


def scenes_of(build: Build) -> list[tuple[str, set[int]]]:
    """Return every scene of a build, with its mode."""
    return [
        (mode, board | status_of(mode, build))
        for mode, boards in BOARDS.items()
        for board in boards
    ]
