"""The row of noughts and crosses, as its owner would add it, for the tests of this folder."""

import pytest
from schiri_engines import registry


@pytest.fixture(autouse=True)
def noughts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the game; after the test it is gone."""
    monkeypatch.setattr(registry, "_ROWS", list(registry._ROWS))
    registry.add(registry.GameRow("noughts", 3, "tests.fifth_game"))
