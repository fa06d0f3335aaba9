"""Stepping through a log in its own terminal, which is restored at the end."""

import os
import signal
from pathlib import Path

import pytest

from tests.counts import count
from tests.log.typed_games import SWITCH, write_log
from tests.programs import Terminal

pytestmark = pytest.mark.serial

OUT = b"\x1b[?1049l"


def replay(path: Path, *args: str) -> Terminal:
    """Return `schiri log replay` in its own terminal."""
    more = {"XDG_CONFIG_HOME": str(path.parent), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    return Terminal(("log", "replay", str(path), *args), {**os.environ, "LANGUAGE": "", **more})


def test_a_log_is_stepped_through_at_a_terminal(tmp_path: Path) -> None:
    terminal = replay(write_log(tmp_path / "log", SWITCH))
    terminal.wait_for("Step 0 of 4")
    terminal.type("\x1b[F")
    terminal.wait_for("SW-11")
    terminal.type("q")
    assert terminal.status() == 0
    assert OUT in terminal.seen and b"Traceback" not in terminal.seen


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM][: count(1, 2)])
def test_a_signal_ends_the_replay(number: int, tmp_path: Path) -> None:
    terminal = replay(write_log(tmp_path / "log", SWITCH))
    terminal.wait_for("Step 0 of 4")
    os.kill(terminal.pid, number)
    assert terminal.status() == 0 and OUT in terminal.seen


def test_with_no_step_a_log_is_printed(tmp_path: Path) -> None:
    terminal = replay(write_log(tmp_path / "log", SWITCH), "--no-step")
    terminal.wait_for('"rule": "SW-11"')
    assert terminal.status() == 0 and OUT not in terminal.seen
