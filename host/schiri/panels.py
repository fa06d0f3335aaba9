"""Which controls of a build mean what at a table of cards.

Decides nothing else; the six coloured buttons are seats, always.  Must not know any game.
"""

from schiri_device.builds import COLOURED

# Commands, and their buttons.
CARD_CONTROLS: dict[str, dict[str, tuple[str, ...]]] = {
    "cursor": {"turned": ("press",), "illegal": ("down",), "ate": ("up",)},
    "keys5": {
        "turned": tuple([file + rank for rank in "345" for file in "abcde"]),
        "illegal": tuple([file + "1" for file in "abcde"]),
        "ate": tuple([file + "2" for file in "abcde"]),
    },
    "pads": {
        "turned": tuple([file + rank for rank in "345678" for file in "abcdefgh"]),
        "illegal": tuple([file + "1" for file in "abcdefgh"]),
        "ate": tuple([file + "2" for file in "abcdefgh"]),
    },
}
# The letter of each seat's colour in a panel's picture.
LETTER = dict(zip(COLOURED, "ryguwb"))
