"""The value of a position of Joggle for a search: the evaluation of the device's opponent.

Must not know the depth of a search.
"""

from functools import cache
from typing import cast

from schiri_engines.game import BoardGame
from schiri_engines.joggle.evaluation import Evaluation, expected
from schiri_engines.joggle.game import Joggle


def figures_of(game: BoardGame, side: str) -> float:
    """Return the value of a position for a colour: from -1 to 1.

    >>> game = Joggle().after("R", "b1", "R", "d1", "B", "a2")
    >>> figures_of(game, "w") > 0, figures_of(game, "w") == -figures_of(game, "b")
    (True, True)
    """
    joggle = cast(Joggle, game)
    evaluation = _evaluation_of(*joggle.kinds)
    evaluation.follow(joggle.marbles)
    # The other side has just moved.
    value = evaluation.value(3 - joggle.me)
    return expected(-value if joggle.side == side else value)


@cache
def _evaluation_of(*kinds: str) -> Evaluation:
    """Return the evaluation of these kinds, which follows a search from position to position."""
    return Evaluation([*kinds])
