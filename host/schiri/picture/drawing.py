"""Any game as a picture: which drawing is whose.

Decides only that.
"""

from schiri.games.board import BoardView
from schiri.games.drehwurm.words import FastState, FullState
from schiri.games.zwoggel.field import FieldView
from schiri.picture.board import board_svg
from schiri.picture.field import field_svg
from schiri.picture.piles import piles_svg
from schiri.picture.svg import NOTHING, Caption


def drawing(view: object, caption: Caption | None = NOTHING) -> str | None:
    """Return the picture of how a game lies, as its adapter's ``view`` says; None if it has none.

    Shape: ``caption`` is None for what lies without the paper around it.

    >>> drawing(None) is None
    True
    """
    match view:
        case BoardView():
            return board_svg(view, caption)
        case FieldView():
            return field_svg(view, caption)
        case FullState() | FastState():
            return piles_svg(view, caption)
    return None
