"""Paths that are no files, and logs that are being written: ``schiri log`` and ``analyse``."""

import os
from itertools import cycle
from pathlib import Path

import pytest
from schiri.languages import LANGUAGES

from tests.cli.command import typed
from tests.counts import combined
from tests.log.typed_games import SWITCH, write_log

VERBS = (
    ("log", "show"),
    ("log", "verify"),
    ("log", "replay"),
    ("log", "export", "--format", "csv"),
    ("log", "export", "--format", "bgstats"),
    ("log", "picture", "-o", "never.svg"),
    ("analyse",),
    ("analyse", "--json"),
)
MISSING = ["", ".", os.devnull, "/", "-", "~", "*", "missing", "log/below", "x" * 5000, "\udcff"]
MISSING.append("loop")
NEXT_LANGUAGE = cycle(LANGUAGES)


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A log in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCHIRI_LOGS", str(tmp_path / "none"))
    return write_log(tmp_path / "log", SWITCH).read_bytes()


@pytest.mark.usefixtures("log")
def test_a_path_that_is_no_file_is_reported() -> None:
    Path("loop").symlink_to("loop")
    for name, verb in combined(MISSING, VERBS):
        ran = typed(*verb, name, "--lang", next(NEXT_LANGUAGE))
        assert (ran.status, ran.out) == (3, ""), (verb, name)
        assert len(ran.err.splitlines()) == 1
    for name in ("missing", "x" * 5000, "loop", os.devnull):
        ran = typed("log", "stats", name)
        assert (ran.status, ran.out) == (3, "") and name[:20] in ran.err


def test_a_log_that_is_still_being_written_is_read_to_its_last_whole_line(log: bytes) -> None:
    first = log.index(b"\n") + 1
    for size, verb in combined((first, first + 1, len(log) - 60, len(log) - 1), VERBS):
        Path("file").write_bytes(log[:size])
        ran = typed(*verb, "file")
        # `analyse` warns, because the log has no move yet.
        assert ran.status == 0 and (ran.err == "" or verb == ("analyse",)), verb
        Path("never.svg").unlink(missing_ok=True)
        ran = typed("log", "stats", "--json", "file")
        # Without its newline the end is there all the same.
        over = f'"finished": {int(size == len(log) - 1)}'
        assert (ran.status, ran.err) == (0, "") and over in ran.out
