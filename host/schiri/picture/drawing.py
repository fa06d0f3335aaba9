"""Any game as a picture: which drawing is whose, and as PNG for what shows no SVG.

Decides only that.
"""

from schiri.errors import HostError, install_line
from schiri.games.board import BoardView
from schiri.games.drehwurm.events import FastState, FullState
from schiri.games.field import FieldView
from schiri.picture.board import board_svg
from schiri.picture.field import field_svg
from schiri.picture.piles import piles_svg
from schiri.picture.svg import NOTHING, Caption

# Twice as fine as it is drawn, for print.
ZOOM = 2
# How a game lies, of each kind that can be drawn.
Drawable = BoardView | FieldView | FullState | FastState


def drawing(view: Drawable | None, caption: Caption | None = NOTHING) -> str | None:
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


def png_of(svg: str) -> bytes:
    """Return a picture as PNG.

    Raises: HostError (extra-missing).
    """
    try:
        import resvg_py
    except ImportError as error:
        raise HostError("extra-missing", command=install_line("resvg-py")) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
