"""The terminal is given back on every exit: quitting, Ctrl-Q, and being told to stop."""

import os
import pty
import select
import signal
import sys
import time
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.serial]

IN, OUT = b"\x1b[?1049h", b"\x1b[?1049l"
DEADLINE_S = 20


class Terminal:
    """`schiri play --sim` in a terminal of its own."""

    def __init__(self, folder: Path, *args: str) -> None:
        self.seen = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(
                SCHIRI_LOGS=str(folder), XDG_CONFIG_HOME=str(folder), TERM="xterm-256color"
            )
            code = "from schiri.cli import main; main()"
            os.execv(sys.executable, [sys.executable, "-c", code, "play", "--sim", *args])

    def wait_for(self, pattern: bytes) -> None:
        """Read until the pattern has come."""
        end = time.monotonic() + DEADLINE_S
        while pattern not in self.seen:
            ready, _, _ = select.select([self.fd], [], [], end - time.monotonic())
            assert ready, f"{pattern!r} did not come"
            try:
                self.seen += os.read(self.fd, 65536)
            except OSError:
                break
        assert pattern in self.seen

    def type(self, keys: bytes) -> None:
        os.write(self.fd, keys)

    def status(self) -> int:
        """Wait for its end and return its exit status."""
        end = time.monotonic() + DEADLINE_S
        while select.select([self.fd], [], [], max(0.0, end - time.monotonic()))[0]:
            try:
                self.seen += os.read(self.fd, 65536)
            except OSError:
                break
        else:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.parametrize("key", [b"q", b"\x11"])
def test_quitting_gives_the_terminal_back(key: bytes, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(b"Play")
    terminal.type(b"\r")
    terminal.wait_for(b"Lay the stones")
    terminal.type(key)
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_being_stopped_gives_the_terminal_back(number: int, tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for(b"Play")
    os.kill(terminal.pid, number)
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen


@pytest.mark.parametrize("keys", [b"", b"\r"])
def test_it_ends_with_its_terminal(keys: bytes, tmp_path: Path) -> None:
    """A window is closed: nothing may go on behind it."""
    alive, held = os.pipe()
    os.set_inheritable(held, True)
    terminal = Terminal(tmp_path)
    # Whoever lives has the other end.
    os.close(held)
    terminal.wait_for(b"Play")
    terminal.type(keys)
    os.close(terminal.fd)
    has_ended = bool(select.select([alive], [], [], DEADLINE_S)[0])
    if not has_ended:
        os.kill(terminal.pid, signal.SIGKILL)
    os.close(alive)
    assert os.waitpid(terminal.pid, 0) == (terminal.pid, 0) and has_ended


def test_a_table_of_cards_gives_the_terminal_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "zwoggel")
    terminal.wait_for(b"Play")
    terminal.type(b"\r")
    terminal.wait_for(b"turns up a card")
    terminal.type(b"r")
    terminal.wait_for(b"flip 0,0 red")
    terminal.type(b"q")
    assert terminal.status() == 0
    assert terminal.seen.rindex(OUT) > terminal.seen.rindex(IN)
    assert b"Traceback" not in terminal.seen
