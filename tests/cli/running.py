"""A command that runs on: typed to line by line, its output read as it comes."""

import signal
import subprocess
import threading
from queue import Queue
from typing import IO

from tests.cli.command import PATIENCE_S, Ran, checked, command_line, environment
from tests.programs import Closing


class Stream:
    """The lines of an output, read in a thread of its own.

    Shape: ``seen`` are those that were read so far.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self.seen: list[str] = []
        self._pipe = pipe
        self._lines: Queue[str] = Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._pipe:
            self._lines.put(line.decode())

    def line(self) -> str:
        """Return the next line as soon as it is there; raises queue.Empty if it never is."""
        line = self._lines.get(timeout=PATIENCE_S)
        self.seen.append(line)
        return line.removesuffix("\n")

    def line_with(self, part: str) -> str:
        """Return the next line that holds this."""
        while part not in (line := self.line()):
            pass
        return line

    def rest(self) -> None:
        """Read on to the end."""
        self._thread.join(PATIENCE_S)
        while not self._lines.empty():
            self.seen.append(self._lines.get())


class Running(Closing):
    """A command in a process of its own, ended with the block that it is used in."""

    def __init__(self, *words: str, **more: str) -> None:
        self._process = subprocess.Popen(
            command_line(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(**more),
        )
        assert self._process.stdout and self._process.stderr
        self.out = Stream(self._process.stdout)
        self.err = Stream(self._process.stderr)

    def close(self) -> None:
        """End it, however far it is."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE_S)
        self.out.rest()
        self.err.rest()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()

    def type(self, data: str | bytes) -> None:
        """Write to its standard input."""
        assert self._process.stdin
        self._process.stdin.write(data.encode() if isinstance(data, str) else data)
        self._process.stdin.flush()

    def stop(self, number: signal.Signals) -> Ran:
        """Send it a signal and wait for its end."""
        self.send(number)
        return self.ended()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def end_of_input(self) -> Ran:
        """Close its standard input and wait for its end."""
        self.close_input()
        return self.ended()

    def close_input(self) -> None:
        """Close its standard input."""
        assert self._process.stdin
        self._process.stdin.close()

    def wait(self) -> int:
        """Wait until it has ended and return its status, whatever that is."""
        return self._process.wait(PATIENCE_S)

    def ended(self) -> Ran:
        """Wait until it ends by itself."""
        status = self.wait()
        self.out.rest()
        self.err.rest()
        return checked(status, "".join(self.out.seen), "".join(self.err.seen))
