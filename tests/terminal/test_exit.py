"""The terminal is restored on every exit: quitting, Ctrl-Q, and signals.

A sample tries each exit once: ``q`` at a table of cards, and SIGHUP during a replay.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.counts import count
from tests.programs import Terminal

pytestmark = pytest.mark.serial

# A way to leave the app.
Leave = Callable[[Terminal], None]
IN, OUT = b"\x1b[?1049h", b"\x1b[?1049l"


def table(folder: Path, *args: str) -> Terminal:
    """Return `schiri play --sim` in its own terminal."""
    folder.mkdir(exist_ok=True)
    more = {"SCHIRI_LOGS": str(folder), "XDG_CONFIG_HOME": str(folder), "TERM": "xterm-256color"}
    return Terminal(("play", "--sim", "--terminal", *args), {**os.environ, **more})


def quit_with(key: str) -> Leave:
    """Return a way to leave a game of the device by a key."""

    def leave(terminal: Terminal) -> None:
        terminal.type("\r")
        terminal.wait_for("is to move")
        terminal.type(key)
        if key == "q":
            # In mid-game a confirmation is needed.
            terminal.wait_for("It is saved")
            terminal.type(key)

    return leave


def leave_the_cards(terminal: Terminal) -> None:
    """Leave a game of cards in progress."""
    terminal.type("\r")
    terminal.wait_for("turns up a card")
    terminal.type("\r")
    terminal.wait_for("It shows")
    terminal.type("r")
    terminal.wait_for("turns a card up: red")
    terminal.type("q")
    terminal.wait_for("It is saved")
    terminal.type("\r")


def stop_with(number: int) -> Leave:
    """Return a way to leave by a signal."""
    return lambda terminal: os.kill(terminal.pid, number)


# The named game, or "", and the way to leave it.
WAYS: list[tuple[str, Leave]] = [
    ("", quit_with("\x11")),
    ("zwoggel", leave_the_cards),
    ("zwoggel", stop_with(signal.SIGTERM)),
    ("zwoggel", stop_with(signal.SIGHUP)),
    ("", quit_with("q")),
][: count(3, 5)]


def test_every_exit_restores_the_terminal(tmp_path: Path) -> None:
    # In parallel, because each has waits.
    opened = [
        table(tmp_path / str(at), *filter(None, [game])) for at, (game, _leave) in enumerate(WAYS)
    ]
    for (game, leave), terminal in zip(WAYS, opened, strict=True):
        terminal.wait_for("Play")
        leave(terminal)
        assert terminal.status() == 0, (game, leave)
        assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN), (game, leave)
        assert b"Traceback" not in terminal.seen, (game, leave)


def test_closing_the_terminal_ends_the_program(tmp_path: Path) -> None:
    """The window is closed: nothing may keep running."""
    keys = ["\r", ""][: count(1, 2)]
    opened = [table(tmp_path / str(at), "zwoggel") for at in range(len(keys))]
    for key, terminal in zip(keys, opened, strict=True):
        terminal.wait_for("Play")
        terminal.type(key)
        assert terminal.closed() == 0, key


CRASH = """
from schiri.terminal.app import SchiriApp

def fail(self):
    raise KeyError("unforeseen")

SchiriApp.see = fail
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
