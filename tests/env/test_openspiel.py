"""The board games as games of OpenSpiel: its own simulations, and playthroughs that repeat."""

from pathlib import Path

import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from schiri.env import openspiel
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
