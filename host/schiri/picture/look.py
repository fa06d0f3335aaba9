"""The colours and shapes of pictures, as data.

Decides how wood, felt, cards and pieces look.  Must not know their places.  No meaning
depends on a colour alone: each has also a letter or a shape.
"""

from typing import NamedTuple

FONT = "'DejaVu Sans', Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"

PAPER = "#fbf7ee"
RULE_LINE = "#ddd2bd"
INK = "#2b2118"
QUIET_INK = "#6a5d4d"


class PieceLook(NamedTuple):
    """A piece on a board: its colours, the relative radius of its groove, and its shine."""

    face: str
    edge: str
    mark: str
    groove: float
    shine: float


PIECES = {
    "b": PieceLook("#33251c", "#150d08", "#57412f", 0.0, 0.28),
    "w": PieceLook("#fdf3dc", "#8d7449", "#c9ad7c", 0.62, 0.9),
}

# A board: its rim, its plate, the two tones of its cells, the hollow of a free cell.
RIM = "#5b3a22"
RIM_EDGE = "#3c2514"
RIM_WORDS = "#f3e3c3"
PLATE = "#a87648"
WOOD = ("#cfa374", "#c39464")
HOLLOW = "#9d6f45"
HOLLOW_EDGE = "#7f5732"

# Coloured fields: background, and the colour of the letter.
FIELDS = {
    "R": ("#c65a4e", "#fff4ee"),
    "G": ("#639f5e", "#f2fff0"),
    "B": ("#557cc0", "#f1f5ff"),
    "Y": ("#e0c14c", "#4a3a04"),
}

# A field of cards: its cloth, and the two faces.
FELT = "#2f5d4a"
FELT_LINE = "#3f7059"
FELT_WORDS = "#cfe3d6"
# The bars of a race.
FELT_BAR = "#fff7dc"
BACK = "#41567f"
BACK_LINE = "#8ea3cf"
FACES = {"red": ("#f6ded9", "#b8382c"), "green": ("#dff1dd", "#2c7a3c")}
HOLE = "#86b09a"

# Colours of worms and hens, by their letters.
WORMS = {
    "r": "#c0392b",
    "y": "#f2c200",
    "g": "#3c8a46",
    "b": "#3767b0",
    "p": "#7d4aa0",
    "o": "#b85a10",
    "j": "#4b4b4b",
}
# Yellow is too light for words on a card.
WORM_WORDS = {**WORMS, "y": "#7a5b00"}
CARD = "#fffdf6"
CARD_EDGE = "#b9ab8f"
