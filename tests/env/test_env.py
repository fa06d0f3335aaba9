"""The environments: PettingZoo's own tests, random play against the rules, and hidden
information.
"""

import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from schiri.env import make
from schiri_engines import programs
from schiri_engines.refusals import MalformedText
from schiri_engines.zwoggel.notation import FACES

from tests.counts import count
from tests.games import BOARDS, GAMES, beside

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
def test_each_environment_passes_pettingzoos_own_tests(game: str, more: Options) -> None:
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
    rules = env.unwrapped._dealer.game
    assert list(total.values()) == (
        programs.returns(rules) if rules.outcome() else [0.0] * rules.seats
    )
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


def at_each_step(game: str, seed: int, more: Options, most: int = 60) -> Iterator[Any]:
    """Play at random; yield the environment before each action."""
    random, env = Random(seed), make(game, max_steps=most, **more)
    env.reset(seed=seed)
    while not any([*env.terminations.values(), *env.truncations.values()]):
        yield env
        env.step(int(random.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


# The numbers of an observation that say whether the seat is on turn by the rules: before that,
# others of Drehwurm may be asked for a throw-in.
ON_TURN = {"zwoggel": 8, "drehwurm": -28}


@each_game
def test_only_the_seat_on_turn_has_actions(game: str, more: Options) -> None:
    for env in at_each_step(game, 2, more, 60):
        dealer = env.unwrapped._dealer
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            is_on_turn = seat == dealer.game.turn
            assert (seen["observation"][ON_TURN.get(game, 2)] == is_on_turn).all()
            assert seen["action_mask"].any() == (seat == dealer.seat)
        assert env.agent_selection == env.possible_agents[dealer.seat]
        info = env.infos[env.agent_selection]
        assert info["position"] == dealer.game.position()
        assert info["hand"] == dealer.hand(dealer.seat)


@each_game
def test_an_episode_ends_with_its_last_action(game: str, more: Options) -> None:
    envs = [*at_each_step(game, 1, more, 7)]
    assert len(envs) == 7 and all(envs[-1].truncations.values())


@pytest.mark.parametrize(("game", "more"), [each for each in ALL if each[0] in BOARDS])
def test_each_seat_observes_the_board_of_the_position(game: str, more: Options) -> None:
    for env in at_each_step(game, 3, more):
        board = env.unwrapped._dealer.game
        rows, _side, *rest = board.board_text().split()
        cells = np.array([[*row] for row in rows.split("/")[::-1]])
        for seat, own in enumerate(board.colours):
            planes = iter(env.observe(f"player_{seat}")["observation"])
            assert (next(planes) == (cells == own)).all()
            assert (next(planes) == ((cells != own) & (cells != "."))).all()
            assert next(planes).all() == (board.turn == seat)
            assert next(planes).all() == (game == "switch" and board.is_counter_due())
            if game == "joggle":
                fields = np.array([*board.board]).reshape(8, 8)
                assert all((next(planes) == (fields == letter)).all() for letter in "RGBY")
                assert "".join(face for face in "RGBYJ" if next(planes).all()) == rest[0].strip("-")


def test_a_due_counter_is_observed() -> None:
    env = make("switch", layout="wbbbb/bbbbb/bbw.w/wwwww/wwwwb")
    env.reset()
    game = env.unwrapped._dealer.game
    assert not env.observe("player_1")["observation"][3].any()
    env.step(programs.move_index(game, game.parse_move("e1-d3")))
    assert env.observe("player_1")["observation"][3].all()


@pytest.mark.parametrize("more", OPTIONS["zwoggel"])
def test_a_seat_observes_the_zwoggel_cards_that_it_has_laid(more: Options) -> None:
    for env in at_each_step("zwoggel", 4, more, 300):
        dealer = env.unwrapped._dealer
        game = dealer.game
        cards = dict(game.field.cards) | dict.fromkeys(dealer._laid, "down")
        laid_by = dict(game.field.laid_by) | dict.fromkeys(dealer._laid, dealer.seat)
        for seat in range(game.seats):
            seen = env.observe(f"player_{seat}")["observation"]
            for (x, y), card in cards.items():
                is_known = card == "down" and laid_by.get((x, y)) == seat
                kind = "known " + dealer._faces[x, y] if is_known else card
                kinds = ["down", "known red", "known green", *FACES, "hole"]
                assert [*seen[:6, y + 15, x + 15]] == [int(kind == each) for each in kinds]
            hand = [dealer.hand(seat).count(face) for face in FACES]
            figures = [*hand, game.turn == seat, game.phase != "place", game.stock]
            figures += [game.penalties[(seat + at) % game.seats] for at in range(game.seats)]
            assert [*seen[6 : 11 + game.seats, 0, 0]] == figures
    assert sum(game.penalties) > 2


@pytest.mark.parametrize("more", OPTIONS["drehwurm"])
def test_each_seat_of_drehwurm_sees_its_cards_the_piles_and_the_figures(more: Options) -> None:
    for env in at_each_step("drehwurm", 5, more):
        dealer = env.unwrapped._dealer
        match, game = dealer.game, dealer.game.game
        kinds = [*game.deck.worms(), "?", ""]
        tops = [side[-1:] for pile in game.piles for side in pile]
        for seat in range(match.seats):
            row = iter(env.observe(f"player_{seat}")["observation"])
            hand = [kind for kind in kinds[:-2] for _ in range(next(row))]
            hens = [colour for colour in game.deck.colours for _ in range(next(row))]
            assert [*hand, *sorted(hens)] == dealer.hand(seat)
            assert len(hand) + len(hens) == game.hands[seat] and len(hens) == game.hens[seat]
            assert [[kind for kind in kinds if next(row)] for _ in tops] == [
                [*(top or [""])] for top in tops
            ]
            assert [next(row) for _ in range(3)] == [sum(map(len, pile)) for pile in game.piles]
            assert [pile for pile in range(3) if next(row)] == [game.turned] * (game.turned >= 0)
            figures = match.turn == seat, seat in dealer._asked, game.draw, match.number
            assert (*(next(row) for _ in range(4)),) == figures
            for at in range(match.seats):
                other = (seat + at) % match.seats
                scores = game.scores()[other], match.match_scores()[other]
                figures = game.hands[other], game.hens[other], *scores
                assert (*(next(row) for _ in range(4)),) == figures
            assert not any(row)


class TwoWorlds:
    """Two deals that differ only in what an odd seat holds, played alike in public.

    Shape: what the other seats may know is the same in both worlds at each step, and is compared.
    """

    def __init__(self, game: str, seed: int, seats: int) -> None:
        self.envs = [make(game, seats=seats), make(game, seats=seats)]
        for env in self.envs:
            env.reset(seed=seed)
        self.first, self.second = self.dealers = [env.unwrapped._dealer for env in self.envs]
        self.odd = seed % seats

    def step(self, *actions: int | None) -> None:
        """Carry out an action in each world, None for none there."""
        for env, action in zip(self.envs, actions, strict=True):
            if action is not None:
                env.step(action)
        for seat in {*range(len(self.envs[0].possible_agents))} - {self.odd}:
            seen, other = (env.observe(f"player_{seat}") for env in self.envs)
            assert (seen["observation"] == other["observation"]).all()
            if (self.first.seat == seat) == (self.second.seat == seat):
                assert (seen["action_mask"] == other["action_mask"]).all()
            known = [(each.hand(seat), each.game.position()) for each in self.dealers]
            assert known[0] == known[1]


def test_the_hand_of_worms_is_not_observed_by_others() -> None:
    asked = set()
    for seed in range(count(4, 40)):
        random, worlds = Random(seed), TwoWorlds("drehwurm", seed, 3)
        first, second = worlds.dealers
        # The lowest cards of the stock, which are not drawn.
        hand, stock = second._worms[worlds.odd], second._stock
        hand[:7], stock[:7] = stock[:7], hand[:7]
        # The same lots for the others, whether the odd seat is asked or not.
        first.chance.shuffle = second.chance.shuffle = list.sort
        while second.game.number == 1 and len(stock) > 8:
            is_odd_asked = [each._asked[-1:] == [worlds.odd] for each in worlds.dealers]
            asked.add((*is_odd_asked,))
            if is_odd_asked in ([True, False], [False, True]):
                # That the odd seat throws in nothing shows nothing.
                worlds.step(*(first._keep if here else None for here in is_odd_asked))
            else:
                action = random.choice([*{*first.legal()} & {*second.legal()}])
                worlds.step(action, action)
    assert len(asked) == 4


def test_the_colour_of_a_laid_card_is_not_observed_by_others() -> None:
    filled = 0
    for seed in range(count(2, 20)):
        random, worlds = Random(seed), TwoWorlds("zwoggel", seed, 2)
        first, second = worlds.dealers
        laid: dict[tuple[int, int], int] = {}
        while not first.game.outcome():
            # The first card that the odd seat draws next differs.
            second._deck[-3:] = first._deck[-3:]
            if first.seat == worlds.odd and second._deck:
                second._deck[-1] = FACES[second._deck[-1] == FACES[0]]
            cards = (first._field or first.game.field).cards
            if first._field is None:
                faces = [0, 0]
                threes = {
                    place: len(first.game.field.threes(place, face))
                    for place, face in first._faces.items()
                    if cards[place] == "down" and face == second._faces[place]
                }
                if not threes:
                    break
                # A three leaves a hole.
                x, y = max(threes, key=threes.__getitem__)
            else:
                faces = [1 + FACES.index(each._hands[first.seat][0]) for each in worlds.dealers]
                places = first._field.open_places()
                holes = [each for each in places if laid.get(each, first.seat) != first.seat]
                x, y = random.choice(holes or places)
                laid[x, y] = first.seat
                filled += faces[0] != faces[1] and bool(holes)
            worlds.step(*(1024 * face + 32 * (y + 15) + x + 15 for face in faces))
    assert filled


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_renders_text_svg_and_pixels(game: str) -> None:
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = make(game, render_mode=mode)
        env.reset(seed=1)
        shown[mode] = env.render()
    assert "\n" in shown["ansi"] and shown["svg"].startswith("<svg")
    assert shown["rgb_array"].ndim == 3 and shown["rgb_array"].shape[2] == 3
    assert shown["rgb_array"].std() > 10


def test_options_that_are_true_are_on_and_an_illegal_action_loses() -> None:
    env = make("zwoggel", trip_ends_turn=True, no_fill_holes=False)
    env.reset(seed=1)
    options = env.unwrapped._dealer.game.options
    assert (options["trip-ends-turn"], options["no-fill-holes"]) == ("on", "off")
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1 and all(env.terminations.values())


def test_unknown_games_options_and_seats_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrongs: list[Options] = [
        {"game": "chess"},
        {"game": "switch", "goal": "1R"},
        {"game": "switch", "render_mode": "human"},
        {"game": "zwoggel", "seats": 9},
    ]
    for wrong in wrongs:
        with pytest.raises(MalformedText):
            make(**wrong)
    monkeypatch.setattr("schiri.env.find_spec", lambda _name: None)
    with pytest.raises(ImportError, match="pip install numpy pettingzoo pillow"):
        make("switch")
