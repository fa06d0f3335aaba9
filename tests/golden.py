"""Golden files: scripts of commands. The output of each is below it, indented by two blanks.

Decides the form of all golden files: a line without indentation is a command, indented lines are
its output, ``#`` begins a comment.  Must not know what a command means: the caller passes a
function that returns the lines for a command.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

INDENT = "  "
COLUMNS = 100

Answer = Callable[[str], Iterable[str]]


class Step(NamedTuple):
    """A line of a script and its output. Empty lines and comments have no output."""

    text: str
    told: tuple[str, ...]

    @property
    def is_command(self) -> bool:
        """Return whether this is a command, not a comment or an empty line."""
        return bool(self.text) and not self.text.startswith("#")


def steps(script: str) -> Iterator[Step]:
    r"""Yield the steps of a script.

    >>> list(steps("# Two.\nadd 1 1\n  2\n"))
    [Step(text='# Two.', told=()), Step(text='add 1 1', told=('2',))]
    """
    text: str | None = None
    told: list[str] = []
    for line in script.splitlines():
        if line.startswith(INDENT):
            told.append(line.removeprefix(INDENT))
            continue
        if text is not None:
            yield Step(text, tuple(told))
        text, told = line, []
    if text is not None:
        yield Step(text, tuple(told))


def played(script: str, answer: Answer) -> str:
    r"""Return a script with the current output of its commands.

    >>> played("# Two.\nadd 1 1\n  3\n", lambda command: ["2"])
    '# Two.\nadd 1 1\n  2\n'
    """
    lines = []
    for step in steps(script):
        lines.append(step.text)
        if step.is_command:
            lines += [INDENT + line for line in answer(step.text)]
    return "\n".join(lines) + "\n"


def rewrite(paths: Iterable[Path], answerer: Callable[[], Answer]) -> None:
    """Update the output in each file, and print the paths of changed files."""
    for path in paths:
        before = path.read_text()
        after = played(before, answerer())
        if after != before:
            path.write_text(after)
            print(path)


def wrapped(words: Iterable[str]) -> list[str]:
    """Return words, which may contain blanks, as lines that fit below a command.

    >>> wrapped(["one", "two"])
    ['one two']
    """
    text = " ".join(word.replace(" ", "\0") for word in words)
    width = COLUMNS - len(INDENT)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]
