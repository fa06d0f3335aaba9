"""Texts that people write: names, with defaults, and disputes.

Decides TA-4.
"""

from collections.abc import Iterable, Sequence

from schiri_engines.refusals import RULE_OF, SEAT_LETTERS, MalformedText, Refused, refuse

from schiri.events import Entry
from schiri.plain import is_plain

RULE_OF["bad-name"] = "TA-4"
RULE_OF["doubled-name"] = "TA-4"
RULE_OF["bad-text"] = "TA-4"

# The device as a player: a name that needs no article in any language.
DEVICE_NAME = "Schiri"
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
        if not is_name(name):
            raise Refused(refuse("bad-name"))
    if len(set(names)) < len(names):
        raise Refused(refuse("doubled-name"))
    if not least <= len(names) <= most:
        wanted = str(least) if least == most else f"{least}-{most}"
        raise MalformedText("bad-player-count", str(len(names)), wanted)
    return tuple(names)


def check_texts(entries: Iterable[Entry]) -> None:
    """Raise unless all text in these entries is one line without control characters.

    Raises: Refused (bad-text).  Rule: TA-4.

    >>> check_texts([("dispute", "was that a diagonal?"), 515])
    """
    for entry in entries:
        match entry:
            case ("dispute", *texts) if not all(is_plain(str(text)) for text in texts):
                raise Refused(refuse("bad-text"))


def is_name(text: str) -> bool:
    """Return whether a player can be called that.

    >>> is_name("Oma Erna"), is_name("Oma  Erna"), is_name(" Oma"), is_name("")
    (True, False, False, False)
    """
    # Words with one blank between them; a text with a forbidden space is not printable.
    words = text.split(" ")
    return len(text) <= 24 and all(words) and text.isprintable() and not FORBIDDEN & set(text)
