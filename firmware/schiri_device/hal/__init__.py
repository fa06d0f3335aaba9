"""The hardware: pixels, buttons, piezo, port and chip, each behind a few calls.

Decides how CircuitPython's modules are used.  Beside `firmware/drive/` it alone imports them, and
`code.py` alone imports it.  Must not know what a light means, what a press does or what a line
says.  None of its calls waits for anybody, and none allocates while nothing happens.
"""
