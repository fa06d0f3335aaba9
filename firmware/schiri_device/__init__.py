"""The device: everything between a button's edge and a frame of lights, with no PC needed.

Decides how the device behaves.  Must not import hardware: `hal` alone does, and `code.py` joins
the two; so the board, the simulated device and the tests run the same files.
"""

import gc
import sys

VERSION = "1.0.0"


def tidy() -> None:
    """Collect garbage on a small heap. On a PC that would only take time."""
    if hasattr(gc, "mem_free"):
        gc.collect()


def unload(*names: str) -> None:
    """Unload modules that are no longer needed, if the heap is small.

    Shape: names of modules of this package, or full dotted names.  No object of theirs may be in
    use.
    """
    if not hasattr(gc, "mem_free"):
        return
    for name in names:
        whole = name if name.startswith("schiri_") else __name__ + "." + name
        parent, leaf = whole.rsplit(".", 1)
        if sys.modules.pop(parent + "." + leaf, None):
            delattr(sys.modules[parent], leaf)
    gc.collect()
