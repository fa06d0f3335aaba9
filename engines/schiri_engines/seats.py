"""Seats and the names of those who sit there.

Decides how a name finds its seat.  Must not know which names are allowed.
"""

from .refusals import RULE_OF, Refused, refuse

RULE_OF["unknown-name"] = "TA-4"

# What stands in for names.
LETTERS = ("A", "B", "C", "D", "E", "F")


def seat_of(name: str, names: tuple) -> int:
    """Return the seat of this name.

    Raises: Refused (unknown-name).

    >>> seat_of("Ben", ("Ann", "Ben"))
    1
    """
    if name in names:
        return names.index(name)
    raise Refused(refuse("unknown-name"))
