"""Fixtures of the tests of the hardware."""

from collections.abc import Iterator

import pytest

from hardware.case.parts import case


@pytest.fixture(autouse=True, scope="session")
def forgotten() -> Iterator[None]:
    """Let go of all solids at the end: their library complains of those that are left."""
    yield
    case.cache_clear()
