"""What a test has opened: it is closed when the test is over.

What the product opens and leaves open is no part of it: that is a warning, which fails the test.
"""

from typing import Protocol, TypeVar


class Closable(Protocol):
    """Something that is open."""

    def close(self) -> object:
        """Close it; once more does nothing."""


Opened = TypeVar("Opened", bound=Closable)

_open: list[Closable] = []


def closed_later(opened: Opened) -> Opened:
    """Return this; it is closed when the test is over."""
    _open.append(opened)
    return opened


def kept_open(opened: Opened) -> Opened:
    """Return this; whoever asks for it closes it."""
    if opened in _open:
        _open.remove(opened)
    return opened


def close_all() -> None:
    """Close what was opened, the last first."""
    while _open:
        _open.pop().close()
