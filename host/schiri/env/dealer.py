"""The dealer of an environment: it knows all cards, and gives each seat its observation.

Decides the contract; each kind of game has its own dealer.
"""

from random import Random
from typing import Generic

import numpy as np
from numpy.typing import NDArray
from schiri_engines.game import Game
from schiri_engines.table import Table
from typing_extensions import TypeVar

G = TypeVar("G", bound=Game, default=Game)


class Dealer(Generic[G]):
    """A game with its die or its deck.

    Shape: ``table`` has the game, which only the dealer changes; ``chance`` is the only source of
    chance. ``actions`` is the number of actions in all states; an observation has this ``shape``
    and numbers from ``lowest`` to ``highest``.
    """

    actions: int
    shape: tuple[int, ...]
    lowest, highest = 0, 127

    def __init__(self, table: "Table[G]", chance: Random) -> None:
        self.table = table
        self.chance = chance
        self.deal()

    @property
    def game(self) -> G:
        return self.table.game

    @property
    def seat(self) -> int | None:
        """The seat that must act, None after the end."""
        return self.game.turn

    def deal(self) -> None:
        """Prepare everything before the first decision of a seat."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """Return the actions of the seat that must act."""
        raise NotImplementedError

    def act(self, action: int) -> None:
        """Carry out a legal action, and its consequences until a seat must act."""
        raise NotImplementedError

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return the observation of a seat, in numbers."""
        raise NotImplementedError

    def hand(self, seat: int) -> list[str]:
        """Return the cards that only this seat sees."""
        return []
