"""The rules on a page: all rules of a game in one language, as on the command line."""

from pathlib import Path

import pytest
from schiri.languages import LANGUAGES
from schiri.prose.rulebook import ids_of, legend_words, rule_words, table_ids
from schiri.texts import Words

from tests.games import GAMES
from tests.page.reading import Reading, Shown

BROWSER = Reading(Path("nowhere"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_each_game_are_all_there_with_whose_they_are(language: str) -> None:
    words = Words(language)
    ways = Shown(BROWSER.get(f"/rules?language={language}")).links()
    for game in GAMES:
        page = Shown(BROWSER.get(ways[game.capitalize()]))
        ids = [*ids_of(game), *table_ids()]
        assert page.elements[0].attributes["lang"] == language
        assert page.texts("dt") == ids
        assert page.texts("dd") == [rule_words(words, game, id) for id in ids]
        assert any(f"({words.pgettext('source', 'house')})" in each for each in page.texts("dd"))
        # Whose each rule is, is said in words, and what that means once.
        assert not any("[" in each for each in page.texts("dd")) and page.says(legend_words(words))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_rules_are_read_without_the_command_line(game: str, language: str) -> None:
    said = [rule_words(Words(language), game, id) for id in (*ids_of(game), *table_ids())]
    assert not [each for each in said if "--" in each or "ROWS" in each or "MAP" in each]


def test_a_game_that_nobody_knows_has_no_rules() -> None:
    assert BROWSER.get("/rules/chess").status_code == 404
