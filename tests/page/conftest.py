"""One browser for all tests of a process: it takes longer to begin than most of them."""

from collections.abc import Iterator

import pytest

from tests.page.chromium import Chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """Return the browser."""
    found = Chromium()
    yield found
    found.close()
