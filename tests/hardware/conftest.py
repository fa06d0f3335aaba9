"""Fixtures of the tests of the hardware."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="session")
def forgotten() -> Iterator[None]:
    """Release all solids at the end: their library warns about remaining ones."""
    yield
    if parts := sys.modules.get("hardware.case.parts"):
        parts.case.cache_clear()
