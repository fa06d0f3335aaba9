"""What tests of the terminal share."""

import pytest
from schiri.terminal.start import Start


@pytest.fixture
def short_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no options be asked for: they take longer than all else that is asked."""
    monkeypatch.setattr(Start, "_options", lambda start, setup: iter(()))
