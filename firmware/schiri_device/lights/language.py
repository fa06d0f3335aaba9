"""The light language: every meaning, its colour and its rhythm, as one table.

Decides how things look.  Whatever can stand side by side differs in rhythm or in luminance, not
only in hue, and nothing flashes above 3 Hz; a test computes both.  The card for the table is
generated from here.

A pixel shows a *base*, what lies there, and over it a *mark* that comes and goes in its rhythm;
while the mark is off the base shows through.  A *meaning* is ``mark << 2 | base``.
"""

from array import array

# A rhythm is sixteen phases of PHASE_MS, the first in the highest bit: on or off.
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

# Marks: rhythm, red, green, blue; their names and what they say are in `words`.  Those that come
# over stones lie in luminance between a dark stone and a light one; only the cursor is brighter
# than both.
_MARKS = (
    (0, 0, 0, 0),
    (0xF0F0, 80, 56, 0),
    (0xFFFF, 0, 72, 8),
    (0xFF00, 0, 64, 32),
    (0xC000, 16, 32, 104),
    (0xCCCC, 144, 0, 16),
    (0xCC00, 112, 0, 72),
    (0xFF00, 80, 56, 0),
    (0xFF00, 56, 24, 88),
    (0xFFF0, 48, 8, 16),
    (0xFFF0, 16, 72, 8),
    (0xFFF0, 8, 0, 24),
    (0xFFF0, 104, 104, 0),
    (0xF000, 0, 64, 64),
    (0xF0F0, 0, 0, 0),
    (0xCCCC, 144, 0, 16),
    (0xF000, 24, 0, 56),
    (0xFFFC, 40, 8, 0),
    (0xFFFC, 104, 104, 80),
    (0xFCFC, 40, 8, 0),
    (0xFCFC, 104, 104, 80),
    (0xFFF0, 40, 8, 0),
    (0xFFF0, 104, 104, 80),
    (0xFFFF, 0, 0, 24),
    (0xCCC0, 64, 32, 0),
    (0xFFF0, 32, 0, 56),
    (0xFFFF, 96, 48, 0),
    (0xFFFF, 56, 32, 0),
    (0xFF00, 0, 56, 56),
    (0xF0F0, 56, 64, 0),
    (0xCCCC, 104, 48, 0),
    (0x8888, 168, 168, 168),
)
(
    NONE,
    PICKED,
    MOVE,
    SWAP,
    LAST,
    CAUSE,
    CAREFUL,
    WON,
    DRAWN,
    FIELD_RED,
    FIELD_GREEN,
    FIELD_BLUE,
    FIELD_YELLOW,
    HINT,
    PUT,
    TAKE,
    SEAT,
    TURN_DARK,
    TURN_LIGHT,
    COUNTER_DARK,
    COUNTER_LIGHT,
    AGAIN_DARK,
    AGAIN_LIGHT,
    IS_LINKED,
    UNSENT,
    REPEAT,
    SCORE,
    GLYPH,
    VALUE,
    ASK,
    ALARM,
    CURSOR,
) = range(len(_MARKS))
# As they are kept: that many tuples would fill a small heap.
RHYTHMS = array("H", [mark[0] for mark in _MARKS])
SHADES = bytes([value for mark in _MARKS for value in mark[1:]])
del _MARKS

# The mark of a field by the letter of its colour.
FIELD = {"R": FIELD_RED, "G": FIELD_GREEN, "B": FIELD_BLUE, "Y": FIELD_YELLOW}

# Brightness 1 to 5, as eighths of the table's values; 0 is for lights that nobody watches.
LEVELS = (1, 2, 3, 4, 6, 8)
