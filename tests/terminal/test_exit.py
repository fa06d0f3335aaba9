"""The terminal is given back on every exit: quitting, Ctrl-Q, and being told to stop.

In samples each exit is tried once; ``q`` at a table of cards, and SIGHUP where a log is replayed.
"""

import os
import signal
from pathlib import Path

import pytest

from tests.counts import count
from tests.programs import Terminal

pytestmark = [pytest.mark.slow, pytest.mark.serial]

IN, OUT = b"\x1b[?1049h", b"\x1b[?1049l"


def table(folder: Path, *args: str) -> Terminal:
    """Return `schiri play --sim` in a terminal of its own."""
    more = {"SCHIRI_LOGS": str(folder), "XDG_CONFIG_HOME": str(folder), "TERM": "xterm-256color"}
    return Terminal(("play", "--sim", "--terminal", *args), {**os.environ, **more})


@pytest.mark.parametrize("key", ["\x11", "q"][: count(1, 2)])
def test_quitting_gives_the_terminal_back(key: str, tmp_path: Path) -> None:
    terminal = table(tmp_path)
    terminal.wait_for("Play")
    terminal.type("\r")
    terminal.wait_for("Lay the stones")
    terminal.type(key)
    if key == "q":
        # In the middle of a game it is asked first.
        terminal.wait_for("It is kept")
        terminal.type(key)
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP][: count(1, 2)])
def test_being_stopped_gives_the_terminal_back(number: int, tmp_path: Path) -> None:
    terminal = table(tmp_path, "zwoggel")
    terminal.wait_for("Play")
    os.kill(terminal.pid, number)
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen


@pytest.mark.parametrize("keys", ["\r", ""][: count(1, 2)])
def test_it_ends_with_its_terminal(keys: str, tmp_path: Path) -> None:
    """A window is closed: nothing may go on behind it."""
    terminal = table(tmp_path, "zwoggel")
    terminal.wait_for("Play")
    terminal.type(keys)
    assert terminal.closed() == 0


def test_a_table_of_cards_gives_the_terminal_back(tmp_path: Path) -> None:
    terminal = table(tmp_path, "zwoggel")
    terminal.wait_for("Play")
    terminal.type("\r")
    terminal.wait_for("turns up a card")
    terminal.type("r")
    terminal.wait_for("turns up 0,0: red")
    terminal.type("q")
    terminal.wait_for("It is kept")
    terminal.type("\r")
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen


CRASH = """
from schiri.terminal.app import SchiriApp

def fail(self):
    raise KeyError("unforeseen")

SchiriApp.on_schiri_app_changed = fail
"""


def test_an_app_that_crashes_says_so_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(CRASH)
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    folders = {name: str(tmp_path) for name in ("SCHIRI_LOGS", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    more = {**folders, "PYTHONPATH": path, "TERM": "xterm-256color"}
    terminal = Terminal(("play", "--sim", "--terminal"), {**os.environ, **more}, is_new=True)
    assert terminal.status() == 70
    told = terminal.seen[terminal.seen.rindex(OUT) :].decode()
    log = tmp_path / "schiri" / "log" / "debug.log"
    assert str(log) in told.replace("\r\n", "") and "unforeseen" not in told
    written = log.read_text()
    assert "KeyError: 'unforeseen'" in written and "hello" in written
