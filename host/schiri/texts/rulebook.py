"""The rule book: which rules there are, and whose they are.

Decides the order of the rules and which of them are the sheets', ours or both; their words are
in the catalogues, under the context ``rule``.  Must not import a game.
"""

from schiri_engines.refusals import MalformedText

from schiri.texts import pgettext

# Whose a rule is: the sheet says it or it follows from it, the sheet is silent, or some of both.
SHEET, HOUSE, MIXED = "sheet", "house", "mixed"

RULES = {
    "switch": [
        ("SW-1", SHEET),
        ("SW-2", MIXED),
        ("SW-3", MIXED),
        ("SW-4", SHEET),
        ("SW-5", SHEET),
        ("SW-6", SHEET),
        ("SW-7", SHEET),
        ("SW-8", SHEET),
        ("SW-9", HOUSE),
        ("SW-10", HOUSE),
        ("SW-11", HOUSE),
    ],
    "joggle": [
        ("JO-1", SHEET),
        ("JO-2", HOUSE),
        ("JO-3", SHEET),
        ("JO-4", SHEET),
        ("JO-5", HOUSE),
        ("JO-6", MIXED),
        ("JO-7", SHEET),
        ("JO-8", SHEET),
        ("JO-9", MIXED),
        ("JO-10", SHEET),
        ("JO-11", MIXED),
        ("JO-12", MIXED),
        ("JO-13", HOUSE),
    ],
    "zwoggel": [
        ("ZW-1", SHEET),
        ("ZW-2", MIXED),
        ("ZW-3", MIXED),
        ("ZW-4", SHEET),
        ("ZW-5", SHEET),
        ("ZW-6", SHEET),
        ("ZW-7", SHEET),
        ("ZW-8", SHEET),
        ("ZW-9", HOUSE),
        ("ZW-10", HOUSE),
        ("ZW-11", HOUSE),
    ],
    "drehwurm": [
        ("DW-1", MIXED),
        ("DW-2", SHEET),
        ("DW-3", SHEET),
        ("DW-4", HOUSE),
        ("DW-5", SHEET),
        ("DW-6", MIXED),
        ("DW-7", MIXED),
        ("DW-8", MIXED),
        ("DW-9", SHEET),
        ("DW-10", SHEET),
        ("DW-11", HOUSE),
        ("DW-12", HOUSE),
    ],
}
# The rules of the table hold in every game.
TABLE = [(f"TA-{number}", HOUSE) for number in range(1, 6)]

SOURCE_OF = dict([*(rule for rules in RULES.values() for rule in rules), *TABLE])


def ids_of(game: str) -> list[str]:
    """Return the ids of a game's own rules, in order.

    Raises: MalformedText (unknown-game).

    >>> ids_of("switch")[-1]
    'SW-11'
    """
    if game not in RULES:
        raise MalformedText("unknown-game", game, " ".join(RULES))
    return [rule for rule, _ in RULES[game]]


def table_ids() -> list[str]:
    """Return the ids of the table's rules, in order."""
    return [rule for rule, _ in TABLE]


def find_rule(game: str, text: str) -> str:
    """Return the id of the rule of a game, or of the table, that a text names in any case.

    Raises: MalformedText (unknown-game, unknown-rule).

    >>> find_rule("switch", "ta-1")
    'TA-1'
    """
    ids = [*ids_of(game), *table_ids()]
    if text.upper() not in ids:
        raise MalformedText("unknown-rule", text, " ".join(ids))
    return text.upper()


def rule_words(rule: str) -> str:
    """Return a rule in words, whose it is before them in brackets.

    In the words of a rule that is partly the sheet's, each sentence that is ours is followed by
    the mark of a house rule.
    """
    return f"[{pgettext('source', SOURCE_OF[rule])}] {pgettext('rule', rule)}"
