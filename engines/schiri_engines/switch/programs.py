"""What programs need of Switch: its moves in an order, and what a position is worth.

Decides no rule.  A device does not load it.
"""

from ..refusals import Refused, refuse
from ..solver import values
from . import movegen, notation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..solver.lost import LostPositions
    from .game import Switch


def all_moves() -> list[int]:
    """Return each move and swap, then placements and choices."""
    cells = range(movegen.CELLS)
    pairs = [first | second << 5 for first in cells for second in cells if first != second]
    others = [notation.PLACE | cell for cell in cells] + [notation.CHOOSE]
    return (
        pairs
        + [pair | notation.SWAP for pair in pairs]
        + [move | light for move in others for light in (0, notation.LIGHT)]
    )


def value_of(game: "Switch", lost: "LostPositions") -> int:
    """Return the value of this position for the side to move; see `solver.values`.

    Raises: Refused (game-over, wrong-phase), OSError (where the file cannot be read).
    """
    return values.value_of(lost, *_stones(game))


def worths_of(game: "Switch", lost: "LostPositions") -> "list[tuple[int, int]]":
    """Return the legal moves with their values for the side to move, best first.

    Raises: as `value_of`.
    """
    now = _stones(game)
    pairs = [(values.worth_of_move(lost, *now, move), move) for move in game.legal_moves()]
    pairs.sort(key=lambda pair: (values.order_of(pair[0]), pair[1]))
    return [(move, worth) for worth, move in pairs]


def _stones(game: "Switch") -> "tuple[int, int, int]":
    if game.phase != "play":
        raise Refused(refuse("game-over" if game.phase == "over" else "wrong-phase"))
    letters, side = game.cells(), game.side
    other = "w" if side == "b" else "b"
    mine, theirs = movegen.stones_of(letters, side), movegen.stones_of(letters, other)
    return mine, theirs, game.free_cell()
