"""What all tests of pages share: one browser of a process, and a heap that is left alone."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from tests.page.chromium import Chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Return the browser: it takes longer to begin than most of the tests."""
    found = Chromium()
    yield found
    found.close()


@pytest.fixture(autouse=True)
def _untidied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let NiceGUI not tidy the heap around each test: that takes longer than most of them."""
    monkeypatch.setattr("nicegui.testing.general.gc", SimpleNamespace(collect=int))
