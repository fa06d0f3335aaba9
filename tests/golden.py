"""Golden files: scripts of commands. The output of each is below it, indented by two blanks.

Decides the form of all golden files: a line without indentation is a command, indented lines are
its output, ``#`` begins a comment.  Must not know what a command means: a player returns the lines
for a command.  ``make playthroughs`` records all scripts again: review the difference.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import NamedTuple

import pytest

from tests.closing import opened
from tests.sources import TESTS

# The folders of scripts, and what makes a player of each. README.md shows all dialects.
PLAYERS = {
    "playthroughs": "tests.playthroughs.rules_player:RulesPlayer",
    "firmware/app/sessions": "tests.firmware.device_player:DevicePlayer",
    "firmware/app/inside": "tests.firmware.device_player:DevicePlayer",
    "firmware/app/matches": "tests.firmware.device_player:DevicePlayer",
    "firmware/link/ends": "tests.firmware.wire_player:WirePlayer",
    "firmware/pc/wire": "tests.firmware.wire_player:WirePlayer",
    "table/scripts": "tests.table.table_player:TablePlayer",
    "scenes/scripts": "tests.scenes.scene_player:ScenePlayer",
    "page/html": "tests.page.test_html:HtmlPlayer",
    "terminal/flows": "tests.terminal.screen_player:ScreenPlayer",
    "cli/sessions": "tests.cli.command_player:CommandPlayer",
}

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


class Script(NamedTuple):
    """A file of commands, and the name of what makes a player for it."""

    path: Path
    player: str

    @property
    def text(self) -> str:
        """The recorded script."""
        return self.path.read_text(encoding="utf-8")

    def played(self) -> str:
        """Return the script with the current output of its commands."""
        return played(self.text, resolve_name(self.player)())

    def record(self) -> None:
        """Write the current output, and print the path if it has changed."""
        before, after = self.text, self.played()
        opened.close()
        if after != before:
            self.path.write_text(after, encoding="utf-8")
            print(self.path)


def scripts_in(folder: str) -> list[Script]:
    """Return the scripts of a folder of tests."""
    paths = sorted((TESTS / folder).glob("*.txt"))
    assert paths, folder
    return [Script(path, PLAYERS[folder]) for path in paths]


def each_in(*folders: str) -> pytest.MarkDecorator:
    """Return a mark by which a test is run with each script of these folders."""
    scripts = [script for folder in folders for script in scripts_in(folder)]
    return pytest.mark.parametrize("script", scripts, ids=lambda script: script.path.stem)


def wrapped(words: Iterable[str]) -> list[str]:
    """Return words, which may contain blanks, as lines that fit below a command.

    >>> wrapped(["one", "two"])
    ['one two']
    """
    text = " ".join(word.replace(" ", "\0") for word in words)
    width = COLUMNS - len(INDENT)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


if __name__ == "__main__":
    for folder in PLAYERS:
        for script in scripts_in(folder):
            script.record()
