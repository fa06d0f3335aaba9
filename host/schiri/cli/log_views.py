"""``schiri log``: replay, picture and stats, what shows more of a log than its lines.

Decides where it is shown: on the terminal, in a file, as a table.
"""

import json
import os
import sys
from itertools import islice, tee
from pathlib import Path

import click
from schiri_engines.refusals import MalformedText

from schiri.cli.command import Command
from schiri.cli.language import language_option, pass_words
from schiri.cli.log_files import (
    AT,
    FILE,
    below,
    choosing,
    counted,
    find,
    telling_broken,
    unread_words,
    wanted,
)
from schiri.disk import as_host_error
from schiri.errors import HostError
from schiri.games import adapter_of
from schiri.log.choice import Unread, logs_in, logs_under, read_all, summary_of
from schiri.log.folder import log_folder
from schiri.log.lines import BrokenLog
from schiri.log.replay import Replay, entry_numbers, referee_after, referee_of
from schiri.log.stored import read_file
from schiri.prose.history import told_words
from schiri.texts import Words

PICTURES = (".svg", ".png")


@click.command("replay", cls=Command)
@FILE
@click.option("--step/--no-step", default=None, help="Step through it in the terminal.")
@language_option
@pass_words
@telling_broken
def replay_file(words: Words, file: Path, step: bool | None) -> int:
    """Play a log again: step by step on a terminal, else print its events and the last state."""
    is_terminal = all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    if step and not is_terminal:
        raise HostError("no-terminal-to-step")
    found = read_file(find(file))
    if is_terminal and step is not False:
        from schiri.replayer.app import ReplayApp
        from schiri.replayer.steps import steps_of

        app = ReplayApp(words, found.header, steps_of(found))
        app.run()
        if app.bug:
            raise app.bug
        return 0

    referee = referee_of(found.header)
    played, (lines, others) = Replay(referee), tee(found.lines)
    for line, number in islice(zip(lines, entry_numbers(others), strict=True), 1, None):
        told = told_words(words, found.header.game, played.follow(line).event)
        print(f"{counted(line, number)}  {below(told)}")
    print(json.dumps(referee.state().json(), ensure_ascii=False))
    return 0


@click.command(cls=Command)
@FILE
@AT
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="FILE.svg or FILE.png."
)
@language_option
@pass_words
@telling_broken
def picture(words: Words, file: Path, at: int | None, output: Path) -> int:
    """Draw how a game stands, at its end or after an entry."""
    if output.suffix.lower() not in PICTURES:
        raise MalformedText("bad-picture-name", output.name, " ".join(PICTURES))
    path = find(file)
    found = read_file(path)
    referee = referee_after(found, at)
    if os.path.exists(output) and path.samefile(output):
        # It has more than one name: a picture in its place is the end of the log.
        raise HostError("file-unwritable", path=output, reason="EPERM")

    from schiri.picture.drawing import drawing
    from schiri.picture.png import png_of
    from schiri.prose.captions import caption_of

    caption = caption_of(words, referee.state(), referee.names, found.header.options)
    drawn = drawing(adapter_of(referee.game).view(referee), caption)
    if drawn is None:
        raise HostError("no-picture", game=referee.game)
    data = png_of(drawn) if output.suffix.lower() == ".png" else drawn.encode()
    with as_host_error(output):
        output.write_bytes(data)
    return 0


@click.command(cls=Command)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@choosing
@click.option("--json", "as_json", is_flag=True, help="All figures as one JSON object.")
@language_option
@pass_words
def stats(
    words: Words,
    files: tuple[Path, ...],
    game: str | None,
    players: tuple[str, ...],
    since: str | None,
    as_json: bool,
) -> None:
    """Count what logs come to: wins, streaks, times, races, dice.

    FILES are logs, or folders of them; the folder of the logs unless named.
    """
    from schiri.stats.figures import figures_of, played

    asked = wanted(game, players, since)
    named = [find(file) for file in files]
    kept, unread = read_all(logs_under(named) if named else logs_in(log_folder()))
    for file in unread:
        if file.path in named and isinstance(file.why, HostError):
            raise file.why
    games = []
    for each in kept:
        if not asked.has(summary_of(each)):
            continue
        try:
            games.append(played(each.log))
        except BrokenLog as broken:
            unread.append(Unread(each.path, broken))
    for file in unread:
        print(unread_words(words, file), file=sys.stderr)
    figures = figures_of(games, [file.path.name for file in unread])
    if as_json:
        print(json.dumps(figures.json(), ensure_ascii=False))
    elif not games:
        print(words.gettext("No games to count."), file=sys.stderr)
    else:
        from schiri.stats.tables import print_tables

        print_tables(words, figures, sys.stdout)
