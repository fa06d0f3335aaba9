"""Zwoggel, by Inon Kohn: two to four players, 64 cards, a field without an edge.

Decides ZW-1 to ZW-11: `field` what lies where and what is open, `notation` the texts, `state` how
it stands and ends, `game` flips, penalties, laying and turns.
"""

from .game import Zwoggel

__all__ = ["Zwoggel"]

GAME = Zwoggel
