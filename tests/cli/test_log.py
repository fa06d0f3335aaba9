"""``schiri log`` and a large file; `sessions/log.txt` has the usual output."""

from pathlib import Path

import pytest
from schiri.log import index

from tests.cli.command import typed
from tests.log.chain import log_of


def test_list_looks_at_the_ends_of_a_large_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path))
    path = tmp_path / "a.jsonl"
    data = log_of(path, *[f"dispute {number}" for number in range(9)], "draw")
    path.write_bytes(data.replace(b"dispute 3", b"dispute x"))
    monkeypatch.setattr(index, "TAIL_BYTES", 800)
    ran = typed("log", "list")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("  switch  Ann, Ben  A draw!\n")
    # Statistics read the whole log.
    ran = typed("log", "stats")
    assert ran.out == "" and "line 5" in ran.err
