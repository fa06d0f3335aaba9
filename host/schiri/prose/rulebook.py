"""The rule book: the rules, and their sources.

Decides how a rule is found and shown; a game's ``words`` has its ids. The texts of all rules are
under the context ``rule``.
"""

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import row_of

from schiri.games.words import HOUSE, SHEET
from schiri.prose import words_of
from schiri.texts import Words

# The rules of the table hold in every game.
TABLE = [(f"TA-{number}", HOUSE) for number in range(1, 8)]


def ids_of(game: str) -> list[str]:
    """Return the ids of a game's own rules, in order.

    Raises: MalformedText (unknown-game).

    >>> ids_of("switch")[-1]
    'SW-11'
    """
    row_of(game)
    return [rule for rule, _ in words_of(game).rules]


def table_ids() -> list[str]:
    """Return the ids of the table's rules, in order."""
    return [rule for rule, _ in TABLE]


def has_rule(game: str, rule: str) -> bool:
    """Return whether this is the id of a rule of a game, or of the table.

    >>> has_rule("switch", "SW-7"), has_rule("switch", "ZW-1")
    (True, False)
    """
    return rule in (*ids_of(game), *table_ids())


def find_rule(game: str, text: str) -> str:
    """Return the id of the rule of a game, or of the table, that a text names in any case.

    Raises: MalformedText (unknown-game, unknown-rule).

    >>> find_rule("switch", "ta-1")
    'TA-1'
    """
    if not has_rule(game, text.upper()):
        raise MalformedText("unknown-rule", text, " ".join([*ids_of(game), *table_ids()]))
    return text.upper()


def source_of(game: str, rule: str) -> str:
    """Return whose rule it is: the sheet's, ours, or both; one that is not known is the sheet's.

    >>> source_of("switch", "SW-9"), source_of("switch", "TA-3"), source_of("switch", "SW-4")
    ('house', 'house', 'sheet')
    """
    return dict([*words_of(game).rules, *TABLE]).get(rule, SHEET)


def rule_words(words: Words, game: str, rule: str) -> str:
    """Return the text of a rule of a game, or of the table; a rule of ours says so first.

    In the text of a rule with both sources, the mark of a house rule follows each sentence of ours.

    >>> rule_words(Words("en"), "switch", "SW-10").split(" ")[:3]
    ['House', 'rule:', 'A']
    """
    text = words.pgettext("rule", rule)
    is_ours = source_of(game, rule) == HOUSE
    return words.say("House rule: {text}", text=text) if is_ours else text


def legend_words(words: Words) -> str:
    """Return the legend of the marks of rules."""
    return words.gettext(
        "The rules come from the game's own sheet. Where it says nothing, there is a house rule: "
        "ours, and marked as such. Within a rule the mark is for what is before it."
    )
