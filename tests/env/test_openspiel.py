"""The board games as games of OpenSpiel: its own simulations and playthroughs, and a learner."""

import copy
import pickle
from pathlib import Path
from random import Random

import pyspiel
import pytest
from absl import flags
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import generate_playthrough, tabular_qlearner
from schiri.env import make, openspiel
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.joggle.game import Joggle
from schiri_engines.switch.game import Switch

from tests.counts import count

GAMES = ["schiri_switch", "schiri_switch(start=w)", "schiri_joggle(goal=1R,no_field=pass)"]


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_what_openspiel_asks_of_a_game(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=count(1, 3), serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_survive_copying_and_pickling(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    for each in (game, state):
        for twin in (copy.deepcopy(each), pickle.loads(pickle.dumps(each))):
            assert type(twin) is type(each) and str(twin) == str(each)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.get_game().options == game.options and twin.history() == state.history()


@pytest.mark.parametrize("name", ["switch", "joggle"])
def test_openspiel_and_pettingzoo_have_equal_observations(name: str) -> None:
    env, random = make(name), Random(1)
    state = pyspiel.load_game(f"schiri_{name}").new_initial_state()
    env.reset(seed=1)
    for _ in range(30):
        rules = env.unwrapped._dealer.game
        if rolls := [roll for roll, _ in programs.chance_outcomes(state.rules)]:
            rolled = rules.position().split()[2]
            state.apply_action([rules.move_text(roll) for roll in rolls].index(rolled))
        for seat in range(2):
            planes = env.observe(f"player_{seat}")["observation"]
            assert state.observation_tensor(seat) == planes.ravel().tolist()
        assert state.get_game().observation_tensor_shape() == [*planes.shape]
        action = random.choice(state.legal_actions())
        env.step(action)
        state.apply_action(action)


def test_an_algorithm_of_openspiel_can_play() -> None:
    env = rl_environment.Environment("schiri_switch", include_full_state=True)
    size = env.action_spec()["num_actions"]
    agents = [tabular_qlearner.QLearner(player, size) for player in range(2)]
    for _ in range(2):
        step = env.reset()
        while not step.last():
            chosen = agents[step.observations["current_player"]].step(step)
            step = env.step([chosen.action])
        for agent in agents:
            agent.step(step)
        assert sum(step.rewards) == 0 and len(step.observations["info_state"][0]) == 100


def test_a_game_that_is_too_long_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openspiel, "LONGEST", 3)
    game = pyspiel.load_game("schiri_switch")
    assert game.max_game_length() == 3
    state = game.new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal() and state.returns() == [0, 0]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["schiri_switch", "schiri_joggle"])
def test_a_playthrough_repeats(name: str, tmp_path: Path) -> None:
    # It reads a flag from its command line.
    flags.FLAGS.mark_as_parsed()
    told = generate_playthrough.playthrough(name, None, seed=3)
    path = tmp_path / "playthrough.txt"
    path.write_text(told)
    original, again = generate_playthrough.replay(str(path))
    assert original == again


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("schiri_switch(start=w)", Switch({"start": "w"})),
        ("schiri_joggle(no_field=pass)", Joggle({"no-field": "pass"})),
    ],
)
def test_a_game_with_options_is_that_of_the_rules_to_its_end(name: str, game: BoardGame) -> None:
    state, random = pyspiel.load_game(name).new_initial_state(), Random(1)
    while not game.outcome():
        rolls = programs.chance_outcomes(game)
        assert str(state) == game.position() and not state.is_terminal()
        assert state.is_chance_node() if rolls else state.current_player() == game.turn
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        game.push(rolls[action][0] if rolls else programs.move_at(game, action))  # type: ignore[arg-type]
    assert state.is_terminal() and state.returns() == programs.returns(game)
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
    game.push(programs.move_at(game, state.history()[-1]))
    assert str(state) == game.position() and state.is_chance_node()
