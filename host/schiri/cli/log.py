"""``schiri log``: list, show, verify, replay, export, draw and count log files.

Decides where to look for a file, what is printed, and the exit status for a log.  Must not know the
form of a log.
"""

import json
import os
import sys
from collections import deque
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Group
from schiri.cli.games import chosen_game
from schiri.cli.language import pass_words
from schiri.disk import as_host_error
from schiri.errors import HostError
from schiri.events import End, Event
from schiri.export import FORMS, export_parts
from schiri.games import rulings_of
from schiri.json_object import JsonObject
from schiri.log import folder, index, removal, replay
from schiri.log.annotations import survived_in
from schiri.log.lines import BrokenLog, Log
from schiri.log.log_text import broken_words, missing_line, result_words
from schiri.log.stored import read_file
from schiri.plain import plain_line
from schiri.prose import state_words
from schiri.prose.events import agreed_words, event_text, survived_words
from schiri.prose.moments import local_moment
from schiri.texts import N_, Words

FILE = click.argument("file", type=click.Path(path_type=Path))
AT = click.option(
    "--at", type=int, metavar="N", help="After entry N, as `show` counts them; 0 is the start."
)

P = ParamSpec("P")
T = TypeVar("T")


def midnight(ctx: click.Context, param: click.Parameter, day: str | None) -> datetime | None:
    """Return the start of a day in the local zone, None for None."""
    try:
        return datetime.strptime(day, "%Y-%m-%d").astimezone() if day is not None else None
    except (ValueError, OverflowError) as error:
        raise MalformedText("bad-date", str(day), "2026-01-31") from error


def choosing(command: Callable[P, T]) -> Callable[P, T]:
    """Add the options that select logs to a command."""
    begun = "Begun on that day or later, such as 2026-01-31."
    since = click.option("--since", callback=midnight, metavar="DATE", help=begun)
    player = click.option("--player", "players", multiple=True, metavar="N", help="N has played.")
    game = click.option("--game", callback=chosen_game, metavar="G", help="Of this game only.")
    return game(player(since(command)))


def find(file: Path) -> Path:
    """Return the file, searched for in the folder of the logs too."""
    path = folder.log_folder() / file
    return path if not os.path.exists(file) and os.path.exists(path) else file


def unread_words(words: Words, unread: index.UnreadFile) -> str:
    if isinstance(unread.why, HostError):
        return words.error(unread.why)
    return f"{plain_line(unread.path.name)}  {broken_words(words, unread.why)}"


def summary(words: Words, found: Log | index.IndexedLog, last: Event) -> str:
    """Return a log in one line; ``last`` is its last event, with its causes if known."""
    header = found.header
    result = result_words(words, header.game, last)
    return f"{local_moment(found.began)}  {header.game}  {', '.join(header.players)}  {result}"


def summary_json(found: index.IndexedLog) -> JsonObject:
    """Return a log as ``schiri log list --json`` prints it."""
    event = found.last.event
    return {
        "file": found.path.name,
        "game": found.header.game,
        "players": found.header.players,
        "began": found.began,
        "over": found.is_finished,
        "winner": event.winner if isinstance(event, End) else (),
        "events": found.last.n,
    }


def below(text: str) -> str:
    """Return an event as lines, with details below the first line."""
    return text.replace("\n", "\n" + " " * 6)


def counted(each: replay.NumberedLine) -> str:
    """Return a line with the number of its entry, or without one for another event."""
    return "    " if each.line.entry is None else f"{each.number:4}"


@click.group(cls=Group)
def log() -> None:
    """Look at logged games."""


@log.command("list")
@choosing
@click.option("--unfinished", is_flag=True, help="Only games that are not over.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@pass_words
def list_logs(
    words: Words,
    game: str | None,
    players: tuple[str, ...],
    since: datetime | None,
    unfinished: bool,
    as_json: bool,
) -> None:
    """List the logs that are kept, in the order in which their games began."""
    asked = index.LogFilter(game, players, since, False if unfinished else None)
    logs, unread = index.index_of(folder.log_paths(folder.log_folder()))
    chosen = [*filter(asked.has, logs)]
    for each in chosen:
        if as_json:
            print(json.dumps(summary_json(each), ensure_ascii=False))
        else:
            print(plain_line(each.path.name), summary(words, each, each.last.event), sep="  ")
    for file in unread:
        # A broken log is listed as well; its game is unknown.
        is_answer = isinstance(file.why, BrokenLog) and not as_json and asked == index.EVERYTHING
        print(unread_words(words, file), file=sys.stdout if is_answer else sys.stderr)
    if not (chosen or unread):
        text = N_("No games are logged in {folder}.")
        if asked != index.EVERYTHING:
            text = N_("No game in {folder} matches.")
        print(words.say(text, folder=folder.log_folder()), file=sys.stderr)


@log.command()
@FILE
@click.option("--board", is_flag=True, help="Show how the game stands instead.")
@AT
@pass_words
def show(words: Words, file: Path, board: bool, at: int | None) -> None:
    """Show a game in words, or how it stands after an entry."""
    found = read_file(find(file))
    every = islice(replay.replayed(found, at), 1, None)
    state = replay.referee_after(found, at).state() if board else None
    print(summary(words, found, replay.last_event(found)))
    if state:
        for each in deque(every, 1):
            print(shown_words(words, found.header.game, each))
        print("", state_words(words, state), sep="\n")
        return
    for text in agreed_words(words, found.header):
        print(f"  {text}")
    for each in every:
        print(shown_words(words, found.header.game, each))


def shown_words(words: Words, game: str, each: replay.NumberedLine) -> str:
    text = below(event_text(words, game, each.event))
    return f"{counted(each)}  {local_moment(each.at)}  {text}"


@log.command()
@FILE
@pass_words
def verify(words: Words, file: Path) -> int:
    """Check that nothing in a log was changed or lost, and that the rules agree with it."""
    try:
        found = read_file(find(file), replay.verified)
    except BrokenLog as broken:
        # A broken log is a result here, not an error.
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
@pass_words
def export(words: Words, file: Path, form: str) -> None:
    """Print a log in another form."""
    for part in export_parts(words, read_file(find(file)), form):
        print(part, end="")


@log.command()
@FILE
@pass_words
def remove(words: Words, file: Path) -> None:
    """Remove a log from lists and statistics: move it into the folder "removed" beside it."""
    print(removal.remove_log(find(file)))
    print(words.gettext("To restore it, move the file back."), file=sys.stderr)


PICTURES = (".svg", ".png")


@log.command("replay")
@FILE
@click.option("--step/--no-step", default=None, help="Step through it in the terminal.")
@pass_words
def replay_file(words: Words, file: Path, step: bool | None) -> None:
    """Play a log again: step by step on a terminal, else print its events and the last state."""
    is_terminal = all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if step and not is_terminal:
        raise HostError("no-terminal-to-step")
    found = read_file(find(file))
    if is_terminal and step is not False:
        from schiri.log.steps import steps_of
        from schiri.terminal.replay_app import ReplayApp

        app = ReplayApp(words, found.header, steps_of(found))
        app.run()
        if app.bug:
            raise app.bug
        return
    referee = replay.referee_of(found.header)
    for each in islice(replay.replay_lines(found.lines, referee), 1, None):
        text = event_text(words, found.header.game, each.event)
        print(f"{counted(each)}  {below(text)}")
    print(json.dumps(referee.state().json(), ensure_ascii=False))


@log.command()
@FILE
@AT
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="FILE.svg or FILE.png."
)
@pass_words
def picture(words: Words, file: Path, at: int | None, output: Path) -> None:
    """Draw how a game stands, at its end or after an entry."""
    if output.suffix.lower() not in PICTURES:
        raise MalformedText("bad-picture-name", output.name, " ".join(PICTURES))
    path = find(file)
    found = read_file(path)
    referee = replay.referee_after(found, at)
    if os.path.exists(output) and path.samefile(output):
        # The log may have another name: a picture written over it would destroy the log.
        raise HostError("file-unwritable", path=output, reason="EPERM")

    from schiri.picture.drawing import drawing, png_of
    from schiri.scene import caption_of, still_of

    state, view = referee.state(), rulings_of(referee.game).view(referee.table)
    caption = caption_of(words, state, referee.names, found.header.options)
    drawn = drawing(still_of(words, state, view or state), caption)
    if drawn is None:
        raise HostError("no-picture", game=referee.game)
    data = png_of(drawn) if output.suffix.lower() == ".png" else drawn.encode()
    with as_host_error(output):
        output.write_bytes(data)


@log.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@choosing
@click.option("--json", "as_json", is_flag=True, help="All figures as one JSON object.")
@pass_words
def stats(
    words: Words,
    files: tuple[Path, ...],
    game: str | None,
    players: tuple[str, ...],
    since: datetime | None,
    as_json: bool,
) -> None:
    """Print statistics of logs: wins, streaks, times, races, dice.

    FILES are logs, or folders of them; the folder of the logs unless named.
    """
    from schiri.stats.figures import counted_game, figures_of

    asked = index.LogFilter(game, players, since)
    named = [find(file) for file in files]
    paths = folder.paths_under(named) if named else folder.log_paths(folder.log_folder())
    logs, unread = index.index_of(paths)
    for file in unread:
        if file.path in named and isinstance(file.why, HostError):
            raise file.why
    games = []
    for each in filter(asked.has, logs):
        try:
            games.append(counted_game(read_file(each.path)))
        except BrokenLog as broken:
            unread.append(index.UnreadFile(each.path, broken))
    for file in unread:
        print(unread_words(words, file), file=sys.stderr)
    figures = figures_of(games, [file.path.name for file in unread])
    if as_json:
        print(json.dumps(figures.json(), ensure_ascii=False))
    elif not games:
        print(words.gettext("No games to count."), file=sys.stderr)
    else:
        from schiri.cli.printing import print_tables

        print_tables(words, figures, sys.stdout)
