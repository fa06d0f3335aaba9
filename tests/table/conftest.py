"""Fixtures of the tests of a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.stepped import SteppedTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SteppedTable]:
    """Return a table with a connected simulated device, in its own folder."""
    stepped = SteppedTable(tmp_path)
    stepped.run(300)
    yield stepped
    stepped.session.close()
