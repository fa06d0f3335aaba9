"""``schiri referee``: the referee in the terminal, typed or from a script.

Decides how commands are read and answered.  In a script nothing is random; people at the
prompt draw lots for who starts.
"""

import json
import os
import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Protocol, TextIO

import click
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class, row_of

from schiri.cli.errors import problem_of
from schiri.cli.games import game_verb
from schiri.cli.language import pass_words
from schiri.cli.lines import bounded, check_length
from schiri.cli.prompt import is_seen, seen_lines, typed_lines, wrapped
from schiri.cli.replies import Done, NotDone, Reply, asked_words, commands, open_script, words_of
from schiri.clock import local_time
from schiri.config import settings
from schiri.errors import HostError
from schiri.events import Event
from schiri.games import adapter_of
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.stored import read_file
from schiri.log.writer import LogWriter, header_of
from schiri.prose import option_words, state_words
from schiri.prose.answers import decided_words
from schiri.referee import Referee
from schiri.table.lots import seated
from schiri.texts import Words


class Answers(Protocol):
    """Whatever carries out commands: a referee, with or without a log."""

    def command(self, text: str) -> list[Event]:
        """Carry out a command and return its events."""


@game_verb(
    click.Option(["-n", "--players"], metavar="A,B", help="Names; in a script the first starts."),
    click.Option(["-p", "--port"], metavar="PORT", help="The device to play with."),
    click.Option(["-s", "--script"], metavar="FILE|-", help="Commands, one a line."),
    click.Option(["-j", "--json", "as_json"], is_flag=True, help="Answer each command in JSON."),
    click.Option(["-l", "--log", "log"], type=click.Path(path_type=Path), help="Keep a log here."),
)
@pass_words
def referee(
    words: Words,
    game: str,
    options: dict[str, str],
    players: str | None,
    port: str | None,
    script: str | None,
    as_json: bool,
    log: Path | None,
) -> None:
    """Referee a game: whose turn it is, what is legal, who has won."""
    names = players.split(",") if players is not None else []
    # Before anything is written: without its script a game does not begin.
    lines = open_script(script)
    is_for_people = script is None and not as_json
    if is_for_people:
        names = names or usual_names(game, options)
    if script is None:
        was, names = names, seating_order(names, log)
        # Of a log whose game goes on the options are as they were at its seats.
        options = seated(options, log is None and names != was)
    chosen = options if script is None else {**game_class(game).IN_SCRIPT, **options}
    judge = Referee(game, names, chosen)
    if port is not None:
        from schiri.cli.referee_begin import Wanted
        from schiri.cli.referee_port import referee_at

        may_join = is_for_people and players is None and log is None
        wanted = Wanted(judge, options, may_join, is_for_people, as_json, log)
        referee_at(words, port, lines, wanted)
        return
    with lines, keeping_log(words, judge, log) as answers:
        judge_alone(words, judge, answers, lines, is_for_people, as_json)


def judge_alone(
    words: Words,
    judge: Referee,
    answers: Answers,
    lines: TextIO,
    is_for_people: bool,
    as_json: bool,
) -> None:
    """Referee a game without a device."""
    if not row_of(judge.game).size and not as_json:
        print(*option_words(words, judge.game, judge.options), sep="\n", file=sys.stderr)
    is_asked = is_for_people and lines.isatty() and is_seen()
    if is_asked:
        print(*seen_lines(words, judge.state(), view_of(judge)), sep="\n", flush=True)
        tell_decided(words, judge, [header_of(judge.game, judge.options, [*judge.names])])
    elif is_for_people:
        print(state_words(words, judge.state()), flush=True)
    typed = typed_lines(words, lines, judge) if is_for_people else bounded(lines)
    for number, text in commands(typed):
        reply = answer(words, judge, answers, text)
        if as_json:
            print(json.dumps({"line": number, **reply.json()}, ensure_ascii=False), flush=True)
        elif is_asked:
            print(asked_words(words, reply, view_of(judge)), flush=True)
            tell_decided(words, judge, reply.events if isinstance(reply, Done) else ())
        else:
            print(words_of(words, reply), flush=True)


def tell_decided(words: Words, judge: Referee, events: Sequence[Event]) -> None:
    """Warn of a start that is decided, where these events have made one."""
    if found := adapter_of(judge.game).decided(judge.table, events):
        print(wrapped(decided_words(words, (found[0], str(found[1])))), flush=True)


def view_of(judge: Referee) -> object:
    """Return how a game lies."""
    return adapter_of(judge.game).view(judge)


def usual_names(game: str, options: dict[str, str]) -> list[str]:
    """Return the names that are set for every evening, as many of them as can play."""
    return list(settings().names[: game_class(game).seats_for(options)[-1]])


def seating_order(names: list[str], log: Path | None) -> list[str]:
    """Return the names as they sit, from one drawn by lot on, or as a log has them."""
    if log and os.path.isfile(log):
        try:
            seated = list(read_file(log).header.players)
        except BrokenLog as broken:
            raise HostError("log-not-ours", path=log) from broken
        return seated if sorted(seated) == sorted(names or seated) else names
    first = random.randrange(len(names) or 1)
    return names[first:] + names[:first]


@contextmanager
def keeping_log(words: Words, judge: Referee, path: Path | None) -> Iterator[Answers]:
    """Give the referee a log in this file, which goes on where the file ends; none without one."""
    if path is None:
        yield judge
        return
    header = header_of(judge.game, judge.options, list(judge.names))
    with closing(LogWriter(path, header, local_time)) as writer:
        logged = LoggedReferee(judge, writer)
        if writer.was_torn:
            text = words.gettext("The last line of the log was cut off; it is left out.")
            print(text, file=sys.stderr)
        yield logged


def answer(words: Words, judge: Referee, answers: Answers, text: str) -> Reply:
    """Carry out one command and return the reply."""
    try:
        check_length(text)
        return Done(answers.command(text), judge.state())
    except (Refused, MalformedText) as error:
        problem = problem_of(words, error)
        return NotDone(problem.code, problem.rule or None, problem.words, judge.state())
