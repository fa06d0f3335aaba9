"""Players' names: which are allowed, and which stand in when none are given.

Decides TA-4.
"""

from collections.abc import Sequence

from schiri_engines.refusals import RULE_OF, MalformedText, Refused, refuse
from schiri_engines.table import SEAT_LETTERS

RULE_OF["bad-name"] = "TA-4"
RULE_OF["doubled-name"] = "TA-4"

FORBIDDEN = set(",:\"'“”„‟‘’‚‛«»‹›")


def check_names(names: Sequence[str], seats: tuple[int, int]) -> tuple[str, ...]:
    """Return the names, or A, B, C ... for as many seats as the game needs at least.

    Raises: MalformedText (bad-player-count), Refused (bad-name, doubled-name).  Rule: TA-4.

    >>> check_names([], (2, 2))
    ('A', 'B')
    """
    least, most = seats
    if not names:
        return SEAT_LETTERS[:least]
    for name in names:
        if not (1 <= len(name) <= 24 and name.isprintable() and not _has_forbidden(name)):
            raise Refused(refuse("bad-name"))
    if len(set(names)) < len(names):
        raise Refused(refuse("doubled-name"))
    if not least <= len(names) <= most:
        wanted = str(least) if least == most else f"{least}-{most}"
        raise MalformedText("bad-player-count", str(len(names)), wanted)
    return tuple(names)


def _has_forbidden(name: str) -> bool:
    return any(letter in FORBIDDEN or letter.isspace() for letter in name)
