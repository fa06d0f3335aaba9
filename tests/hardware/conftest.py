"""Fixtures of the tests of the hardware."""

from collections.abc import Iterator

import pytest

from hardware.case.parts import case


@pytest.fixture(autouse=True, scope="session")
def forgotten() -> Iterator[None]:
    """Release all solids at the end: their library warns about remaining ones."""
    yield
    case.cache_clear()
