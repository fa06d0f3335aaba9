"""The start form: how a game is played, who plays together, and the board that is painted."""

from pathlib import Path

import pytest
from schiri.languages import LANGUAGES
from schiri.scene import part_of
from schiri.scene.start import new_game
from schiri.table.state import TableState
from schiri.texts import Words
from schiri_engines.registry import names

from tests.scenes.scene_player import ScenePlayer

PAINTED = "/".join(["RGBYRGBY"] * 8)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_three_short_sentences_say_how_a_game_is_played(game: str, language: str) -> None:
    words, guide = Words(language), part_of(game).guide
    assert len(guide) == 3
    for step in guide:
        said = words.gettext(step.text)
        assert len(said.split()) <= 15 and said[-1] in ".!", said
        assert part_of(game).still(words, game, step.view), said


def test_the_form_says_who_plays_with_whom(tmp_path: Path) -> None:
    people = ScenePlayer(tmp_path)
    people.run(2000)
    ann = people.come("ann")
    ann.press("game-joggle")
    form = ann.scene.form("start")
    assert form
    labels = {each.id: (each.label, each.shown_if) for each in form.fields}
    is_teams = "option-teams", "on"
    assert labels["player-2"] == ("Partner of player 1", is_teams)
    assert labels["player-3"] == ("Partner of player 2", is_teams)


@pytest.mark.parametrize(
    ("values", "board"),
    [
        ({"option-board": "MAP", "own-board": PAINTED}, PAINTED),
        # What was painted before another board was chosen.
        ({"option-board": "BYBYBYBY/...", "own-board": PAINTED}, "BYBYBYBY/..."),
        # A form without the choice.
        ({"own-board": PAINTED}, PAINTED),
    ],
)
def test_a_painted_board_is_played_if_it_is_chosen(values: dict[str, str], board: str) -> None:
    assert new_game(TableState(), "joggle", values).options["board"] == board


def test_nothing_painted_is_the_example_board() -> None:
    usual = new_game(TableState(), "joggle", {}).options["board"]
    assert new_game(TableState(), "joggle", {"option-board": "MAP"}).options["board"] == usual
    assert usual.startswith("BYBYBYBY/GRGRGRGR")
