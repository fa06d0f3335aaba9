"""Resources that a test has opened: they are closed when it is over.

What the product opens and leaves open is no part of it: that is a warning, which fails the test.
"""

from pathlib import Path
from typing import Protocol, TypeVar


class Closable(Protocol):
    """Something that is open."""

    def close(self) -> object:
        """Close it; once more does nothing."""


Opened = TypeVar("Opened", bound=Closable)

_open: list[Closable] = []
# What was opened last in a folder.
_in_folder: dict[Path, Closable] = {}


def closed_later(opened: Opened) -> Opened:
    """Return this; it is closed when the test is over."""
    _open.append(opened)
    return opened


def alone_in(folder: Path, opened: Opened) -> Opened:
    """Return this; what had the folder before is closed, as if that program had ended."""
    if before := _in_folder.pop(folder, None):
        kept_open(before).close()
    _in_folder[folder] = opened
    return closed_later(opened)


def kept_open(opened: Opened) -> Opened:
    """Return this; whoever asks for it closes it."""
    if opened in _open:
        _open.remove(opened)
    return opened


def close_all() -> None:
    """Close what was opened, the last first."""
    _in_folder.clear()
    while _open:
        _open.pop().close()
