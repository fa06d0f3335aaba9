"""Moves of Drehwurm as tuples and as text.

Decides the forms; must not know which of them are legal.  A move is a tuple of its word and its
values: a card is text, a pile 0 to 2, a name a seat, a claim ``(seat, ms)``.
"""

from ..keyvalues import with_whole_names
from ..refusals import SEAT_LETTERS, MalformedText, Refused, seat_of
from . import cards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..game import Value, Words

ABANDON = ("abandon",)

# The arguments of each word, in both kinds of referee.
FULL = {
    "start": "CARD CARD CARD",
    "lay": "CARD PILE",
    "shows": "CARD",
    "throw": "NAME THROWN",
    "hen": "COLOUR PILE",
    "new": "CARD",
    "pass": "PILE",
    "can": "CARD PILE",
    "which": "PILE",
    "next": "",
    "abandon": "",
}
FAST = {
    "turned": "[PILE]",
    "passed": "[PILE]",
    "race": "NAME:MS ...",
    "illegal": "",
    "stands": "",
    "ate": "NAME COLOUR N N N",
    "end": "",
    "left": "NAME N",
    "next": "",
    "abandon": "",
}
# The names of a form's words in sentences.
SHOWN = {"throw": "NAME CARD", "ate": "NAME COLOUR OWN JOKERS OTHERS"}

LONGEST_MS = 1 << 29
# As many cards as there are.
LARGEST = 105


def parse_move(forms: dict[str, str], text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Words":
    """Return the move of this text.

    Raises: MalformedText (unknown-command, bad-worm, bad-pile, bad-number, bad-claim), Refused
    (unknown-name).

    >>> parse_move(FULL, "throw Ben b4", ("Ann", "Ben"))
    ('throw', 1, 'b4')
    """
    words = text.split()
    word = words[0] if words else ""
    if word not in forms:
        raise MalformedText("unknown-command", text, " ".join(sorted(forms)))
    values = with_whole_names(forms[word].split(), words[1:], names)
    if "NAME:MS" in forms[word]:
        values = with_whole_claims(values, names)
    kinds = kinds_for(forms[word], len(values))
    if len(kinds) != len(values):
        raise MalformedText("unknown-command", text, (word + " " + form_of(forms, word)).strip())
    parsed = [parse_value(kind, value, names) for kind, value in zip(kinds, values)]
    return move_of(word, parsed)


def with_whole_claims(words: list[str], names: tuple[str, ...]) -> list[str]:
    """Return the words of a race, those of a claim by a name with blanks as one.

    >>> with_whole_claims(["Oma", "Erna:310", "Oma:340"], ("Oma", "Oma Erna", "Ben"))
    ['Oma Erna:310', 'Oma:340']
    >>> with_whole_claims(["Oma", "Ben:310"], ("Oma", "Oma Erna", "Ben"))
    ['Oma', 'Ben:310']
    """
    claims: list[str] = []
    first = 0
    for at, word in enumerate(words):
        # No name has a colon: the claim ends here.
        if ":" in word:
            claim = " ".join(words[first : at + 1])
            claims += [claim] if claim.split(":")[0] in names else words[first : at + 1]
            first = at + 1
    return claims + words[first:]


def move_of(word: str, values: "Iterable[Value]") -> "Words":
    """Return the move of this word with these values."""
    # Joined tuples lose the type of their first item.
    return (word,) + tuple(values)  # type: ignore[return-value]


def move_text(forms: dict[str, str], move: "Words", names: tuple[str, ...] = SEAT_LETTERS) -> str:
    """Return a move's text; the inverse of `parse_move`.

    >>> move_text(FAST, ("race", (1, 310), (0, 310)), ("Ann", "Ben"))
    'race Ben:310 Ann:310'
    """
    words = [move[0]]
    for kind, value in zip(kinds_for(forms[move[0]], len(move) - 1), move[1:]):
        words.append(value_text(kind, value, names))
    return " ".join(words)


def kinds_for(form: str, count: int) -> list[str]:
    """Return the kinds of so many values, as far as the form takes them.

    >>> kinds_for("[PILE]", 0), kinds_for("NAME:MS ...", 2), kinds_for("CARD PILE", 7)
    ([], ['NAME:MS', 'NAME:MS'], ['CARD', 'PILE'])
    """
    kinds = form.split()
    if kinds and kinds[-1] == "...":
        return [kinds[0]] * max(count, 1)
    if kinds and kinds[-1][0] == "[":
        return [kinds[0][1:-1]] * min(count, 1)
    return kinds


def is_move(forms: dict[str, str], move: "Words", seats: int) -> bool:
    """Tell whether this is a move of one of these forms with so many seats.

    >>> is_move(FULL, ("throw", 1, "b4"), 3), is_move(FULL, ("throw", 3, "b4"), 3)
    (True, False)
    >>> is_move(FULL, ("pass",), 3), is_move(FULL, (None, 1), 3), is_move(FULL, 5, 3)
    (False, False, False)
    """
    names = SEAT_LETTERS[:seats]
    try:
        # A move is what its own text leads back to.
        return parse_move(forms, move_text(forms, move, names), names) == move
    except (LookupError, TypeError, MalformedText, Refused):
        return False


def combinations(form: str, deck: cards.Deck, seats: int) -> "Iterator[tuple[Value, ...]]":
    """Return an iterator over the values of every move of a form, as far as the table knows them.

    Shape: each card, colour, pile and seat; 0 stands for every number, one claim for every race.

    >>> deck = cards.Deck(3, "wild", "normal")
    >>> list(combinations("COLOUR N", deck, 3)), len(list(combinations("CARD PILE", deck, 3)))
    ([('r', 0), ('y', 0), ('g', 0)], 84)
    """
    rows: Iterator[tuple[Value, ...]] = iter([()])
    for kind in kinds_for(form, 0):
        rows = _with_each(rows, _values_of(kind, deck, seats))
    return rows


def _with_each(
    rows: "Iterator[tuple[Value, ...]]", values: "Sequence[Value]"
) -> "Iterator[tuple[Value, ...]]":
    for row in rows:
        for value in values:
            yield row + (value,)


def _values_of(kind: str, deck: cards.Deck, seats: int) -> "Sequence[Value]":
    if kind == "CARD":
        return deck.worms()
    if kind == "THROWN":
        return list(deck.colours) + deck.worms()
    if kind == "COLOUR":
        return list(deck.colours)
    if kind == "PILE":
        return [0, 1, 2]
    if kind == "NAME":
        return list(range(seats))
    if kind == "NAME:MS":
        return [(seat, 0) for seat in range(seats)]
    return [0]


def form_of(forms: dict[str, str], word: str) -> str:
    """Return the form of a word's values as people read it."""
    return SHOWN.get(word, forms[word])


def parse_value(kind: str, text: str, names: tuple[str, ...]) -> "Value":
    """Return the value of one word.

    Raises: MalformedText, Refused.
    """
    if kind == "CARD":
        return cards.parse_card(text)
    if kind == "THROWN":
        # A hen is a card as well, and the rules have something against it.
        return text if len(text) == 1 and text in cards.WORM_COLOURS else cards.parse_card(text)
    if kind == "COLOUR":
        return cards.parse_colour(text)
    if kind == "PILE":
        return parse_pile(text)
    if kind == "NAME":
        return seat_of(text, names)
    if kind == "N":
        return parse_number(text)
    return parse_claim(text, names)


def value_text(kind: str, value: "Value", names: tuple[str, ...]) -> str:
    """Return the word of a value; the inverse of `parse_value`."""
    if isinstance(value, int):
        return str(value + 1) if kind == "PILE" else names[value] if kind == "NAME" else str(value)
    if isinstance(value, tuple):
        return names[value[0]] + ":" + str(value[1])
    return str(value)


def parse_pile(text: str) -> int:
    """Return the pile of this number.  Raises: MalformedText (bad-pile)."""
    if text in ("1", "2", "3"):
        return int(text) - 1
    raise MalformedText("bad-pile", text, "1 2 3")


def parse_number(text: str, least: int = 0, most: int = LARGEST) -> int:
    """Return the whole number of this text, which may have leading zeros.

    Raises: MalformedText (bad-number).

    >>> parse_number("-12", -20), parse_number("05")
    (-12, 5)
    """
    digits = text[1:] if text[:1] == "-" else text
    is_number = 0 < len(digits) <= 9 and not digits.strip(cards.DIGITS)
    if is_number and least <= int(text) <= most:
        return int(text)
    raise MalformedText("bad-number", text, str(least) + ".." + str(most))


def parse_claim(text: str, names: tuple[str, ...]) -> tuple[int, int]:
    """Return the seat and the ms of ``NAME:MS``.

    Raises: MalformedText (bad-claim, bad-number), Refused (unknown-name).
    """
    parts = text.split(":")
    if len(parts) != 2:
        raise MalformedText("bad-claim", text, "NAME:MS")
    return seat_of(parts[0], names), parse_number(parts[1], 0, LONGEST_MS - 1)
