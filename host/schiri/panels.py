"""The meaning of a build's controls in a card game.

The six coloured buttons are seats, once somebody has chosen them.  Must not know any game.
"""

from schiri_device.builds import COLOURED


def _on_grid(files: str) -> dict[str, tuple[str, ...]]:
    """Return the commands of a grid of keys: one for each of the first two rows."""
    illegal, ate, *turned = (
        tuple(f"{file}{rank}" for file in files) for rank in range(1, len(files) + 1)
    )
    return {"turned": sum(turned, ()), "illegal": illegal, "ate": ate}


# Commands, and their buttons.
CARD_CONTROLS: dict[str, dict[str, tuple[str, ...]]] = {
    "cursor": {"turned": ("press",), "illegal": ("down",), "ate": ("up",)},
    "keys5": _on_grid("abcde"),
    "pads": _on_grid("abcdefgh"),
    # Its fields are no buttons: a colour that nobody has chosen turns.
    "feel5": {"turned": COLOURED},
}
# The letter of each seat's colour in a panel's picture.
LETTER = dict(zip(COLOURED, "ryguwb"))
