"""A plugin of pytest that empties all caches at the start of a run.

mutmut forks each run from a process that has already run the tests: its caches contain results of
code without the fault.
"""

import functools
import sys


def pytest_sessionstart() -> None:
    """Empty the caches of functions."""
    for module in [*sys.modules.values()]:
        for each in [*vars(module).values()]:
            if isinstance(each, functools._lru_cache_wrapper):
                each.cache_clear()
