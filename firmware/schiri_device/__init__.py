"""The device: everything between a button's edge and a frame of lights, with no PC needed.

Decides how the device behaves.  Must not import hardware: `hal` alone does, and `code.py` joins
the two; so the board, the simulated device and the tests run the same files.
"""

import gc

VERSION = "1.0.0"


def tidy() -> None:
    """Collect garbage on a small heap. On a PC that would only take time."""
    if hasattr(gc, "mem_free"):
        gc.collect()
