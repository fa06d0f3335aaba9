"""Commands in processes of their own that begin at once: forks of a program that waits.

Decides how such a process comes to be.  One program has imported what commands import, which takes
a quarter of a second, and waits; a command is a fork of it with streams and surroundings of its
own, and ends as any program does.  What a start itself does is for a Python that begins anew.
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

# What commands import when they have begun, and what those alone do that serve pages.
MODULES = (
    "schiri.cli.conversation",
    "schiri.terminal.app",
    "schiri.replayer.app",
    "readline",
    "serial",
)
PAGES = ("schiri.page.server", "uvicorn.protocols.websockets.websockets_sansio_impl")
FORKED = get_context("fork")


class Fork:
    """A command in a process of its own, used as a `subprocess.Popen`.

    Shape: ``streams`` are its standard input, output and error; one alone is the terminal that it
    shall have.  Its clock goes ``pace`` times as fast as ours.
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
    """Begin a command with a Python of its own, as a user does."""
    command = command_line(*words)
    if len(streams) == 1:
        command[-len(words) - 1] = f"import os; os.login_tty(0); {MAIN}"
        streams = [*streams, *streams, *streams]
    stdin, stdout, stderr = streams
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, env=surroundings)


@cache
def waiting() -> Connection:
    """Return the way to the program that waits, which begins when it is first needed."""
    ours, theirs = Pipe()
    path = os.pathsep.join(str(ROOT / folder) for folder in (".", "engines", "firmware", "host"))
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.forks", str(theirs.fileno())],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path, "LC_ALL": "C.UTF-8"},
        # What ends the tests from a keyboard is none of its business.
        start_new_session=True,
    )
    theirs.close()
    atexit.register(program.wait)
    atexit.register(ours.close)
    return ours


def serve(asking: Connection) -> None:
    """Begin the commands that are asked for, and tell of each when it has ended."""
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
                # The first one takes a second for it, and no other one does.
                for module in PAGES:
                    import_module(module)
            # Those that are left when nobody asks any more are ended.
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
    """Run a command as the program that this is, with these streams."""
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
    """Let this program's clock go faster, and its waiting be as much shorter."""
    from schiri.device import port

    monotonic, monotonic_ns, sleep = time.monotonic, time.monotonic_ns, time.sleep
    time.monotonic = lambda: monotonic() * pace
    time.monotonic_ns = lambda: monotonic_ns() * pace
    time.sleep = lambda seconds: sleep(float(seconds) / pace)
    port.SerialPort.__init__.__defaults__ = (port.READ_S / pace,)  # type: ignore[attr-defined]


def opened(number: int, like: TextIO) -> TextIO:
    """Return a standard stream as Python opens what lies behind it now."""
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
