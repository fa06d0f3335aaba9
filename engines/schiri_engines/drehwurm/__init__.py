"""Drehwurm, by Axel Hennig: three to six players, cards of which the referee sees only what lies.

Decides DW-1 to DW-11: `cards` which there are and what fits on what, `moves` the forms of entries,
`positions` that of a state, `game` what every game of a match has, `full` the referee that is told
each card, `fast` the one that is told races and eaten piles, `match` the games one after the other.
DW-12 and the verdict of a race are in `race`, beside this package.

Nobody but the players sees their hands: the legal moves and the position are those that the table
knows.  What fits on a pile is a question that is answered at any time.
"""

from .match import Drehwurm

__all__ = ["Drehwurm"]

GAME = Drehwurm
