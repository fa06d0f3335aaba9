"""``schiri log``: list, show, verify, replay, export, draw and count log files.

Decides what is printed, and which exit status a log has.  Must not know the form of a log.
"""

import json
import sys
from collections import deque
from itertools import islice
from pathlib import Path

import click

from schiri.cli.command import Group
from schiri.cli.language import language_option, pass_words
from schiri.cli.log_files import (
    AT,
    FILE,
    below,
    choosing,
    counted,
    find,
    summary,
    telling_broken,
    unread_words,
    wanted,
)
from schiri.cli.log_views import picture, replay_file, stats
from schiri.export import FORMS, export_parts
from schiri.log.choice import EVERYTHING, logs_in, read_all, summary_of
from schiri.log.folder import log_folder
from schiri.log.lines import BrokenLog
from schiri.log.notes import survived_in
from schiri.log.replay import Told, last_event, referee_after, told
from schiri.log.stored import read_file
from schiri.log.telling import broken_words, missing_line
from schiri.log.verification import verified
from schiri.prose import state_words
from schiri.prose.history import agreed_words, told_words
from schiri.prose.moments import local_moment
from schiri.prose.notes import survived_words
from schiri.texts import Words


@click.group(cls=Group)
@language_option
def log() -> None:
    """Look at logged games."""


for each in (replay_file, picture, stats):
    log.add_command(each)


@log.command("list")
@choosing
@click.option("--unfinished", is_flag=True, help="Only games that are not over.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@language_option
@pass_words
def list_logs(
    words: Words,
    game: str | None,
    players: tuple[str, ...],
    since: str | None,
    unfinished: bool,
    as_json: bool,
) -> None:
    """List the logs that are kept, in the order in which their games began."""
    asked = wanted(game, players, since, unfinished)
    kept, unread = read_all(logs_in(log_folder()))
    chosen = [each for each in kept if asked.has(summary_of(each))]
    for each in chosen:
        if as_json:
            print(json.dumps(summary_of(each).json(), ensure_ascii=False))
        else:
            print(each.path.name, summary(words, each.log, each.log.lines[-1].event), sep="  ")
    for file in unread:
        # One that is broken is a log all the same, of which nobody knows what game it is.
        is_answer = isinstance(file.why, BrokenLog) and not as_json and asked == EVERYTHING
        print(unread_words(words, file), file=sys.stdout if is_answer else sys.stderr)
    if not (chosen or unread):
        text = words.gettext("No such log is kept in {folder}.")
        print(text.format(folder=log_folder()), file=sys.stderr)


@log.command()
@FILE
@click.option("--board", is_flag=True, help="Show how the game stands instead.")
@AT
@language_option
@pass_words
@telling_broken
def show(words: Words, file: Path, board: bool, at: int | None) -> int:
    """Show a game in words, or how it stands after an entry."""
    found = read_file(find(file))
    every = islice(told(found, at), 1, None)
    state = referee_after(found, at).state() if board else None
    print(summary(words, found, last_event(found)))
    if state:
        for each in deque(every, 1):
            print(shown_words(words, found.header.game, each))
        print("", state_words(words, state), sep="\n")
        return 0
    for text in agreed_words(words, found.header):
        print(f"  {text}")
    for each in every:
        print(shown_words(words, found.header.game, each))
    return 0


def shown_words(words: Words, game: str, each: Told) -> str:
    """Return what has happened, with an entry's number and the time."""
    text = below(told_words(words, game, each.event))
    return f"{counted(each.line, each.number)}  {local_moment(each.at)}  {text}"


@log.command()
@FILE
@language_option
@pass_words
def verify(words: Words, file: Path) -> int:
    """Check that nothing in a log was changed or lost, and that the rules agree with it."""
    try:
        found = read_file(find(file), verified)
    except BrokenLog as broken:
        # To verify is to ask for just this: it is the answer.
        print(broken_words(words, broken))
        return 1
    if missing := missing_line(words, found):
        print(missing)
        return 1
    marks = " unfinished" * (not found.is_finished) + " torn" * found.torn
    print(f"ok {len(found.lines)} events{marks}")
    if survived := survived_in(line.event for line in found.lines):
        print(survived_words(words, survived), file=sys.stderr)
    return 0


@log.command()
@FILE
@click.option("--format", "form", type=click.Choice(list(FORMS)), required=True)
@language_option
@pass_words
@telling_broken
def export(words: Words, file: Path, form: str) -> int:
    """Print a log in another form."""
    for part in export_parts(words, read_file(find(file)), form):
        print(part, end="")
    return 0
