"""The meanings that can appear together: the scenes of each mode.

A meaning is a mark over a base.  `test_tables.py` plays at random on each build and checks that no
other meanings ever appear together.
"""

from importlib import import_module

from schiri_device.builds import Build
from schiri_device.games import adapter_of
from schiri_device.lights import language as say
from schiri_device.link.modes import MODES, MOVE, presses_in
from schiri_device.pc.panel import PICTURE
from schiri_engines.game_rows import LARGEST_SIZE
from schiri_engines.registry import rows

# Modes with a cursor, on builds with a stick.
HAS_CURSOR = (*(mode for mode in MODES if MOVE in presses_in(mode)), "panel")


def own_modes(name: str) -> list[str]:
    """Return the modes of a game besides those of all games."""
    module = adapter_of(name).MODES
    return [mode for mode in import_module(module).MODES if mode != "play"] if module else []


# Modes of games with a smaller board only.
OF_SMALL = [
    mode
    for row in rows()
    if 0 < row.size < LARGEST_SIZE
    for mode in (*own_modes(row.name), *adapter_of(row.name).PHASES.values())
]
# Modes of games whose board fills the grid.
FULL = tuple(mode for mode in ("dice", "paint") if mode not in OF_SMALL)
ON_OFF = (say.OFF,)
ON_STONES = (say.DARK, say.LIGHT)
ON_ALL = (say.OFF, say.DARK, say.LIGHT)


def over(mark: int, bases: tuple[int, ...]) -> set[int]:
    """Return the meanings of a mark over each of these bases."""
    return {mark << 2 | base for base in bases}


def fields(letters: str = "RGBY") -> set[int]:
    """Return the meanings of fields that may be used."""
    return {say.field_mark(letter) << 2 for letter in letters}


def meanings(letters: str) -> set[int]:
    """Return the meanings of the letters in a panel's picture."""
    return {PICTURE[letter] for letter in letters}


# A race, and a field of cards.
RACE = ".wbrygu!o"
CARDS = ".brguRG!o"
STONES = over(say.NONE, ON_ALL)
# A hint's move.
HINTED = over(say.PICKED, ON_STONES) | over(say.MOVE, ON_OFF) | over(say.SWAP, ON_STONES)
SIGN = {say.OFF} | over(say.GLYPH, ON_OFF)
# The meanings on the board, by mode; each line is one scene.
BOARDS: dict[str, list[set[int]]] = {
    "choose": [SIGN, SIGN | over(say.CAUSE, ON_OFF), SIGN | over(say.CAREFUL, ON_OFF)],
    "options": [STONES, {say.OFF} | over(say.VALUE, ON_OFF)],
    "rules": [SIGN | over(say.VALUE, ON_OFF)],
    "paint": [fields()],
    "dice": [
        STONES | over(say.LAST, ON_ALL),
        STONES | fields() | over(say.PICKED, ON_STONES) | over(say.SWAP, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        STONES | over(say.DUE, ON_ALL),
        STONES | over(say.FULL, ON_ALL),
        STONES | over(say.HINT, ON_ALL),
        *(STONES | HINTED | over(mark, ON_ALL) for mark in (say.HINT, say.LAST, say.CAREFUL)),
    ],
    "lay": [{say.OFF} | over(say.PUT, ON_STONES)],
    "place": [
        STONES | over(say.SEAT, ON_OFF) | over(say.LAST, ON_ALL) | over(say.ASK, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        STONES | over(say.FULL, ON_ALL),
        over(say.ALARM, ON_OFF),
        over(say.ASK, ON_ALL),
    ],
    "play": [
        STONES | over(say.LAST, ON_ALL),
        STONES | over(say.PICKED, ON_STONES) | over(say.MOVE, ON_OFF) | over(say.SWAP, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        STONES | over(say.FULL, ON_ALL),
        STONES | over(say.DUE, ON_ALL),
        STONES | over(say.CAREFUL, ON_STONES),
        STONES | over(say.HINT, ON_STONES),
        STONES | over(say.HINT, ON_ALL),
        *(STONES | HINTED | over(mark, ON_ALL) for mark in (say.HINT, say.LAST, say.CAREFUL)),
    ],
    "finished": [
        STONES | over(say.LAST, ON_ALL) | over(say.WON, ON_STONES),
        STONES | over(say.LAST, ON_ALL) | over(say.DRAWN, ON_STONES),
        {say.OFF} | over(say.SCORE, ON_OFF),
    ],
    "put-right": [
        STONES | over(say.PUT, ON_STONES) | over(say.TAKE, ON_STONES),
        STONES | over(say.CAUSE, ON_ALL),
        STONES | over(say.FULL, ON_ALL),
    ],
    # Of a clock it shows a bar of stones for each side.
    "menu": [STONES, *(SIGN | {stone} | over(say.VALUE, ON_OFF) for stone in ON_STONES)],
    "ask": [
        SIGN | set(ON_STONES) | over(say.ASK, ON_STONES),
        {say.OFF} | set(ON_STONES) | over(say.FULL, ON_OFF),
    ],
    "correct": [STONES, over(say.ALARM, ON_ALL), STONES | over(say.FULL, ON_ALL)],
    "pause": [STONES],
    "resume": [{say.OFF} | over(say.PUT, ON_STONES) | over(say.ASK, ON_ALL)],
    "compacting": [SIGN],
    "restart": [SIGN],
    "aside": [SIGN | over(say.ASK, ON_OFF), SIGN | over(say.CAUSE, ON_OFF)],
    "rescue": [SIGN | over(say.ASK, ON_OFF), SIGN | over(say.CAUSE, ON_OFF)],
    "failed": [over(say.ALARM, ON_OFF)],
    "panel": [meanings(RACE), meanings(CARDS)],
    "calibrate": [
        over(say.ASK, ON_OFF) | over(say.TAKE, ON_OFF),
        {say.OFF} | over(say.PUT, (say.DARK,)) | over(say.CAUSE, ON_OFF),
        STONES | over(say.PUT, ON_STONES) | over(say.CAUSE, ON_ALL) | over(say.VALUE, ON_OFF),
    ],
}
# Those of a board that feels its stones, in place of these.
FELT_BOARDS = {
    "lay": [
        STONES | over(say.PUT, ON_STONES) | over(say.TAKE, ON_OFF),
        STONES | over(say.CAUSE, ON_ALL),
    ],
    "resume": [STONES | over(say.PUT, ON_STONES) | over(say.TAKE, ON_OFF)],
    "put-right": [
        STONES | over(say.PUT, ON_STONES) | over(say.TAKE, ON_OFF),
        *BOARDS["put-right"][1:],
    ],
    "play": [
        *BOARDS["play"],
        STONES | over(say.PICKED, ON_ALL),
        STONES | over(say.ASK, ON_ALL),
    ],
    "place": [*BOARDS["place"], STONES | over(say.ASK, ON_STONES)],
}
SIDES = (say.TURN_DARK, say.TURN_LIGHT)
COUNTERS = (say.COUNTER_DARK, say.COUNTER_LIGHT)
# The modes in which a clock may run beside a board, with a bar for each side.
TIMED = ("play", "place")
# The status marks of the game, by mode.
TOLD = {
    "lay": SIDES,
    "play": SIDES + COUNTERS,
    "dice": SIDES,
    "put-right": SIDES + COUNTERS,
    "correct": SIDES,
}


def statuses_of(mode: str, build: Build) -> list[set[int]]:
    """Return the sets of status meanings, on a rim or on the board; each set must be distinct."""
    told = TOLD.get(mode, ())
    # A board that is smaller than the grid leaves a rim.
    has_rim = any(0 < row.size < build.size for row in rows())
    if not has_rim or mode in FULL or mode == "panel":
        return [on_the_board(mode)]
    rim = {say.OFF} | over(say.IS_LINKED, ON_OFF) | over(say.UNSENT, ON_OFF)
    for mark in told + ((say.REPEAT,) if say.COUNTER_DARK in told else ()):
        rim |= over(mark, ON_OFF)
    if mode in TIMED:
        rim |= set(ON_STONES)
    # Joggle shows on the board what smaller games show on the rim.
    return [rim, on_the_board(mode)] if mode in ("correct", "dice") else [rim]


def on_the_board(mode: str) -> set[int]:
    """Return the status meanings without a rim: a mark, alternating with the connection of a PC."""
    told = TOLD.get(mode, ())
    if say.COUNTER_DARK in told:
        told += (say.AGAIN_DARK, say.AGAIN_LIGHT)
    # In a free set-up there is no side to move yet.
    status = {say.OFF, say.LINKED} if mode == "correct" else set()
    for mark in told:
        status |= over(mark, (say.OFF, say.LINKED))
    return status


def scenes_of(build: Build) -> list[tuple[str, set[int]]]:
    """Return every scene of a build, with its mode."""
    return [
        (mode, board | status)
        for mode, boards in (BOARDS | (FELT_BOARDS if build.sensors else {})).items()
        if (build.has_rim or mode not in FULL) and (mode != "calibrate" or build.sensors)
        for board in boards
        for status in statuses_of(mode, build)
    ]
