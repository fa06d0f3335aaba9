"""The environments: PettingZoo's own tests, random play against the rules, and hidden
information.
"""

import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from schiri.env import make
from schiri_engines.refusals import MalformedText

from tests.counts import count
from tests.games import CARDS, GAMES, beside

Options = dict[str, Any]
OPTIONS: dict[str, list[Options]] = {
    "switch": [{}, {"layout": "2", "repetition": "off"}],
    "joggle": [{}, {"teams": True, "no_field": "pass", "goal": "1R1S"}],
    "zwoggel": [{"seats": 2}, {"seats": 4, "frame": "8x8", "trip_ends_turn": True}],
    "drehwurm": [{"seats": 3}, {"seats": 6, "joker": "number", "throw_in": "same-colour"}],
}
OPTIONS |= {game: [{}] for game in beside(OPTIONS)}
ALL = [(game, more) for game in OPTIONS for more in OPTIONS[game]]
each_game = pytest.mark.parametrize(("game", "more"), ALL, ids=[f"{a}-{len(b)}" for a, b in ALL])


@each_game
def test_it_passes_the_tests_of_its_interface(game: str, more: Options) -> None:
    with warnings.catch_warnings():
        # It warns that an observation is a dict, and that an agent not to move has no action.
        warnings.simplefilter("ignore")
        api_test(make(game, **more), num_cycles=count(60, 1000))
        seed_test(lambda: make(game, **more), num_cycles=count(30, 500))


MOST = 4_000


def played(game: str, more: Options, seed: int) -> tuple[int, list[float]]:
    """Play a random episode; return its length and the rewards.

    Joggle in teams may never end at random: such an episode is truncated, without a winner.
    """
    random = Random(seed)
    env = make(game, max_steps=MOST, **more)
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    steps = 0
    for agent in env.agent_iter(MOST + 10):
        observation, reward, is_over, is_cut, info = env.last()
        assert is_cut == (steps == MOST and not is_over) and isinstance(info, dict)
        total[agent] += reward
        if is_over or is_cut:
            env.step(None)
            continue
        space = env.observation_space(agent)
        assert space.contains(observation)
        actions = np.flatnonzero(observation["action_mask"])
        assert len(actions)
        steps += 1
        env.step(random.choice(actions))
    assert not env.agents
    return steps, list(total.values())


@each_game
def test_random_play_ends_as_the_rules_say(game: str, more: Options) -> None:
    for seed in range(count(1, 20)):
        steps, rewards = played(game, more, seed)
        assert steps and (set(rewards) <= {1.0, -1.0} or set(rewards) == {0.0})
        assert steps < MOST or (more.get("teams") and set(rewards) == {0.0})


@pytest.mark.nightly
def test_many_processes_play_the_same_as_one() -> None:
    cases = [(game, more, seed) for game, more in ALL for seed in range(count(1, 3))]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        results = list(pool.map(played, *zip(*cases, strict=True)))
    assert results == [played(*case) for case in cases]


@pytest.mark.parametrize("game", CARDS)
def test_a_seat_is_told_nothing_of_what_others_hold(game: str) -> None:
    """Two deals that differ only in what a seat cannot see give it the same observation."""
    env = make(game, seats=3)
    env.reset(seed=3)
    dealer = env.unwrapped._dealer
    seat, other = 0, 1
    before = dealer.observation(seat)
    if game == "drehwurm":
        dealer._worms[other], dealer._stock[:10] = dealer._stock[:10], dealer._worms[other]
        dealer._hidden.reverse()
    else:
        dealer._faces = dict.fromkeys(dealer._faces, "red")
        dealer._deck.reverse()
    assert (dealer.observation(seat) == before).all()
    changed = dealer.observation(other)
    assert (game == "drehwurm") == (dealer.hand(other) != [])
    assert changed.shape == before.shape


def test_only_the_seat_that_lays_a_card_knows_it() -> None:
    env = make("zwoggel", seats=2)
    env.reset(seed=1)
    dealer = env.unwrapped._dealer
    while not dealer.hand(0):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    laid = [env.last()[0]["action_mask"].nonzero()[0][0] for _ in range(1)]
    env.step(int(laid[0]))
    own, theirs = dealer.observation(0), dealer.observation(1)
    assert own[1:3].sum() == 1 and theirs[1:3].sum() == 0
    assert theirs[0].sum() == own[0].sum() + 1


@pytest.mark.parametrize("game", GAMES)
def test_it_is_drawn(game: str) -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = make(game, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    assert "\n" in shown["ansi"] and shown["svg"].startswith("<svg")
    assert shown["rgb_array"].ndim == 3 and shown["rgb_array"].shape[2] == 3
    assert shown["rgb_array"].std() > 10


def test_unknown_games_options_and_seats_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrongs: list[Options] = [
        {"game": "chess"},
        {"game": "switch", "goal": "1R"},
        {"game": "zwoggel", "seats": 9},
    ]
    for wrong in wrongs:
        with pytest.raises(MalformedText):
            make(**wrong)
    with pytest.raises(MalformedText):
        make("switch", render_mode="human")
    monkeypatch.setattr("schiri.env.find_spec", lambda _name: None)
    with pytest.raises(ImportError, match="pip install numpy pettingzoo pillow"):
        make("switch")
