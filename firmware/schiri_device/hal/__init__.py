"""The hardware: pixels, buttons, piezo, port and chip, each behind a few calls.

Decides how CircuitPython's modules are used.  Only it and `firmware/drive/` import them, and only
`code.py` imports it.  Must not know the meaning of lights, presses or lines.  No call blocks, and
no call allocates while nothing happens.
"""
