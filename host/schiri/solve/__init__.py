"""Switch solved: every position's value, computed only from the rules, and the data for a device.

A game uses only the file made here.  Needs NumPy and numba, the extra
``solve``.
"""
