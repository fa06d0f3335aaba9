"""Libraries loaded without what they can do without.

Decides nothing but how that is done: a large library that another one loads only where it finds
it, and that nobody here uses, would take longer to load than the other one works.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lacking(name: str) -> Iterator[None]:
    """Let whoever imports a library meanwhile find that it is not installed.

    >>> with lacking("colorsys"):
    ...     try:
    ...         import colorsys
    ...     except ImportError:
    ...         print("none")
    none
    >>> import colorsys
    """
    # Python's own sign for that in the table of what is loaded.
    before = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
