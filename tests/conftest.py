"""What all tests share: no test speaks the language of whoever runs it, or writes into a home."""

from collections import Counter
from pathlib import Path
from typing import Any

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


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print how often the playouts met each rule, ending and refusal."""
    met: Counter[str] = Counter()
    least: Counter[str] = Counter()
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            occurrences = dict(report.user_properties).get("occurrences", {})
            met.update({what: numbers[0] for what, numbers in occurrences.items()})
            least.update({what: numbers[1] for what, numbers in occurrences.items()})
    if met:
        terminalreporter.section("occurrences, and how many there must be")
        for what in sorted(met):
            terminalreporter.write_line(f"{what:26}{met[what]:10,}{least[what]:10,}")
