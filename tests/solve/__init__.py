"""Tests of Switch solved.

What numba would compile runs as it is: to try it takes less than to compile it.  Said here, for a
module of tests may be imported before any `conftest.py` of its folder.
"""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
