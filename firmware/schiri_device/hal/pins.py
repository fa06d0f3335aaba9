"""From the names of pins to pins.

Decides that a build names pins as its board's `board` module does.
"""

import board


def pin(name: str):
    """Return the pin of this name."""
    return getattr(board, name)


def pins(names) -> tuple:
    """Return the pins of these names."""
    return tuple([pin(name) for name in names])
