"""What numba would compile runs as it is: to try it takes less than to compile it."""

import os

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
