"""The builds: what is soldered where, as data.

Decides pins, pixels, buttons and the current budget of each build.  A leaf: it imports
nothing but itself, and the PC reads it too, for the hardware pages and the simulated device.
"""

from .build import Build as Build

NAMES = ("cursor", "keys5", "pads")


def load(name: str) -> Build | None:
    """Return the build of this name, importing no other; None where there is none.

    >>> load("cursor").name
    'cursor'
    """
    if name == "cursor":
        from .cursor import BUILD
    elif name == "keys5":
        from .keys5 import BUILD
    elif name == "pads":
        from .pads import BUILD
    else:
        return None
    return BUILD
