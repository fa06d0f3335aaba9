"""Words of positions and commands: ``KEY=VALUE``, seats, outcomes, numbers, names with blanks.

Decides their forms.  Must not know any game, nor what a key means.  A device does not load it.
"""

from .refusals import SEAT_LETTERS, MalformedText, Outcome


def split_words(text: str, keys: tuple[str, ...], form: str) -> tuple[str, dict[str, str]]:
    """Return a text without its words ``KEY=VALUE``, and their values by key.

    Shape: these words follow all others; each key occurs once.
    Raises: MalformedText (bad-position, with this form, where a key is none of ``keys``).

    >>> split_words("ROWS b colours=bw", ("colours",), "")
    ('ROWS b', {'colours': 'bw'})
    """
    words = text.split(" ")
    found: dict[str, str] = {}
    while words and "=" in words[-1]:
        key, _, value = words.pop().partition("=")
        if key not in keys or key in found or not value:
            raise MalformedText("bad-position", text, form)
        found[key] = value
    return " ".join(words), found


def seat_text(seat: int) -> str:
    """Return the letter of a seat, ``-`` for -1.

    >>> seat_text(0), seat_text(-1)
    ('A', '-')
    """
    return SEAT_LETTERS[seat] if seat >= 0 else "-"


def parse_seat(text: str, seats: int, form: str) -> int:
    """Return the seat of a letter, -1 for ``-``; the inverse of `seat_text`.

    Raises: MalformedText (bad-position, with this form).
    """
    if text == "-":
        return -1
    if text in SEAT_LETTERS[:seats]:
        return SEAT_LETTERS.index(text)
    raise MalformedText("bad-position", text, form)


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as one word.

    >>> outcome_text(Outcome((0, 2), "JO-7")), outcome_text(Outcome((), "SW-9"))
    ('AC,JO-7', '-,SW-9')
    """
    winners = "".join([SEAT_LETTERS[seat] for seat in outcome.winners])
    return (winners or "-") + "," + outcome.rule


def parse_outcome(text: str, seats: int, form: str) -> Outcome:
    """Return the outcome of this word, one without a rule for an empty text.

    Shape: the inverse of `outcome_text`.
    Raises: MalformedText (bad-position, with this form).

    >>> parse_outcome("AC,JO-7", 4, "")
    Outcome((0, 2), 'JO-7')
    """
    if not text:
        return Outcome((), "")
    winners, _, rule = text.partition(",")
    if not rule:
        raise MalformedText("bad-position", text, form)
    letters = () if winners == "-" else list(winners)
    return Outcome(tuple([parse_seat(letter, seats, form) for letter in letters]), rule)


def is_whole(text: str, digits: int = 9) -> bool:
    """Tell whether a text is a whole number without a plus sign or leading zeros.

    Shape: at most ``digits`` digits; more than 9 would not be a small int on a device.

    >>> is_whole("-16"), is_whole("016"), is_whole("+1"), is_whole("")
    (True, False, False, False)
    """
    found = text[1:] if text[:1] == "-" else text
    return 0 < len(found) <= digits and not found.strip("0123456789") and str(int(text)) == text


def parse_count(text: str) -> int:
    """Return the number of this word, -1 for any other text.

    >>> parse_count("16"), parse_count("016"), parse_count("")
    (16, -1, -1)
    """
    return int(text) if is_whole(text, 6) and text[0] != "-" else -1


def with_whole_names(kinds: list[str], words: list[str], names: tuple[str, ...]) -> list[str]:
    """Return the words of a form; a name with blanks is one word.

    Shape: ``kinds`` has the kind of each word, NAME at most once; the name takes all words that the
    others leave.  An unknown name stays unchanged.

    >>> with_whole_names(["NAME", "CARD"], ["Oma", "Erna", "b4"], ("Oma", "Oma Erna"))
    ['Oma Erna', 'b4']
    >>> with_whole_names(["NAME", "CARD"], ["Oma", "Erna", "b4"], ("Oma", "Ben"))
    ['Oma', 'Erna', 'b4']
    """
    more = len(words) - len(kinds)
    if more <= 0 or "NAME" not in kinds:
        return words
    at = kinds.index("NAME")
    name = " ".join(words[at : at + more + 1])
    return words[:at] + [name] + words[at + more + 1 :] if name in names else words
