"""Which logs a command of ``schiri log`` is about, and what is said of those that are broken.

Decides where a file is looked for, and the options that choose.  Must not know the form of a log.
"""

import os
import sys
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click
from schiri_engines.refusals import MalformedText

from schiri.cli.games import check_game
from schiri.errors import HostError
from schiri.events import Event
from schiri.log.choice import Unread, Wanted
from schiri.log.folder import log_folder
from schiri.log.lines import BrokenLog, Line, Log
from schiri.log.telling import broken_words, result_words
from schiri.log.times import happened
from schiri.prose.moments import local_moment
from schiri.texts import Words

FILE = click.argument("file", type=click.Path(path_type=Path))
AT = click.option(
    "--at", type=int, metavar="N", help="After entry N, as `show` counts them; 0 is the start."
)

P = ParamSpec("P")
T = TypeVar("T")


def choosing(command: Callable[P, T]) -> Callable[P, T]:
    """Give a command the options that choose among logs."""
    for option in (
        click.option(
            "--since", metavar="DATE", help="Begun on that day or later, such as 2026-01-31."
        ),
        click.option("--player", "players", multiple=True, metavar="N", help="N has played."),
        click.option("--game", metavar="G", help="Of this game only."),
    ):
        command = option(command)
    return command


def wanted(
    game: str | None, players: tuple[str, ...], since: str | None, is_unfinished: bool = False
) -> Wanted:
    """Return what was chosen; a day begins at midnight here.

    Raises: MalformedText (unknown-game, bad-date).
    """
    if game is not None:
        check_game(game)
    day = None if since is None else midnight(since)
    return Wanted(game, players, day, is_unfinished)


def midnight(day: str) -> datetime:
    """Return when a day begins here.

    Raises: MalformedText (bad-date).
    """
    try:
        return datetime.strptime(day, "%Y-%m-%d").astimezone()
    except (ValueError, OverflowError) as error:
        raise MalformedText("bad-date", day, "2026-01-31") from error


def find(file: Path) -> Path:
    """Return the file, looked for also in the folder of the logs."""
    kept = log_folder() / file
    return kept if not os.path.exists(file) and os.path.exists(kept) else file


def telling_broken(
    command: Callable[Concatenate[Words, P], int],
) -> Callable[Concatenate[Words, P], int]:
    """Let a command say which line of a log is wrong, and why; its exit status is 1 then."""

    @wraps(command)
    def run(words: Words, /, *given: P.args, **named: P.kwargs) -> int:
        try:
            return command(words, *given, **named)
        except BrokenLog as broken:
            print(broken_words(words, broken), file=sys.stderr)
            return 1

    return run


def unread_words(words: Words, unread: Unread) -> str:
    """Return why a file is no log."""
    if isinstance(unread.why, HostError):
        return words.error(unread.why)
    return f"{unread.path.name}  {broken_words(words, unread.why)}"


def summary(words: Words, found: Log, last: Event) -> str:
    """Return a log in one line; ``last`` is its last event, as far as more is known of it."""
    header = found.header
    result = result_words(words, header.game, last)
    began = local_moment(next(happened([found.lines[0]])))
    return f"{began}  {header.game}  {', '.join(header.players)}  {result}"


def below(text: str) -> str:
    """Return what is told in an event's line: what is told in besides stands below it."""
    return text.replace("\n", "\n" + " " * 6)


def counted(line: Line, number: int) -> str:
    """Return the number of an entry, in front of its line; nothing of what is none."""
    return "    " if line.entry is None else f"{number:4}"
