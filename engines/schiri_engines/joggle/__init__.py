"""Joggle, by Marcus Murray: sixteen marbles each, a die with four colours and two joggles.

Decides JO-1 to JO-13: `fields` the coloured board, `figures` rectangles and squares, `notation`
the texts, `possible` which positions there are, `position` what lies where and who is on turn,
`standing` how a game comes to stand at a position, `moves` and `refusing` what may be played,
`game` rolls, turns and ends, `offers` what a device offers of it.
"""

from .game import Joggle

__all__ = ["Joggle"]
