"""Texts that people write: names, with defaults, and disputes.

Decides TA-4.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from schiri_engines.refusals import RULE_OF, SEAT_LETTERS, MalformedText, Refused, refuse

from schiri.events import Entry
from schiri.plain import is_plain

RULE_OF["bad-name"] = "TA-4"
RULE_OF["doubled-name"] = "TA-4"
RULE_OF["bad-text"] = "TA-4"

# The device's name as a player: it needs no article in any language.
DEVICE_NAME = "Schiri"
FORBIDDEN = set(",:\"'“”„‟‘’‚‛«»‹›")


def composed(text: str) -> str:
    """Return a text in the one form in which names are stored (NFC).

    >>> len("Zoe\\u0308"), len(composed("Zoe\\u0308"))
    (4, 3)
    """
    return normalize("NFC", text)


def person_of(name: str) -> str:
    """Return a key that is equal for all spellings of a person's name.

    >>> len({person_of(name) for name in ("Zoë", "ZOË", "zoe\\u0308", "Zoe")})
    2
    """
    return composed(composed(name).casefold())


def spellings(names: Iterable[str]) -> dict[str, str]:
    """Return the most frequent spelling of each name; of equally frequent ones, the first.

    >>> spellings(["Zoë", "zoë", "Ann", "zoë"])
    {'Zoë': 'zoë', 'zoë': 'zoë', 'Ann': 'Ann'}
    """
    found = Counter(names)
    usual = {person_of(name): name for name, _count in reversed(found.most_common())}
    return {name: usual[person_of(name)] for name in found}


def check_names(
    names: Sequence[str], seats: tuple[int, int], are_logged: bool = False
) -> tuple[str, ...]:
    """Return the names, or without names A, B, C ... for the fewest seats that the game allows.

    Rule: TA-4.  Names that are logged stay as they are: older games had names that differed only in
    case.
    Raises: MalformedText (bad-player-count), Refused (bad-name, doubled-name).

    >>> check_names([], (2, 2))
    ('A', 'B')
    """
    least, most = seats
    if not names:
        return SEAT_LETTERS[:least]
    if not are_logged:
        names = [*map(composed, names)]
    for name in names:
        if not is_name(name):
            raise Refused(refuse("bad-name"))
    if len(set(names if are_logged else map(person_of, names))) < len(names):
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
    # Words with one space between them; a text with a forbidden space is not printable.
    words = text.split(" ")
    return len(text) <= 24 and all(words) and text.isprintable() and not FORBIDDEN & set(text)
