"""Switch solved: every position's value, computed from the rules alone, and what a device needs.

Decides nothing that a game asks while it is played: that looks into the file that comes of it.
Needs NumPy and numba, the extra ``solve``.
"""
