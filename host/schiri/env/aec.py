"""An environment of PettingZoo around a dealer.

Decides agents, rewards and pictures.  Must not know a game: the dealer does.
"""

import io
from random import Random

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from PIL import Image
from schiri_engines import programs
from schiri_engines.game import check_player_count
from schiri_engines.refusals import SEAT_LETTERS, MalformedText
from schiri_engines.registry import game_class, load

from schiri.env.dealer import Dealer
from schiri.games import rulings_of
from schiri.picture.drawing import drawing, png_of
from schiri.prose import state_lines, turn_words
from schiri.referee import Referee
from schiri.scene import still_of
from schiri.texts import Words

RENDER_MODES = ("ansi", "svg", "rgb_array")
# A seat's observation: numbers, and a mask of its actions.
Observation = dict[str, NDArray[np.int16] | NDArray[np.int8]]
# The full referee of a match.
OPTIONS = {"drehwurm": {"mode": "full"}}


class SchiriEnv(AECEnv):
    """A game for agents, one decision at a time.

    Shape: agents are ``player_0`` and on, in the order of the seats.  An observation is a dict of
    ``observation``, the dealer's data for a seat, and ``action_mask``.  The info of an agent on
    turn has the ``position`` that the table knows, as text, and the ``hand`` that only it sees.
    The reward is that of the end: 1 for a win, -1 for a loss, 0 for a draw.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        render_mode: str | None,
        max_steps: int,
        options: dict[str, str],
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise MalformedText("bad-option", render_mode, " ".join(RENDER_MODES))
        self.metadata = {
            "name": f"schiri_{game}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._game, self._max_steps = game, max_steps
        self._options = {**OPTIONS.get(game, {}), **options}
        self._chance = Random()
        possible = game_class(game).seats_for(self._options)
        seats = possible[0] if seats is None else seats
        check_player_count(seats, possible)
        self._names = SEAT_LETTERS[:seats]
        self._begin()
        self.possible_agents = [f"player_{seat}" for seat in range(self._dealer.game.seats)]
        dealer = self._dealer
        self.observation_spaces, self.action_spaces = {}, {}
        for agent in self.possible_agents:
            numbers = spaces.Box(dealer.lowest, dealer.highest, dealer.shape, np.int16)
            mask = spaces.Box(0, 1, (dealer.actions,), np.int8)
            seen = spaces.Dict({"observation": numbers, "action_mask": mask})
            self.observation_spaces[agent] = seen
            self.action_spaces[agent] = spaces.Discrete(dealer.actions)

    def _begin(self) -> None:
        self._referee = Referee(self._game, self._names, self._options)
        table = self._referee.table
        # One dealer for all boards, and one for each game of cards.
        module = load("schiri.env." + ("board" if table.game.SIZE else self._game))
        self._dealer: Dealer = module.DEALER(table, self._chance)
        self._steps = 0

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        if seed is not None:
            self._chance = Random(seed)
        self._begin()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._dealer.act(int(action))
        self._steps += 1
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the agent whose turn it is, or end the game for all agents."""
        game, seat = self._dealer.game, self._dealer.seat
        # Endless rolls without a free field, or a field beyond its window, leave no action.
        if seat is not None and self._steps < self._max_steps and self._dealer.legal():
            agent = self.agent_selection = self.possible_agents[seat]
            hand = self._dealer.hand(seat)
            self.infos[agent] = {"position": game.position(), "hand": hand}
        elif game.outcome():
            self.rewards = dict(zip(self.possible_agents, programs.returns(game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self._dealer.actions, np.int8)
        if seat == self._dealer.seat:
            mask[self._dealer.legal()] = 1
        return {"observation": self._dealer.observation(seat), "action_mask": mask}

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return what a spectator sees: the table, without hands."""
        if self.render_mode is None:
            return None
        words, state = Words("en"), self._referee.state()
        if self.render_mode == "ansi":
            return "\n".join([*state_lines(words, state), turn_words(words, state)])
        view = rulings_of(self._game).view(self._referee.table)
        drawn = drawing(still_of(words, state, view or state))
        assert drawn is not None
        if self.render_mode == "svg":
            return drawn
        return np.asarray(Image.open(io.BytesIO(png_of(drawn))).convert("RGB"))
