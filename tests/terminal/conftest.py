"""Fixtures of the tests of the terminal."""

from collections.abc import Iterator

import pytest

from tests.terminal.seat import leave_open_tables


@pytest.fixture(autouse=True, scope="package")
def _left_at_the_end() -> Iterator[None]:
    """Close the tables that the tests of this folder have left open."""
    yield
    leave_open_tables()
