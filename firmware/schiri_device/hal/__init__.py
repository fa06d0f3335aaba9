"""The hardware: pixels, buttons, piezo, port and chip, each behind a few calls.

Decides how CircuitPython's modules are used.  Only it and `firmware/drive/` import them, and only
the programs in `firmware/drive/` import it.  Must not know the meaning of lights, presses or lines.
In the loop no call blocks, and none allocates while nothing happens.
"""
