"""``schiri log``: unusual files, and large ones; `sessions/log.txt` has the usual output."""

from pathlib import Path

import pytest
from schiri.export import FORMS
from schiri.log import stored

from tests.cli.command import typed
from tests.log.chain import event, forged, header, log_of

VERBS: list[tuple[str, ...]] = [("show",), ("show", "--board"), ("verify",), ("replay",)]
VERBS += [("export", "--format", form) for form in FORMS]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    log_of(path, "a1-c3", "dispute who?", "undo", "resign Ann")
    return path


def test_verify_takes_corrections_and_what_the_table_let_stand(path: Path) -> None:
    path.unlink()
    stood = "set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb w"
    log_of(path, "a1-c3", "dispute that was no row", stood, "undo", "set turn Ann")
    assert typed("log", "verify", str(path)) == (0, "ok 6 events unfinished\n", "")
    # A device's lines: a new epoch restarts the counter, and an equal time is not an earlier one.
    told = [("SIM:ab:2", 90), ("SIM:ab:3", 90), ("pc", None), ("SIM:cd:1", 5)]
    events = [
        {**event(n, "dispute", entry="dispute x", **({"ms": ms} if ms else {})), "src": src}
        for n, (src, ms) in enumerate(told, 2)
    ]
    path.write_bytes(forged([header(device="SIM"), *events]))
    assert typed("log", "verify", str(path)) == (0, "ok 5 events unfinished\n", "")


def test_a_large_log_is_answered_as_a_small_one(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [typed("log", *verb, str(path)) for verb in VERBS]
    monkeypatch.setattr(stored, "IN_MEMORY", 0)
    assert [typed("log", *verb, str(path)) for verb in VERBS] == answers


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setenv("SCHIRI_LOGS", str(folder))
    return folder


def test_list_looks_at_the_ends_of_a_large_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = log_of(folder / "a.jsonl", *[f"dispute {number}" for number in range(9)], "draw")
    (folder / "a.jsonl").write_bytes(data.replace(b"dispute 3", b"dispute x"))
    monkeypatch.setattr(stored, "TAIL_BYTES", 800)
    ran = typed("log", "list")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith("  switch  Ann, Ben  The game is a draw. (SW-11)\n")
    # Statistics read the whole log.
    ran = typed("log", "stats")
    assert ran.out == "" and "line 5" in ran.err
