"""What tests of the terminal share."""

from collections.abc import Iterator

import pytest

from tests.terminal.table import ask_only, leave_open_tables


@pytest.fixture(autouse=True, scope="package")
def _left_at_the_end() -> Iterator[None]:
    """Close the tables that the tests of this folder have left open."""
    yield
    leave_open_tables()


@pytest.fixture
def short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no options be asked for: they take longer than all else that is asked."""
    ask_only(monkeypatch)
