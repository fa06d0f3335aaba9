"""Switch solved: every position's value, computed only from the rules, and the data for a device.

Games use only the file that is made here.  Needs NumPy and numba, the extra
``solve``.
"""
