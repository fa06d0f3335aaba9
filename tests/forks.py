"""Commands in their own processes that start at once: forks of a waiting program.

Decides how such a process starts.  One program imports the modules of all commands, which takes a
quarter of a second, and waits. A command is a fork of it with its own streams and environment, and
ends like any program.  Tests of the start itself use a new Python process.
"""

import atexit
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import recv_handle, send_handle
from typing import TextIO

from tests.cli.command import MAIN, command_line
from tests.sources import ROOT

# Modules that commands import late, and those that only page servers import.
MODULES = (
    "schiri.cli.conversation",
    "schiri.terminal.app",
    "schiri.terminal.replay_app",
    "readline",
    "serial",
)
PAGES = ("schiri.page.server", "uvicorn.protocols.websockets.websockets_sansio_impl")
FORKED = get_context("fork")


class Fork:
    """A command in its own process, used like a `subprocess.Popen`.

    Shape: ``streams`` are its standard input, output and error. A single stream is its controlling
    terminal.  Its clock runs ``pace`` times as fast as ours.
    """

    def __init__(
        self,
        words: Sequence[str],
        surroundings: Mapping[str, str],
        streams: Sequence[int],
        pace: int = 1,
    ) -> None:
        self._told, tell = Pipe(duplex=False)
        asking = waiting()
        asking.send(((list(words), os.getcwd(), dict(surroundings), pace), len(streams)))
        for number in (tell.fileno(), *streams):
            send_handle(asking, number, None)
        tell.close()
        self.pid: int = self._told.recv()
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return its status if it has ended."""
        if self.returncode is None and self._told.poll():
            self.returncode = self._told.recv()
            self._told.close()
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait for its end and return its status; raises subprocess.TimeoutExpired."""
        if self.returncode is None and not self._told.poll(timeout):
            raise subprocess.TimeoutExpired("schiri", timeout)
        status = self.poll()
        assert status is not None
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def started(
    words: Sequence[str], surroundings: Mapping[str, str], streams: Sequence[int]
) -> subprocess.Popen[bytes]:
    """Start a command in a new Python process, as a user does."""
    command = command_line(*words)
    if len(streams) == 1:
        command[-len(words) - 1] = f"import os; os.login_tty(0); {MAIN}"
        streams = [*streams, *streams, *streams]
    stdin, stdout, stderr = streams
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, env=surroundings)


@cache
def waiting() -> Connection:
    """Return the connection to the waiting program, which is started on first use."""
    ours, theirs = Pipe()
    path = os.pathsep.join(str(ROOT / folder) for folder in (".", "engines", "firmware", "host"))
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.forks", str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"},
        # Ctrl-C in the tests must not end it.
        start_new_session=True,
    )
    theirs.close()
    atexit.register(program.wait)
    atexit.register(ours.close)
    return ours


def serve(asking: Connection) -> None:
    """Start the requested commands, and report the exit code of each."""
    from schiri.cli import VERBS
    from schiri_engines.registry import names

    modules = [f"schiri.cli.{each}" for each in VERBS]
    rules = [f"schiri_engines.{game}" for game in names()]
    games = [f"schiri.games.{game}" for game in names()]
    for module in (*modules, *MODULES, *rules, *games):
        import_module(module)
    gc.collect()
    gc.freeze()
    begun: dict[int | Connection, tuple[BaseProcess, Connection]] = {}
    while True:
        for ready in wait([asking, *begun]):
            if ready in begun:
                process, told = begun.pop(ready)
                process.join()
                told.send(process.exitcode)
                told.close()
                continue
            try:
                request, count = asking.recv()
            except EOFError:
                return
            tell, *streams = [recv_handle(asking) for _ in range(1 + count)]
            if "--no-browser" in request[0]:
                # The first command with pages takes a second for these imports.
                for module in PAGES:
                    import_module(module)
            # Remaining commands end with this program.
            process = FORKED.Process(target=run, args=(*request, streams), daemon=True)
            told = Connection(tell)
            process.start()
            told.send(process.pid)
            begun[process.sentinel] = process, told
            for number in streams:
                os.close(number)


def run(
    words: list[str], folder: str, surroundings: dict[str, str], pace: int, streams: list[int]
) -> None:
    """Run a command as this program, with these streams."""
    from schiri.cli import main

    if len(streams) == 1:
        os.login_tty(streams[0])
    else:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        own = opened(number, getattr(sys, name))
        setattr(sys, name, own)
        setattr(sys, f"__{name}__", own)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(surroundings)
    sys.argv = ["-c", *words]
    if pace != 1:
        hasten(pace)
    main()


def hasten(pace: int) -> None:
    """Speed up this program's clock, and shorten its waits to match."""
    from schiri.device import port

    monotonic, monotonic_ns, sleep = time.monotonic, time.monotonic_ns, time.sleep
    time.monotonic = lambda: monotonic() * pace
    time.monotonic_ns = lambda: monotonic_ns() * pace
    time.sleep = lambda seconds: sleep(float(seconds) / pace)
    port.SerialPort.__init__.__defaults__ = (port.WAIT_S / pace,)  # type: ignore[attr-defined]


def opened(number: int, like: TextIO) -> TextIO:
    """Return a standard stream as Python opens it for its current file descriptor."""
    is_by_lines = os.isatty(number) or number == 2
    return open(
        number,
        "r" if number == 0 else "w",
        buffering=1 if is_by_lines else -1,
        encoding=like.encoding,
        errors=like.errors,
        closefd=False,
    )


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])))
