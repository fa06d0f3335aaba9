"""Joggle, by Marcus Murray: sixteen marbles each, a die with four colours and two joggles.

Decides JO-1 to JO-12: `fields` the coloured board, `figures` rectangles and squares, `notation`
the texts, `possible` which positions there are, `position` what lies where and who is on turn,
`moves` and `refusing` what may be played, `game` rolls, turns and ends.
"""

from .game import Joggle

__all__ = ["Joggle"]
