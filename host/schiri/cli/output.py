"""Where text leaves for a terminal: standard output and standard error, for the time of a command.

Decides that nothing leaves there that would command a terminal, whoever wrote it: a device, a log,
a page, the name of a file.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from typing import TextIO, cast

from schiri.plain import plain


class PlainStream:
    """A stream to which text is written as `plain` has it.

    Shape: ``styled`` is the stream behind it, for text that was plain before it got its colours.
    """

    def __init__(self, stream: TextIO) -> None:
        self.styled = stream

    def write(self, text: str) -> int:
        """Write a text."""
        self.styled.write(plain(text))
        return len(text)

    def __getattr__(self, name: str) -> object:
        return getattr(self.styled, name)


@contextmanager
def plain_output() -> Iterator[None]:
    """Let all that is printed in the block be plain; a program without a terminal has none."""
    with ExitStack() as streams:
        if sys.stdout is not None:
            streams.enter_context(redirect_stdout(cast(TextIO, PlainStream(sys.stdout))))
        if sys.stderr is not None:
            streams.enter_context(redirect_stderr(cast(TextIO, PlainStream(sys.stderr))))
        yield
