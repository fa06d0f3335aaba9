"""The board games as games of OpenSpiel: its own simulations, and playthroughs that repeat."""

from pathlib import Path
from random import Random

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from schiri.env import openspiel
from schiri_engines.game import BoardGame
from schiri_engines.joggle.game import Joggle
from schiri_engines.switch.game import Switch

from tests.counts import count

pytestmark = pytest.mark.nightly

GAMES = ["schiri_switch", "schiri_switch(start=w)", "schiri_joggle(goal=1R,no_field=pass)"]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_what_openspiel_asks_of_a_game(name: str) -> None:
    game = pyspiel.load_game(name)
    is_whole = name.startswith("schiri_switch")
    pyspiel.random_sim_test(game, num_sims=count(1, 3), serialize=is_whole, verbose=False)


@pytest.mark.parametrize("name", ["schiri_switch", "schiri_joggle"])
def test_a_playthrough_repeats(name: str, tmp_path: Path) -> None:
    # It reads a flag from its command line.
    flags.FLAGS.mark_as_parsed()
    told = generate_playthrough.playthrough(name, None, seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(told)
    original, again = generate_playthrough.replay(str(path))
    assert original == again


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("schiri_switch(start=w)", Switch({"start": "w"})),
        ("schiri_joggle(no_field=pass)", Joggle({"no-field": "pass"})),
    ],
)
def test_a_game_with_options_is_that_of_the_rules_to_its_end(name: str, game: BoardGame) -> None:
    state, random = pyspiel.load_game(name).new_initial_state(), Random(1)
    while not game.is_over:
        rolls = game.chance_outcomes()
        assert str(state) == game.full_position() and not state.is_terminal()
        assert state.is_chance_node() if rolls else state.current_player() == game.turn
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        game.push(rolls[action][0] if rolls else game.move_at(action))  # type: ignore[arg-type]
    assert state.is_terminal() and state.returns() == game.returns()
    assert set(state.returns()) == {1, -1}


def test_moves_and_rolls_are_those_of_the_rules() -> None:
    assert openspiel.parameters_of(Switch) == {"start": "b"}
    state = pyspiel.load_game("schiri_joggle").new_initial_state()
    chances = dict(state.chance_outcomes())
    assert [round(6 * each) for each in chances.values()] == [1, 1, 1, 1, 2]
    state.apply_action(1)
    texts = {state.action_to_string(action) for action in state.legal_actions()}
    game = Joggle().after("G")
    assert texts == {game.move_text(move) for move in game.legal_moves()}
    state.apply_action(state.legal_actions()[0])
    game.push(game.move_at(state.history()[-1]))
    assert str(state) == game.full_position() and state.is_chance_node()
