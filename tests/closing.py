"""Resources that a test has opened: they are closed at the end of the test.

This does not cover resources that the product leaves open. They cause a warning, which fails the
test.
"""

from pathlib import Path
from typing import Protocol, TypeVar


class Closable(Protocol):
    """A resource that can be closed."""

    def close(self) -> object:
        """Close it; a second call does nothing."""


Opened = TypeVar("Opened", bound=Closable)

_open: list[Closable] = []
# The last resource opened in each folder.
_in_folder: dict[Path, Closable] = {}


def closed_later(opened: Opened) -> Opened:
    """Return this resource, which is closed at the end of the test."""
    _open.append(opened)
    return opened


def alone_in(folder: Path, opened: Opened) -> Opened:
    """Return this resource, and close the one before it in the folder, as if its program had
    ended.
    """
    if before := _in_folder.pop(folder, None):
        kept_open(before).close()
    _in_folder[folder] = opened
    return closed_later(opened)


def kept_open(opened: Opened) -> Opened:
    """Return this resource; the caller closes it."""
    if opened in _open:
        _open.remove(opened)
    return opened


def close_all() -> None:
    """Close all open resources, the last one first."""
    _in_folder.clear()
    while _open:
        _open.pop().close()
