"""The device: everything between a button's edge and a frame of lights, with no PC needed.

Decides how the device behaves.  Must not import hardware: `hal` alone does, and `code.py` joins
the two; so the board, the simulated device and the tests run the same files.
"""

VERSION = "0.1.0"
