"""Fixtures of the tests of pages: one browser a process."""

from collections.abc import Iterator

import pytest

from tests.page.chromium import Chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Return the browser. Its start takes longer than most tests."""
    found = Chromium()
    yield found
    found.close()
