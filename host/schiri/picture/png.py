"""A picture as PNG, for what shows no SVG.

Decides what makes one of the other: a library that is not always installed.
"""

from schiri.errors import HostError, install_line

# Twice as fine as it is drawn, for print.
ZOOM = 2


def png_of(svg: str) -> bytes:
    """Return a picture as PNG.

    Raises: HostError (extra-missing).
    """
    try:
        import resvg_py
    except ImportError as error:
        raise HostError("extra-missing", command=install_line("resvg-py")) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
