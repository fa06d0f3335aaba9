"""Load a library without an optional dependency.

Decides nothing but how that is done.  A large optional dependency that is not used here would take
longer to load than the library takes to work.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def lacking(name: str) -> Iterator[None]:
    """Make imports of a library fail meanwhile, as if it were not installed.

    >>> with lacking("colorsys"):
    ...     try:
    ...         import colorsys
    ...     except ImportError:
    ...         print("none")
    none
    >>> import colorsys
    """
    # None in `sys.modules` makes an import raise `ImportError`.
    before = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
