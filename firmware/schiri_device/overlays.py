"""Overlays: modules that are loaded only at times, because the heap of a device is small.

Decides which modules are loaded and unloaded together; must not know what they do.  On a PC they
stay loaded.
"""

from . import unload
from .link.texts import table_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .app.mode import Mode

# An overlay and its modules, in the order of unloading: `choosing` before a game, `menu` over it
# and `finished` after it, `laying` while pieces are laid, `notice` over any of them, `position`
# while lights are corrected, `seek` while a move is sought, `host` while a PC talks, `panel` and
# `meter` while a PC uses them, `start` until the loop begins.  One string, because so many tuples
# would fill a small heap.
OVERLAYS = """
choosing app.choosing app.browse
menu app.menu app.browse
notice app.notices
finished app.finished
laying app.laying
position games.joggle_position
seek games.seeking schiri_engines.solver.best_move schiri_engines.solver.values \
schiri_engines.solver.lost
host pc.host_link pc.messages pc.requests link.session link.lines
panel pc.panel
meter app.meter
start hal.starting
"""


def modules_of(name: str) -> list[str]:
    """Return the modules of an overlay.

    >>> modules_of("panel")
    ['pc.panel']
    """
    return table_row(OVERLAYS, name).split(" ")


def enter(name: str) -> "dict[str, type[Mode]]":
    """Load an overlay of modes; return the class of each. Others load by their first import."""
    if name == "choosing":
        from .app.choosing import MODES
    elif name == "menu":
        from .app.menu import MODES
    elif name == "finished":
        from .app.finished import MODES
    elif name == "laying":
        from .app.laying import MODES
    else:
        from .app.notices import MODES
    return MODES


def leave(name: str) -> None:
    """Unload an overlay; no object of its modules may be in use."""
    unload(*modules_of(name))
