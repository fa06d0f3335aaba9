"""The hardware: pixels, buttons, piezo, port and chip, each behind a few calls.

Decides how CircuitPython's modules are used.  Only it and `firmware/drive/` import them, and only
the programs in `firmware/drive/` import it.  Must not know the meaning of lights, presses or lines.
In the loop no call blocks, and none allocates while nothing happens.
"""

# Signals on all pixels at once, as green, red, blue; dim enough for every current limit.  The
# device is starting: dark cyan; it has failed: orange.
COMING_UP = b"\x08\x00\x04"
ALARM = b"\x06\x0d\x00"
