"""Names and meanings of the bases and marks of the light language, for the card and the tests.

Some of the tests run on MicroPython: no starred literals, and a dict there has no order.
"""

from schiri_device.lights.language import BASES, RHYTHMS, SHADES

# In the order of the marks. Marks that say the same of several colours have the same words.
MARK_WORDS = (
    ("picked", "the stone you picked, the best one, or the device's"),
    ("move", "it may move here"),
    ("swap", "it may swap with this stone"),
    ("last", "the last move; around the board: the hinted move draws"),
    ("cause", "why it is refused; in the lowest row while choosing a game: the PC is gone"),
    (
        "careful",
        "careful, this loses; in the corners: the hinted move loses too; in the lowest row while "
        "choosing a game: memory empty",
    ),
    ("due", "something else comes first, such as a roll"),
    ("full", "the memory is full until the turn ends"),
    ("won", "the winning group"),
    ("drawn", "a draw"),
    ("field-red", "a field for this roll; a card or a seat of this colour"),
    ("field-green", "a field for this roll; a card or a seat of this colour"),
    ("field-blue", "a field for a blue roll; a hole; blue's seat"),
    ("field-yellow", "a field for this roll; a card or a seat of this colour"),
    (
        "hint",
        "these can play; running: the device thinks; all around: the hinted move wins; a card goes "
        "here; the race is open",
    ),
    ("put", "put this stone here"),
    ("take", "take this stone away"),
    ("seat", "the second player places a stone"),
    ("turn-dark", "this side's turn"),
    ("turn-light", "this side's turn"),
    ("counter-dark", "this side has one counter move"),
    ("counter-light", "this side has one counter move"),
    ("again-dark", "this side's turn, in a position that stood before"),
    ("again-light", "this side's turn, in a position that stood before"),
    ("linked", "a PC is connected"),
    ("unsent", "no PC; events wait for one"),
    ("repeat", "how often the position stood before"),
    ("score", "games won"),
    ("glyph", "a menu entry"),
    ("value", "the value of a menu entry"),
    ("ask", "press to confirm"),
    ("alarm", "a fault; three in a row; a false start"),
    ("cursor", "the cursor"),
)
WORDS = dict(MARK_WORDS)
# The names, in the order of the language's own tables.
BASE_NAMES = ("off", "dark", "light", "linked")
MARK_NAMES = ("none",) + tuple([name for name, _ in MARK_WORDS])
NAMED_BASES = [(name,) + row for name, row in zip(BASE_NAMES, BASES)]
NAMED_MARKS = [
    (name, rhythm, SHADES[at], SHADES[at + 1], SHADES[at + 2])
    for name, rhythm, at in zip(MARK_NAMES, RHYTHMS, range(0, len(SHADES), 3))
]
