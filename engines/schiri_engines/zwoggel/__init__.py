"""Zwoggel, by Inon Kohn: two to four players, 64 cards, a field without an edge.

Decides ZW-1 to ZW-11: `field` what lies where and what is open, `notation` the texts of moves,
`positions` that of a state, `people` penalties and who is out, `game` flips, laying, turns, ends.
"""

from .game import Zwoggel

__all__ = ["Zwoggel"]

GAME = Zwoggel
