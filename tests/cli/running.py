"""A running command: tests type lines into it and read its output as it comes."""

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import IO

from tests.cli.command import Ran, checked, environment
from tests.forks import Fork, started
from tests.patience import PATIENCE_S
from tests.programs import Closing

# At this pace a silent device counts as gone after 0.6 s of our time instead of three.
PACE = 5


class Stream:
    """The lines of an output, read in its own thread.

    Shape: ``seen`` are the lines read so far.
    """

    def __init__(self, pipe: IO[bytes]) -> None:
        self.seen: list[str] = []
        self._pipe = pipe
        self._lines: Queue[str] = Queue()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with self._pipe:
            for line in self._pipe:
                self._lines.put(line.decode())

    def line(self) -> str:
        """Return the next line as soon as it arrives; raises queue.Empty if none does."""
        line = self._lines.get(timeout=PATIENCE_S)
        self.seen.append(line)
        return line.removesuffix("\n")

    def line_with(self, part: str) -> str:
        while part not in (line := self.line()):
            pass
        return line

    def is_silent(self, for_s: float) -> bool:
        """Return whether no line arrives for this long."""
        try:
            self._lines.put(self._lines.get(timeout=for_s))
        except Empty:
            return True
        return False

    def rest(self) -> None:
        self._thread.join(PATIENCE_S)
        while not self._lines.empty():
            self.seen.append(self._lines.get())


class Running(Closing):
    """A command in its own process, which ends with the block."""

    pace = 1
    forks = hasattr(os, "fork")

    def __init__(self, *words: str, **more: str) -> None:
        (read, typed), (out, write_out), (err, write_err) = (os.pipe() for _ in range(3))
        theirs = (read, write_out, write_err)
        self._process = self._begin(words, environment(**more), theirs)
        for number in theirs:
            os.close(number)
        self._typed = os.fdopen(typed, "wb")
        self.out, self.err = Stream(os.fdopen(out, "rb")), Stream(os.fdopen(err, "rb"))

    def _begin(
        self, words: Sequence[str], surroundings: Mapping[str, str], streams: Sequence[int]
    ) -> Fork | subprocess.Popen[bytes]:
        if self.forks:
            return Fork(words, surroundings, streams, self.pace)
        return started(words, surroundings, streams)

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE_S)
        self.out.rest()
        self.err.rest()
        self.close_input()

    def type(self, data: str | bytes) -> None:
        self._typed.write(data.encode() if isinstance(data, str) else data)
        self._typed.flush()

    def stop(self, number: signal.Signals) -> Ran:
        self.send(number)
        return self.ended()

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def until_it_waits(self) -> None:
        """Return when it sleeps, as it does at a prompt when a person presses Ctrl-C.

        A signal between Python's last look for signals and the system call of its read is seen
        only after the next line. That moment of microseconds comes just after an output.
        """
        state = Path(f"/proc/{self._process.pid}/stat")
        # Other systems do not have this file, and it goes with the process.
        with suppress(FileNotFoundError, ProcessLookupError):
            while state.read_text().rpartition(")")[2].split()[0] == "R":
                os.sched_yield()

    def end_of_input(self) -> Ran:
        self.close_input()
        return self.ended()

    def close_input(self) -> None:
        with suppress(BrokenPipeError):
            self._typed.close()

    def wait(self) -> int:
        return self._process.wait(PATIENCE_S)

    def ended(self) -> Ran:
        status = self.wait()
        self.out.rest()
        self.err.rest()
        return checked(status, "".join(self.out.seen), "".join(self.err.seen))


class Hasty(Running):
    """A command with a faster clock, like all others of this class."""

    pace = PACE


class Started(Running):
    """A command in a new Python process, as a user starts it."""

    forks = False


def process(
    *words: str,
    data: bytes = b"",
    more: Mapping[str, str] | None = None,
    kind: type[Running] = Running,
) -> Ran:
    """Run a command in its own process, with ``data`` on its standard input."""
    with kind(*words, **(more or {})) as running:
        with suppress(BrokenPipeError):
            running.type(data)
        return running.end_of_input()
