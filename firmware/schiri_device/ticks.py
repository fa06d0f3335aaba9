"""Ticks: milliseconds that wrap, and an edge at one of them.

Decides how times are compared.  A tick is an int below 2**29, small on every device; it wraps after
six days, and a device may be idle for longer.
"""

PERIOD = 1 << 29


def elapsed(now_ms: int, then_ms: int) -> int:
    """Return the milliseconds since a past tick, less whole periods: never negative.

    >>> elapsed(5, PERIOD - 5), elapsed(PERIOD - 5, 5) == PERIOD - 10
    (10, True)
    """
    return (now_ms - then_ms) % PERIOD


def difference(one_ms: int, other_ms: int) -> int:
    """Return the signed difference of two recent ticks in milliseconds.

    >>> difference(5, PERIOD - 5), difference(PERIOD - 5, 5)
    (10, -10)
    """
    return (one_ms - other_ms + PERIOD // 2) % PERIOD - PERIOD // 2


def later(now_ms: int, by_ms: int) -> int:
    """Return the tick so many milliseconds after now.

    >>> later(PERIOD - 1, 2)
    1
    """
    return (now_ms + by_ms) % PERIOD


class Edge:
    """A button that went down or came up.

    Shape: ``key`` is the cell of the grid that the button is under, or the name of one beside it.
    Units: ``at_ms`` is the time of the scan that saw it.
    """

    def __init__(self, key: int | str, pressed: bool, at_ms: int):
        self.key = key
        self.pressed = pressed
        self.at_ms = at_ms
