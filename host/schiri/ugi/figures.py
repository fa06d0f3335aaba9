"""The value of a position of Joggle: how near each side is to figures that are not blocked.

Decides the value of an unfinished figure.  Must not know the depth of a search.
"""

from typing import cast

from schiri_engines.game import BoardGame
from schiri_engines.joggle.figures import KINDS
from schiri_engines.joggle.game import Joggle
from schiri_engines.joggle.notation import PLACE_OF, cell_of

# The weight of a figure by its number of marbles, and the sum that is worth half a win. A figure is
# worth more than two figures with one marble less.
WEIGHTS = [0, 1, 4, 16, 64, 256, 1024]
HALF = 512
# The cells of each figure that fits on the board, as bits in the order of `bits_of`.
MASKS = {
    kind: [
        sum(1 << 63 - cell_of(place + step) for step in block)
        for block in blocks
        for place in PLACE_OF
        if all(place + step in PLACE_OF for step in block)
    ]
    for kind, blocks in KINDS.items()
}
_DARK, _LIGHT = str.maketrans("bw.", "100"), str.maketrans("bw.", "010")


def figures_of(game: BoardGame, side: str) -> float:
    """Return the value of a position for a colour: from -1 to 1, 0 if both are equally near.

    >>> game = Joggle().after("R", "b1", "R", "d1", "B", "a2")
    >>> figures_of(game, "w") > 0, figures_of(game, "w") == -figures_of(game, "b")
    (True, True)
    """
    cells = game.cells()
    dark, light = int(cells.translate(_DARK), 2), int(cells.translate(_LIGHT), 2)
    total = 0
    for kind in cast(Joggle, game).kinds:
        for mask in MASKS[kind]:
            if not light & mask:
                total += WEIGHTS[(dark & mask).bit_count()]
            elif not dark & mask:
                total -= WEIGHTS[(light & mask).bit_count()]
    own = total if side == "b" else -total
    return own / (abs(own) + HALF)
