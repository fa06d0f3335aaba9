"""Loading the device, module by module, so that the heap stays in one piece.

Compiling a module leaves garbage all over the heap; whatever is loaded next lies between it and
stays there.  So each module is loaded by itself and the heap is tidied after it, the leaves
first.  Decides only the order, which a test holds against the imports.
"""

import gc

ENGINES = (
    "schiri_engines.refusals",
    "schiri_engines.grid",
    "schiri_engines.options",
    "schiri_engines.catalog",
    "schiri_engines.board_games",
)
# Then the games that fit, each in one go, and then:
DEVICE = (
    "schiri_engines.seats",
    "schiri_engines.table",
    "schiri_device.ticks",
    "schiri_device.gestures",
    "schiri_device.shorthand",
    "schiri_device.slots",
    "schiri_device.journal",
    "schiri_device.lights",
    "schiri_device.lights.language",
    "schiri_device.lights.painter",
    "schiri_device.lights.board",
    "schiri_device.lights.status",
    "schiri_device.lights.tones",
    "schiri_device.link",
    "schiri_device.link.lines",
    "schiri_device.reader",
    "schiri_device.match",
    "schiri_device.modes",
    "schiri_device.lights.glyphs",
    "schiri_device.settings",
    "schiri_device.modes.mode",
    "schiri_device.modes.browse",
    "schiri_device.modes.ask",
    "schiri_device.modes.rules",
    "schiri_device.modes.choose",
    "schiri_device.modes.correct",
    "schiri_device.modes.play",
    "schiri_device.modes.finished",
    "schiri_device.modes.lay",
    "schiri_device.modes.menu",
    "schiri_device.modes.pause",
    "schiri_device.modes.place",
    "schiri_device.modes.put_right",
    "schiri_device.modes.catalog",
    "schiri_device.link.session",
    "schiri_device.requests",
    "schiri_device.wire",
    "schiri_device.desk",
    "schiri_device.companion",
)
# And for boards that fill eight by eight:
FULL = ("schiri_device.modes.dice", "schiri_device.modes.paint")
FULL_SIZE = 8


def load_device(size: int) -> None:
    """Load everything that a device with a grid of this size needs."""
    for name in ENGINES:
        _load(name)
    from schiri_engines.board_games import board_game, names_for

    for name in names_for(size):
        board_game(name)
        tidy()
    for name in DEVICE + (FULL if size >= FULL_SIZE else ()):
        _load(name)


def tidy() -> None:
    """Tidy the heap, where it is small: on a PC that would only take time."""
    if hasattr(gc, "mem_free"):
        gc.collect()


def _load(name: str) -> None:
    __import__(name)
    tidy()
