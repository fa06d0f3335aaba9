"""Zwoggel, by Inon Kohn: two to four players, 64 cards, a field without an edge.

Decides ZW-1 to ZW-11: `field` what lies where and what is open, `notation` the texts, `game` turns,
penalties and ends.
"""

from .game import Zwoggel

__all__ = ["Zwoggel"]
