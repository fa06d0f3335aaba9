"""The middle of any scene as a picture, also as PNG.

Decides only which drawing belongs to each kind of middle.
"""

from schiri.errors import HostError, install_line
from schiri.picture.grid import board_svg, field_svg
from schiri.picture.piles import piles_svg, race_svg
from schiri.picture.svg import NOTHING
from schiri.scene.scene import Caption, Grid, Middle, Piles, Race

# Twice the resolution of the drawing, for print.
ZOOM = 2


def drawing(middle: Middle | None, caption: Caption | None = NOTHING) -> str | None:
    """Return the picture of the middle of a scene, or None.

    Shape: without a ``caption`` there is no paper around it.

    >>> drawing(None) is None
    True
    """
    match middle:
        case Grid():
            return (board_svg if middle.look == "board" else field_svg)(middle, caption)
        case Piles():
            return piles_svg(middle, caption)
        case Race():
            return race_svg(middle, caption)
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
