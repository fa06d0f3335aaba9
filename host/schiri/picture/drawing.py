"""Any game as a picture, also as PNG.

Decides only the drawing for each kind of view.
"""

from schiri.errors import HostError, install_line
from schiri.games.drehwurm.events import FastState, FullState
from schiri.picture.board import board_svg
from schiri.picture.field import field_svg
from schiri.picture.piles import piles_svg
from schiri.picture.svg import NOTHING, Caption
from schiri.views import BoardView, Drawable, FieldView

# Twice as fine as it is drawn, for print.
ZOOM = 2


def drawing(view: Drawable | None, caption: Caption | None = NOTHING) -> str | None:
    """Return the picture of a view of a game, or None.

    Shape: without a ``caption`` there is no paper around it.

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
