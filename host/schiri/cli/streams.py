"""Input and output of a terminal.

Decides the longest line, because an endless one must not fill the memory. Also decides that no
output can control a terminal, whether it comes from a device, a log, a page or a file name.
"""

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout, suppress
from queue import Queue
from threading import Thread
from typing import TextIO, cast

from schiri.errors import HostError, reason_of
from schiri.plain import plain

# In characters: more than a person types, and more than the moves of the longest game.
LONGEST = 1 << 17
STDIN = 0
# Lines read ahead, limited because endless input must not fill the memory.
AHEAD = 100


def bounded(lines: TextIO) -> Iterator[str]:
    """Yield the lines of a text; a line that is too long is cut just beyond the limit.

    >>> import io
    >>> [len(line) for line in bounded(io.StringIO("a1-c3\\n" + "x" * 10**7 + "\\nundo"))]
    [6, 131073, 4]
    """
    while line := lines.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = lines.readline(LONGEST)


def wrapped(text: str, indent: int = 0, most: int = LONGEST) -> str:
    """Return sentences in lines that fit the terminal, no word broken, all but the first indented.

    Shape: a line that fits stays as it is; ``most`` is the largest width.
    """
    wrapper = textwrap.TextWrapper(
        min(shutil.get_terminal_size().columns, most),
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    lines = text.splitlines()
    return "\n".join(wrapper.fill(line) if len(line) > wrapper.width else line for line in lines)


def open_script(script: str | None) -> TextIO:
    """Return the lines of a script, or those that are typed."""
    try:
        # Not `sys.stdin`, which is None if standard input is closed. Undecodable bytes must reach
        # the parser, which refuses them, and must not end the session.
        source = STDIN if script in (None, "-") else script
        return open(source, encoding="utf-8-sig", errors="replace", closefd=source != STDIN)
    except OSError as error:
        path = "-" if script is None else script
        raise HostError("file-unreadable", path=path, reason=reason_of(error)) from error


def lines_in_thread(text: TextIO, ahead: int = AHEAD) -> "Queue[str]":
    """Return a queue of the lines of a text, read in a thread; "" is their end.

    Shape: ``ahead`` lines are read at most; the thread keeps its file open while it waits.
    """
    lines: Queue[str] = Queue(ahead)

    def read() -> None:
        # A lost terminal counts as the end of input.
        with suppress(OSError):
            for line in bounded(text):
                lines.put(line)
        lines.put("")

    Thread(target=read, name="lines", daemon=True).start()
    return lines


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for keys, without Enter and without echo."""
    if sys.platform == "win32":
        import msvcrt

        yield msvcrt.getwch
        return
    import termios
    import tty

    before = termios.tcgetattr(STDIN)
    # TCSADRAIN keeps keys that were already typed.
    tty.setcbreak(STDIN, termios.TCSADRAIN)
    try:
        yield lambda: os.read(STDIN, 32).decode(errors="replace")
    finally:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, before)


class PlainStream:
    """A stream that escapes text by `plain`.

    Shape: ``styled`` is the stream behind it, for text that was plain before it got its colours.
    """

    def __init__(self, stream: TextIO) -> None:
        self.styled = stream

    def write(self, text: str) -> int:
        self.styled.write(plain(text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.styled, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Escape everything printed in the block; without a terminal there may be no streams."""
    with ExitStack() as streams:
        for stream, redirect in ((sys.stdout, redirect_stdout), (sys.stderr, redirect_stderr)):
            if stream is not None:
                streams.enter_context(redirect(cast(TextIO, PlainStream(stream))))
        yield
