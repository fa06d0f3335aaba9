"""Loading the device, module by module, so that the heap stays in one piece.

Compiling a module leaves garbage all over the heap; whatever is loaded next lies between it and
stays there.  So each module is loaded by itself and the heap is tidied after it, the leaves
first.  Decides only the order, which a test holds against the imports.
"""

import gc

MODULES = (
    "schiri_engines.refusals",
    "schiri_engines.grid",
    "schiri_engines.options",
    "schiri_engines.board_games",
    "schiri_engines.seats",
    "schiri_engines.table",
    "schiri_engines.catalog",
    "schiri_device.ticks",
    "schiri_device.gestures",
    "schiri_device.builds.build",
    "schiri_device.link.lines",
    "schiri_device.link.session",
    "schiri_device.lights.language",
    "schiri_device.lights.painter",
    "schiri_device.lights.board",
    "schiri_device.lights.status",
    "schiri_device.lights.glyphs",
    "schiri_device.journal",
    "schiri_device.match",
    "schiri_device.wire",
    "schiri_device.modes.browse",
    "schiri_device.modes.play",
    "schiri_device.modes.place",
    "schiri_device.modes.menu",
    "schiri_device.modes.catalog",
    "schiri_device.companion",
)


def load_device() -> None:
    """Load everything that a device needs."""
    for name in MODULES:
        __import__(name)
        gc.collect()
