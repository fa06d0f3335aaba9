"""The board games as games of OpenSpiel: import this module, then ``pyspiel.load_game``.

Decides how moves and rolls are numbered there.  Needs OpenSpiel, of the package ``open_spiel``.
Must not know a rule.

A move is its `move_index` in the contract, a roll its index among all five.  Options are
parameters, with ``_`` for ``-``: ``schiri_joggle(goal=2R)``.  An observation has the planes of
`schiri.env.board`.  A game that is too long for a learner is a draw.
"""

from typing import cast

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.options import values_of
from schiri_engines.registry import game_class, names

from schiri.env.board import Planes

SEATS = 2
# The most actions of a game, rolls included: without a die and with one.  Of some hundred random
# games the longest took 366, and 4,090.
LONGEST, LONGEST_WITH_DIE = 1_000, 10_000


class SchiriState(pyspiel.State):
    """A position of a board game."""

    def __init__(self, game: "SchiriGame") -> None:
        super().__init__(game)
        self._game = game.kind(game.options)
        self._longest = game.longest

    @property
    def rules(self) -> BoardGame:
        """The game of the rules; it must not be changed."""
        return self._game

    def current_player(self) -> int:
        player, ids = None if self.is_terminal() else programs.player(self._game), pyspiel.PlayerId
        found: int = (
            ids.TERMINAL if player is None else ids.CHANCE if player == programs.CHANCE else player
        )
        return found

    def is_terminal(self) -> bool:
        return self._game.outcome() is not None or self.move_number() >= self._longest

    def returns(self) -> list[float]:
        return programs.returns(self._game)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        rolls = programs.chance_outcomes(self._game)
        whole = sum(weight for _, weight in rolls)
        return [(at, weight / whole) for at, (_, weight) in enumerate(rolls)]

    def _legal_actions(self, _player: int) -> list[int]:
        game = self._game
        return sorted(programs.move_index(game, move) for move in game.legal_moves())

    def _apply_action(self, action: int) -> None:
        self._game.push(self._move_of(action))

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._game.move_text(self._move_of(action, _player))

    def _move_of(self, action: int, player: int | None = None) -> int:
        rolls = programs.chance_outcomes(self._game)
        is_roll = bool(rolls) if player is None else player == pyspiel.PlayerId.CHANCE
        return cast(int, rolls[action][0]) if is_roll else programs.move_at(self._game, action)

    def __str__(self) -> str:
        return self._game.position()


class Observer:
    """The observation of a seat, as numbers and as text."""

    def __init__(self, game: BoardGame) -> None:
        self._planes = Planes(game)
        shape = self._planes.shape
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SchiriState, player: int) -> None:
        self.dict["observation"][:] = self._planes.of(state.rules, player)

    def string_from(self, state: SchiriState, player: int) -> str:
        return str(state)


class SchiriGame(pyspiel.Game):
    """A board game with its options."""

    kind: type[BoardGame]
    type_: pyspiel.GameType

    def __init__(self, params: dict[str, str] | None = None) -> None:
        given = params or {}
        self.options = {
            name: given[parameter(name)]
            for name in parameters_of(self.kind)
            if parameter(name) in given
        }
        rolls = programs.chance_outcomes(self.kind(self.options))
        self.longest = LONGEST_WITH_DIE if rolls else LONGEST
        info = pyspiel.GameInfo(
            num_distinct_actions=programs.moves_count(self.kind),
            max_chance_outcomes=len(rolls),
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(self.type_, info, given)

    def new_initial_state(self) -> SchiriState:
        return SchiriState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest if self.max_chance_outcomes() else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None
    ) -> Observer | IIGObserverForPublicInfoGame:
        is_usual = not iig_obs_type or (
            iig_obs_type.public_info and not iig_obs_type.perfect_recall
        )
        if is_usual and not params:
            return Observer(self.kind(self.options))
        return IIGObserverForPublicInfoGame(iig_obs_type, params)

    def __reduce__(self) -> tuple[object, ...]:
        # The class of a game is not a name in this module, so OpenSpiel would lose its options.
        return load_game, (str(self),)


def load_game(text: str) -> pyspiel.Game:
    """Register the game of this text, ``NAME(OPTION=VALUE)``, with OpenSpiel, and return it."""
    return pyspiel.load_game(text)


def parameter(option: str) -> str:
    """Return the name of an option as a parameter.

    >>> parameter("no-field")
    'no_field'
    """
    return option.replace("-", "_")


def parameters_of(kind: type[BoardGame]) -> dict[str, str]:
    """Return the options that are parameters, with their defaults.

    Rule: OpenSpiel reads text that looks like a number as one, so options with such values keep
    their defaults; so do options for more people.

    >>> from schiri_engines.switch.game import Switch
    >>> parameters_of(Switch)
    {'start': 'b'}
    """
    options = {name: values_of(words)[0] for name, words in kind.OPTIONS}
    return {
        name: values[0]
        for name, values in options.items()
        if not any(value.isdigit() for value in values)
        and kind.seats_for({name: values[-1]}) == (SEATS, SEATS)
    }


def register(kind: type[BoardGame]) -> None:
    """Register a game with OpenSpiel as ``schiri_NAME``."""
    modes, usual = pyspiel.GameType.ChanceMode, kind({})
    name = f"schiri_{kind.NAME}"
    type_ = pyspiel.GameType(
        short_name=name,
        long_name=kind.NAME.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC
        if programs.chance_outcomes(usual)
        else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            parameter(option): value for option, value in parameters_of(kind).items()
        },
    )
    found = type(kind.__name__ + "Game", (SchiriGame,), {"kind": kind, "type_": type_})
    pyspiel.register_game(type_, found)


for each in map(game_class, names()):
    if issubclass(each, BoardGame) and each.seats_for({}) == (SEATS, SEATS):
        register(each)
