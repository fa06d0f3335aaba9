"""Help, usage errors, completion: in the user's language, and familiar from other commands."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import click
import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from schiri.cli import schiri
from schiri.cli.command import Option, paragraphs
from schiri.languages import LANGUAGES

from tests.cli.command import typed
from tests.cli.running import process
from tests.counts import some
from tests.games import GAMES
from tests.sources import HOST

OTHERS = [language for language in LANGUAGES if language != "en"]
CLICK = Path(click.__file__).parent
ROOT_CONTEXT = schiri.make_context("schiri", [], resilient_parsing=True)
# Messages of our own code, besides the help.
OURS = {
    'There is no command "{name}".',
    "Did you mean {name}?",
    "{option}; {value} unless given.",
}


@cache
def catalogue(language: str) -> tuple[Message, ...]:
    path = HOST / "texts" / language / "LC_MESSAGES" / "commands.po"
    with path.open("rb") as source:
        return tuple(message for message in read_po(source, abort_invalid=True) if message.id)


def texts(found: object) -> list[str]:
    """Return the texts of a message. A plural has two."""
    return [str(each) for each in found] if isinstance(found, list | tuple) else [str(found)]


def commands(
    command: click.Command, ctx: click.Context, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            below = command.get_command(ctx, name)
            assert below
            yield from commands(below, ctx, (*path, name))


COMMANDS = dict(commands(schiri, ROOT_CONTEXT))


def help_texts() -> Iterator[str]:
    for command in COMMANDS.values():
        yield from paragraphs(command.help)
        for param in command.get_params(ROOT_CONTEXT):
            if isinstance(param, click.Option) and not isinstance(param, Option) and param.help:
                yield param.help


@cache
def needed() -> set[str]:
    return {*help_texts(), *OURS}


# A sample of commands, whose `--help` is compared with `-h`.
IN_FULL = some(COMMANDS, 5)


# Contents of the help


@pytest.mark.parametrize("language", OTHERS)
def test_help_has_words_in_every_language(language: str) -> None:
    """A new command or option needs its words in commands.po."""
    there = {text for message in catalogue(language) for text in texts(message.id)}
    assert needed() - there == set()
    source = "".join(path.read_text() for path in CLICK.glob("*.py"))
    # As it is written in a source file.
    escaped = {text: text.encode("unicode_escape").decode("ascii") for text in there - needed()}
    assert {text for text in escaped if escaped[text] not in source} == set()
    assert all(all(texts(message.string)) for message in catalogue(language))


@pytest.mark.parametrize("language", OTHERS)
def test_translated_help_has_no_additional_placeholders(language: str) -> None:
    for message in catalogue(language):
        for english, words in zip(texts(message.id), texts(message.string), strict=True):
            found = [
                {name for _, name, _, _ in Formatter().parse(text)} for text in (english, words)
            ]
            assert found[1] <= found[0], english


def test_every_option_is_described(subtests: pytest.Subtests) -> None:
    for path, command in COMMANDS.items():
        with subtests.test(path=path):
            ran = typed(*path, "-h")
            assert (ran.status, ran.err) == (0, "")
            assert path not in IN_FULL or ran == typed(*path, "--help")
            german = typed("--lang", "de", *path, "-h").out
            assert german.startswith("Aufruf: ") and "\nOptionen:\n" in german
            shown = ran.out.split("Options:\n")[1].split("\nCommands:")[0]
            for param in command.params:
                if isinstance(param, click.Option) and not param.hidden:
                    assert f"{max(param.opts, key=len)}" in shown
            # A description is beside or below each name.
            lines = shown.splitlines()
            for line, after in zip(lines, [*lines[1:], ""], strict=True):
                if line.startswith("  -"):
                    assert "  " in line.strip() or after.startswith("     "), line


def test_help_is_in_the_readers_language_from_the_first_word_to_the_last() -> None:
    before = dict(os.environ)
    german = typed("--lang", "de", "record", "-h").out
    assert german.startswith("Aufruf: ") and "Ordner für die Protokolle." in german
    assert typed("record", "-h", "--lang=de").out == german
    assert typed("record", "-h").out.startswith("Usage: ")
    assert "Dossier des journaux." in typed("record", "--lang", "fr", "-h").out
    assert "[erforderlich]" in typed("--lang", "de", "deploy", "-h").out
    assert "[obligatoire]" in typed("--lang", "fr", "deploy", "-h").out
    assert dict(os.environ) == before


# Completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script_of_a_shell(shell: str) -> None:
    ran = typed("completion", shell)
    assert (ran.status, ran.err) == (0, "")
    assert f"_SCHIRI_COMPLETE={shell}_complete" in ran.out and "_schiri_completion" in ran.out


@pytest.mark.parametrize(
    ("line", "offered"),
    some(
        [
            ("schiri re", "record referee"),
            ("schiri referee z", "zwoggel"),
            ("schiri play j", "joggle"),
            ("schiri rules d", "drehwurm"),
            ("schiri sim --build k", "keys5"),
            ("schiri record --po", "--port"),
            ("schiri referee switch --la", "--lang --layout"),
            ("schiri engine moves z", ""),
            ("schiri referee chess ", " ".join(GAMES)),
        ],
        5,
    ),
)
def test_a_shell_completes_commands_and_options(line: str, offered: str) -> None:
    words = line.split(" ")
    more = {"_SCHIRI_COMPLETE": "bash_complete", "COMP_WORDS": line}
    ran = process(more={**more, "COMP_CWORD": str(len(words) - 1)})
    assert ran.status == 0 and ran.err == ""
    assert {each.partition(",")[2] for each in ran.lines if each} == set(offered.split())


def test_the_list_of_commands_has_one_short_line_for_each() -> None:
    for language in LANGUAGES:
        shown = typed("--lang", language, "--help").out
        assert not re.search(r"\w\.\.\.", shown)
        assert {name for name in schiri.commands if f"\n  {name} " in shown} == set(schiri.commands)
    shown = typed("--help").out
    assert "  deploy      Put the device's program on a CIRCUITPY drive\n" in shown
    assert "  referee     Referee a game\n" in shown
