"""``schiri rules``: every rule, in three languages, each with its origin."""

import re
from importlib import import_module

import pytest
from schiri.languages import LANGUAGES
from schiri.prose import words_of
from schiri.prose.rulebook import TABLE
from schiri.prose.rulebook import rule_words as words_in
from schiri.texts import Words
from schiri_engines.refusals import RULE_OF

from tests.cli.command import typed
from tests.counts import combined
from tests.games import GAMES, per_game

# The rule book's contents, repeated here: every id, and the rules that are not only from sheets.
COUNTS = per_game(
    {"switch": ("SW", 11), "joggle": ("JO", 13), "zwoggel": ("ZW", 11), "drehwurm": ("DW", 12)}
)
# A game, its author and its publisher, or "" for an unnamed publisher.
MADE_BY = per_game(
    [
        ("switch", "Hartmut Kommerell", "Clemens Gerhards"),
        ("joggle", "Marcus Murray", "moses."),
        ("zwoggel", "Inon Kohn", "Steffen-Spiele"),
        ("drehwurm", "Axel Hennig", ""),
    ]
)
TABLE_IDS = [f"TA-{number}" for number in range(1, 8)]
IDS = {
    game: [f"{prefix}-{number}" for number in range(1, count + 1)]
    for game, (prefix, count) in COUNTS.items()
}
ALL_IDS = [*(rule for ids in IDS.values() for rule in ids), *TABLE_IDS]
HOUSE = {
    *("SW-9", "SW-10", "SW-11", "JO-2", "JO-5", "JO-13", "ZW-9", "ZW-10", "ZW-11"),
    *("DW-4", "DW-11", "DW-12", *TABLE_IDS),
}
MIXED = {
    *("SW-2", "SW-3", "JO-6", "JO-9", "JO-11", "JO-12", "ZW-2", "ZW-3"),
    *("DW-1", "DW-6", "DW-7", "DW-8"),
}
MARKS = {"de": "(Hausregel)", "en": "(house rule)", "fr": "(règle maison)"}
MARK = rf"({'|'.join(map(re.escape, MARKS.values()))})"
BEFORE = {"de": "Hausregel: ", "en": "House rule: ", "fr": "Règle maison\u202f: "}

RULES = {game: words_of(game).rules for game in GAMES}
SOURCE_OF = dict([*(rule for rules in RULES.values() for rule in rules), *TABLE])


def rule_words(rule: str, language: str = "en") -> str:
    """Return a rule as its game words it; each game words the rules of the table."""
    game = next((game for game, rules in RULES.items() if rule in dict(rules)), "switch")
    return words_in(Words(language), game, rule)


def text_of(rule: str, language: str) -> str:
    return Words(language).pgettext("rule", rule)


def ids_in(output: str) -> list[str]:
    return re.findall(r"^([A-Z]{2}-\d+) ", output, re.MULTILINE)


def plain(output: str) -> str:
    """Return an output as one line, independent of the width of the terminal."""
    return " ".join(output.split())


def test_the_book_has_exactly_the_rules_of_the_rulebook() -> None:
    assert {game: [rule for rule, _ in rules] for game, rules in RULES.items()} == IDS
    assert [rule for rule, _ in TABLE] == TABLE_IDS
    assert list(RULES) == GAMES


def test_house_mixed_and_sheet_rules_are_listed_as_such() -> None:
    assert {rule for rule, source in SOURCE_OF.items() if source == "house"} == HOUSE
    assert {rule for rule, source in SOURCE_OF.items() if source == "mixed"} == MIXED
    assert {rule for rule, source in SOURCE_OF.items() if source == "sheet"} == (
        set(ALL_IDS) - HOUSE - MIXED
    )


def test_every_rule_that_a_refusal_names_is_in_the_book() -> None:
    for adds_its_refusals in ("schiri.names", "schiri_engines.switch.game"):
        import_module(adds_its_refusals)
    assert RULE_OF["bad-name"] == "TA-4" and RULE_OF["swap-no-line"] == "SW-5"
    # The fifth game of the tests adds its own rules, if it was loaded before.
    assert {rule for rule in RULE_OF.values() if not rule.startswith("NC-")} <= set(ALL_IDS)


def test_a_rule_names_the_same_things_in_each_language(subtests: pytest.Subtests) -> None:
    for rule in ALL_IDS:
        with subtests.test(rule=rule):
            for thing in (r"--[a-z-]+[a-z]", r"[A-Z]{2}-\d+", r"\d+", MARK):
                found = [re.findall(thing, text_of(rule, language)) for language in LANGUAGES]
                if thing == MARK:
                    assert len({len(marks) for marks in found}) == 1
                else:
                    assert len({frozenset(names) for names in found}) == 1


def test_a_rule_of_ours_says_so_first_and_others_mark_our_own_sentences(
    subtests: pytest.Subtests,
) -> None:
    for language in LANGUAGES:
        for rule in ALL_IDS:
            with subtests.test(language=language, rule=rule):
                words = text_of(rule, language)
                marks = re.findall(MARK, words)
                assert set(marks) == ({MARKS[language]} if rule in MIXED else set())
                before = BEFORE[language] if rule in HOUSE else ""
                assert rule_words(rule, language) == f"{before}{words}"


@pytest.mark.parametrize("game", IDS)
def test_the_rules_of_a_game_are_followed_by_those_of_the_table(game: str) -> None:
    status, out, err = typed("rules", game)
    assert (status, err) == (0, "")
    assert ids_in(out) == [*IDS[game], *TABLE_IDS]
    assert out.startswith(f"{game.capitalize()} by ")
    for rule in [*IDS[game], *TABLE_IDS]:
        assert f"{rule} {rule_words(rule)}" in plain(out)


@pytest.mark.parametrize(("game", "author", "publisher"), MADE_BY)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_names_who_made_the_game(
    game: str, author: str, publisher: str, language: str
) -> None:
    title = plain(typed("rules", game, "--lang", language).out).split("[")[0]
    assert author in title and publisher in title


def test_no_line_is_wider_than_the_terminal(
    subtests: pytest.Subtests, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, language, columns in combined(list(IDS), LANGUAGES, [40, 60, 100, 200]):
        with subtests.test(game=game, language=language, columns=columns):
            monkeypatch.setenv("COLUMNS", str(columns))
            lines = typed("rules", game, "--lang", language).lines
            assert min(columns, 100) - 20 < max(map(len, lines)) <= min(columns, 100)
