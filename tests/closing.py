"""Resources that a test has opened: a fixture of all tests closes them at its end.

This does not cover resources that the product leaves open. They cause a warning, which fails the
test.
"""

from contextlib import ExitStack
from os import getenv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol, TypeVar


class Closable(Protocol):
    """A resource that can be closed."""

    def close(self) -> object:
        """Close it; a second call does nothing."""


Opened = TypeVar("Opened", bound=Closable)

# Those of the current test. A caller that keeps them takes them off: `opened.pop_all()`.
opened = ExitStack()
# The last resource opened in each folder.
_in_folder: dict[Path, Closable] = {}


def closed_later(resource: Opened) -> Opened:
    """Return this resource, which is closed at the end of the test."""
    opened.callback(resource.close)
    return resource


def folder_for_now() -> Path:
    """Return a new folder, which is removed at the end of the test."""
    return Path(opened.enter_context(TemporaryDirectory(dir=getenv("PYTEST_DEBUG_TEMPROOT"))))


def alone_in(folder: Path, resource: Opened) -> Opened:
    """Return this resource, and close the one before it in the folder, as if its program had
    ended.
    """
    if before := _in_folder.get(folder):
        before.close()
    _in_folder[folder] = resource
    opened.callback(_in_folder.clear)
    return closed_later(resource)
