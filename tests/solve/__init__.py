"""Tests of the solution of Switch.

Functions for numba run as plain Python: testing them takes less time than compiling them.  The
setting is here because a test module may be imported before any `conftest.py` of its folder.
"""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
