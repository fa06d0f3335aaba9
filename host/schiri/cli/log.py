"""``schiri log``: list, show, verify, replay and export log files.

Decides what is printed, and which exit status a log has.  Must not know the form of a log.
"""

import json
import os
import sys
from pathlib import Path

import click
from schiri_engines.refusals import Refused

from schiri.cli.command import Group
from schiri.cli.language import language_option, pass_words
from schiri.errors import HostError
from schiri.events import End
from schiri.export import FORMS, export_text
from schiri.log.folder import log_folder
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.notes import missing_in, survived_in
from schiri.log.replay import referee_of, replay
from schiri.log.times import happened
from schiri.log.writer import read_file
from schiri.prose import end_words, event_words
from schiri.prose.notes import missing_words, survived_words
from schiri.texts import Words

FILE = click.argument("file", type=click.Path(path_type=Path))


@click.group(cls=Group)
@language_option
def log() -> None:
    """Look at logged games."""


def find(file: Path) -> Path:
    """Return the file, looked for also in the folder of the logs."""
    kept = log_folder() / file
    return kept if not os.path.exists(file) and os.path.exists(kept) else file


def told(words: Words, broken: BrokenLog) -> int:
    """Print which line is wrong, and why; return the exit status for it."""
    print(broken_words(words, broken), file=sys.stderr)
    return 1


def broken_words(words: Words, broken: BrokenLog) -> str:
    """Return which line of a log is wrong, and why."""
    why = words.pgettext("log", broken.code)
    if isinstance(broken.cause, Refused):
        why += ": " + words.refusal_line(broken.cause.refusal, broken.cause.size)
    elif broken.cause:
        why += ": " + words.malformed(broken.cause)
    return words.gettext("line {line}: {why}").format(line=broken.line, why=why)


@log.command("list")
@language_option
@pass_words
def list_logs(words: Words) -> None:
    """List the logs that are kept, oldest first."""
    for path in sorted(log_folder().glob("*.jsonl")):
        try:
            print(path.name, summary(words, read_file(path)), sep="  ")
        except BrokenLog as broken:
            print(path.name, broken_words(words, broken), sep="  ")
        except HostError as error:
            print(words.error(error), file=sys.stderr)


def summary(words: Words, found: Log) -> str:
    """Return a log in one line."""
    header, last = found.header, found.events[-1]
    result = words.gettext("unfinished")
    if isinstance(last, End):
        result = end_words(words, header.game, last.winner, last.rule)
    began = happened(found.lines[:1])[0]
    return f"{began}  {header.game}  {', '.join(header.players)}  {result}"


@log.command()
@FILE
@language_option
@pass_words
def show(words: Words, file: Path) -> int:
    """Show a game in words."""
    try:
        found = read_file(find(file))
    except BrokenLog as broken:
        return told(words, broken)
    print(summary(words, found))
    game = found.header.game
    for line, moment in [*zip(found.lines, happened(found.lines), strict=True)][1:]:
        print(f"{line.n:4}  {moment}  {event_words(words, game, line.event)}")
    return 0


@log.command()
@FILE
@language_option
@pass_words
def verify(words: Words, file: Path) -> int:
    """Check that nothing in a log was changed, doubled, reordered or lost."""
    try:
        found = read_file(find(file))
    except BrokenLog as broken:
        # To verify is to ask for just this: it is the answer.
        print(broken_words(words, broken))
        return 1
    for line in found.lines:
        for note in missing_in([line.event]):
            print(
                words.gettext("line {line}: {why}").format(
                    line=line.n, why=missing_words(words, note)
                )
            )
            return 1
    marks = " unfinished" * (not found.is_finished) + " torn" * found.torn
    print(f"ok {len(found.lines)} events{marks}")
    if survived := survived_in(found.events):
        print(survived_words(words, survived), file=sys.stderr)
    return 0


def tell(words: Words, game: str, line: Line) -> None:
    """Print an event in words, with the number of its line."""
    print(f"{line.n:4}  {event_words(words, game, line.event)}")


@log.command("replay")
@FILE
@language_option
@pass_words
def replay_file(words: Words, file: Path) -> int:
    """Play a log again and print its events and the state that they lead to."""
    try:
        found = read_file(find(file))
        referee = referee_of(found.header)
        replay(found.lines, referee, lambda line: tell(words, referee.game, line))
    except BrokenLog as broken:
        return told(words, broken)
    print(json.dumps(referee.state().json(), ensure_ascii=False))
    return 0


@log.command()
@FILE
@click.option("--format", "form", type=click.Choice(list(FORMS)), required=True)
@language_option
@pass_words
def export(words: Words, file: Path, form: str) -> int:
    """Print a log in another form."""
    try:
        print(export_text(words, read_file(find(file)), form), end="")
    except BrokenLog as broken:
        return told(words, broken)
    return 0
