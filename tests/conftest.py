"""What all tests share: no test speaks the language of whoever runs it, or writes into a home."""

from pathlib import Path

import pytest
from hypothesis import settings
from schiri.texts import set_language

from tests.counts import count

settings.register_profile("schiri", max_examples=count(50, 1000), deadline=None, derandomize=True)
settings.load_profile("schiri")


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path / "logs"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    set_language("en")
