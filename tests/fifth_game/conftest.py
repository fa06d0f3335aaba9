"""Adds noughts and crosses for the tests of this folder only."""

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from schiri_engines import game_rows


@pytest.fixture(autouse=True)
def noughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the game, and remove it after the test."""
    monkeypatch.setattr(game_rows, "ROWS", list(game_rows.ROWS))
    monkeypatch.delitem(sys.modules, "tests.fifth_game.row", raising=False)
    import_module("tests.fifth_game.row")
    yield
    sys.modules.pop("tests.fifth_game.row")
