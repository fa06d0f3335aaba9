"""The light language: every meaning, its colour and its rhythm, as one table.

Decides how things look.  Signs that can be side by side differ in rhythm or luminance, not only in
hue, and nothing flashes above 3 Hz; a test computes both.  The card for the table is generated from
here.

A pixel shows a *base*, its piece or field, and over it a *mark* that comes and goes in its rhythm;
while the mark is off, the base shows.  A *meaning* is ``mark << 2 | base``.
"""

from array import array

# A rhythm has sixteen phases of PHASE_MS, on or off, the first in the highest bit.
PHASE_MS = 125
PHASES = 16

# Bases: red, green, blue at full brightness.  All colours are multiples of eight, so that
# every brightness shows them in the same proportions.
BASES = (
    (0, 0, 0),
    (40, 8, 0),
    (104, 104, 80),
    (0, 0, 24),
)
OFF, DARK, LIGHT, LINKED = range(len(BASES))

# Marks: rhythm, red, green, blue, and as a comment the name below, which takes no memory;
# `hardware/pages/light_words.py` explains each.  Marks over stones have a luminance between a
# dark and a light stone; only the cursor is brighter than both.  Lists, because constant tuples
# would stay in memory.
_marks = [
    [0x0000, 0, 0, 0],  # NONE
    [0xF0F0, 80, 56, 0],  # PICKED
    [0xFFFF, 0, 72, 8],  # MOVE
    [0xFF00, 0, 64, 32],  # SWAP
    [0xC000, 16, 32, 104],  # LAST
    [0xCCCC, 144, 0, 16],  # CAUSE
    [0xCC00, 112, 0, 72],  # CAREFUL
    [0xFF00, 0, 64, 64],  # DUE
    [0xF0F0, 96, 0, 64],  # FULL
    [0xFF00, 80, 56, 0],  # WON
    [0xFF00, 56, 24, 88],  # DRAWN
    [0xFFF0, 48, 8, 16],  # FIELD_RED
    [0xFFF0, 16, 72, 8],  # FIELD_GREEN
    [0xFFF0, 8, 0, 24],  # FIELD_BLUE
    [0xFFF0, 104, 104, 0],  # FIELD_YELLOW
    [0xF000, 0, 64, 64],  # HINT
    [0xF0F0, 0, 0, 0],  # PUT
    [0xCCCC, 144, 0, 16],  # TAKE
    [0xF000, 24, 0, 56],  # SEAT
    [0xFFFC, 40, 8, 0],  # TURN_DARK
    [0xFFFC, 104, 104, 80],  # TURN_LIGHT
    [0xFCFC, 40, 8, 0],  # COUNTER_DARK
    [0xFCFC, 104, 104, 80],  # COUNTER_LIGHT
    [0xFFF0, 40, 8, 0],  # AGAIN_DARK
    [0xFFF0, 104, 104, 80],  # AGAIN_LIGHT
    [0xFFFF, 0, 0, 24],  # IS_LINKED
    [0xCCC0, 64, 32, 0],  # UNSENT
    [0xFFF0, 32, 0, 56],  # REPEAT
    [0xFFFF, 96, 48, 0],  # SCORE
    [0xFFFF, 56, 32, 0],  # GLYPH
    [0xFF00, 0, 56, 56],  # VALUE
    [0xF0F0, 56, 64, 0],  # ASK
    [0xCCCC, 104, 48, 0],  # ALARM
    [0x8888, 168, 168, 168],  # CURSOR
]
RHYTHMS = array("H", [row[0] for row in _marks])
SHADES = bytes([value for row in _marks for value in row[1:]])
del _marks
NONE, PICKED, MOVE, SWAP, LAST, CAUSE, CAREFUL, DUE, FULL, WON, DRAWN = range(11)
FIELD_RED, FIELD_GREEN, FIELD_BLUE, FIELD_YELLOW, HINT, PUT, TAKE, SEAT = range(11, 19)
TURN_DARK, TURN_LIGHT, COUNTER_DARK, COUNTER_LIGHT, AGAIN_DARK, AGAIN_LIGHT = range(19, 25)
IS_LINKED, UNSENT, REPEAT, SCORE, GLYPH, VALUE, ASK, ALARM, CURSOR = range(25, len(RHYTHMS))


def field_mark(letter: str) -> int:
    """Return the mark of a field by the letter of its colour.

    >>> field_mark("Y") == FIELD_YELLOW
    True
    """
    return FIELD_RED + "RGBY".index(letter)


def refusal_mark(code: str) -> int:
    """Return the mark of a refusal: that of its cause, or its own.

    >>> refusal_mark("wrong-phase") == DUE, refusal_mark("cell-empty") == CAUSE
    (True, True)
    """
    if code in ("wrong-phase", "device-to-move"):
        return DUE
    if code == "memory-full":
        return FULL
    return CAREFUL if code == "connects-opponent" else CAUSE


# Brightness 1 to 5, as eighths of the table's values; 0 is for an idle device.
LEVELS = (1, 2, 3, 4, 6, 8)

# The sounds: each meaning as a row of tones, Hz and ms; 0 Hz is a pause, without which two equal
# tones would sound like one.
TONES = {
    "pick": ((1320, 20),),
    "move": ((880, 40),),
    "not-now": ((330, 30),),
    "no": ((220, 90), (180, 120)),
    "careful": ((660, 60), (0, 40), (660, 60)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (0, 60), (660, 160)),
}
SILENCE: tuple[tuple[int, int], ...] = ()

# Glyphs of five by four pixels, for any build; the row below them is for a value.  These are those
# of notices; menus and adapters have their own.  One text, since a dict of texts takes more memory.
GLYPHS = (
    "compacting .#.#. .###. .###. ..#..;"
    "restart .##.. #..#. #.... .##..;"
    "clear #.#.# .#.#. #...# .###."
)


def glyph_pixels(name: str, glyphs: str = GLYPHS) -> list[int]:
    """Return the lit cells of a glyph on a 5x5 board; the lowest rank is free.

    >>> glyph_pixels("restart")
    [6, 7, 10, 15, 18, 21, 22]
    """
    lit = []
    (rows,) = [row.split(" ")[1:] for row in glyphs.split(";") if row.split(" ")[0] == name]
    for rank in range(1, 5):
        row = rows[4 - rank]
        lit += [5 * rank + file for file in range(5) if row[file] == "#"]
    return lit
