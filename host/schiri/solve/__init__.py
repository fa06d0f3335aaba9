"""Switch solved: every position's value, computed from the rules alone, and what a device needs.

Decides nothing during a game: that uses the file made here.  Needs NumPy and numba, the extra
``solve``.
"""
