"""Switch solved: every position's value, computed only from the rules, and the data for a device.

Decides nothing during a game: that uses the file made here.  Needs NumPy and numba, the extra
``solve``.
"""
