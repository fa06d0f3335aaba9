"""What NiceGUI asks of each handler's signature, asked once a method: of each element it asks anew.

Decides nothing about pages: a handler is called with what it expects, as ever.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from nicegui import helpers

_ask = helpers.expects_arguments
_known: dict[Callable[..., Any], bool] = {}


def _expects_arguments(handler: Callable[..., Any]) -> bool:
    method = getattr(handler, "__func__", None)
    if method is None:
        return _ask(handler)
    if method not in _known:
        _known[method] = _ask(handler)
    return _known[method]


@contextmanager
def handlers_known() -> Iterator[None]:
    """Let pages be made with what is known of methods already."""
    with mock.patch.object(helpers, "expects_arguments", _expects_arguments):
        yield
