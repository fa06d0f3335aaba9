"""The light language: every meaning, its colour and its rhythm, as one table.

Decides how things look.  Whatever can stand side by side differs in rhythm or in luminance, not
only in hue, and nothing flashes above 3 Hz; a test computes both.  The card for the table is
generated from here.

A pixel shows a *base*, what lies there, and over it a *mark* that comes and goes in its rhythm;
while the mark is off the base shows through.  A *meaning* is ``mark << 3 | base``.
"""

# A rhythm is sixteen phases of PHASE_MS, the first in the highest bit: on or off.
PHASE_MS = 125
PHASES = 16

STEADY = 0xFFFF
SLOW = 0xFF00
BLINK = 0xF0F0
QUICK = 0xCCCC
TICK = 0x8888
PING = 0xC000
GLOW = 0xF000
DOUBLE = 0xCC00
TRIPLE = 0xCCC0
WINK = 0xFFFC
DIP = 0xFCFC
LULL = 0xFFF0

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
MARKS = (
    (0, 0, 0, 0),
    (BLINK, 80, 56, 0),
    (STEADY, 0, 72, 8),
    (SLOW, 0, 64, 32),
    (PING, 16, 32, 104),
    (QUICK, 144, 0, 16),
    (DOUBLE, 112, 0, 72),
    (SLOW, 80, 56, 0),
    (SLOW, 56, 24, 88),
    (LULL, 48, 8, 16),
    (LULL, 16, 72, 8),
    (LULL, 8, 0, 24),
    (LULL, 104, 104, 0),
    (GLOW, 0, 64, 64),
    (BLINK, 0, 0, 0),
    (QUICK, 144, 0, 16),
    (GLOW, 24, 0, 56),
    (WINK, 40, 8, 0),
    (WINK, 104, 104, 80),
    (DIP, 40, 8, 0),
    (DIP, 104, 104, 80),
    (LULL, 40, 8, 0),
    (LULL, 104, 104, 80),
    (STEADY, 0, 0, 24),
    (TRIPLE, 64, 32, 0),
    (LULL, 32, 0, 56),
    (STEADY, 96, 48, 0),
    (STEADY, 56, 32, 0),
    (SLOW, 0, 56, 56),
    (BLINK, 56, 64, 0),
    (QUICK, 104, 48, 0),
    (TICK, 168, 168, 168),
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
) = range(len(MARKS))

# The mark of a field by the letter of its colour.
FIELD = {"R": FIELD_RED, "G": FIELD_GREEN, "B": FIELD_BLUE, "Y": FIELD_YELLOW}

# Brightness 1 to 5, as eighths of the table's values; 0 is for lights that nobody watches.
LEVELS = (1, 2, 3, 4, 6, 8)
