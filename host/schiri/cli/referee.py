"""``schiri referee``: the referee in the terminal, typed or from a script.

Decides how commands are read and answered.  In a script nothing is random; people at the
prompt draw lots for who starts.
"""

import json
import os
import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

import click
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class, row_of

from schiri.cli.errors import problem_of
from schiri.cli.games import game_verb
from schiri.cli.language import pass_words
from schiri.cli.lines import bounded, check_length
from schiri.cli.prompt import is_seen, seen_board, typed_lines, wrapped
from schiri.cli.unbuilt import unbuilt
from schiri.clock import local_time
from schiri.config import settings
from schiri.errors import HostError, reason_of
from schiri.events import Event, State
from schiri.games import adapter_of
from schiri.games.board import BoardView
from schiri.json_object import JsonObject
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.writer import LogWriter, header_of, read_file
from schiri.prose import event_words, option_words, state_lines, state_words, turn_words
from schiri.referee import Referee
from schiri.texts import Words

# Not `sys.stdin`: that is not there where standard input is closed.
STDIN = 0


@dataclass(frozen=True)
class Done:
    """The answer to a command that was carried out: what it brought about, and the state."""

    events: list[Event]
    state: State

    def json(self) -> JsonObject:
        """Return the answer as it is printed."""
        return {
            "ok": True,
            "events": [event.json() for event in self.events],
            "state": self.state.json(),
        }


@dataclass(frozen=True)
class NotDone:
    """The answer to a command that changed nothing: why, and the state.

    Shape: ``rule`` is None for what is no command at all.
    """

    code: str
    rule: str | None
    text: str
    state: State

    def json(self) -> JsonObject:
        """Return the answer as it is printed."""
        return {
            "ok": False,
            "code": self.code,
            "rule": self.rule,
            "text": self.text,
            "state": self.state.json(),
        }


Reply = Done | NotDone


class Answers(Protocol):
    """Whatever carries out commands: a referee, with or without a log."""

    def command(self, text: str) -> list[Event]:
        """Carry out a command and return its events."""


@game_verb(
    click.Option(["-n", "--players"], metavar="A,B", help="Names; in a script the first starts."),
    unbuilt("--port"),
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
    script: str | None,
    as_json: bool,
    log: Path | None,
) -> None:
    """Referee a game: whose turn it is, what is legal, who has won."""
    names = players.split(",") if players is not None else []
    # Before anything is written: without its script a game does not begin.
    with open_script(script) as lines:
        is_for_people = script is None and not as_json
        if is_for_people:
            names = names or usual_names(game, options)
        if script is None:
            names = seating_order(names, log)
        else:
            options = {**game_class(game).IN_SCRIPT, **options}
        judge = Referee(game, names, options)
        answers: Answers = with_log(words, judge, log) if log else judge
        if not row_of(game).size and not as_json:
            print(*option_words(words, game, judge.options), sep="\n", file=sys.stderr)
        is_asked = is_for_people and lines.isatty() and is_seen()
        if is_asked:
            print(*seen_lines(words, judge), sep="\n", flush=True)
        elif is_for_people:
            print(state_words(words, judge.state()), flush=True)
        typed = typed_lines(words, lines, judge) if is_for_people else bounded(lines)
        for number, text in commands(typed):
            reply = answer(words, judge, answers, text)
            if as_json:
                print(json.dumps({"line": number, **reply.json()}, ensure_ascii=False), flush=True)
            else:
                told = asked_words(words, judge, reply) if is_asked else words_of(words, reply)
                print(told, flush=True)


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


def with_log(words: Words, judge: Referee, path: Path) -> LoggedReferee:
    """Return the referee with a log in this file, which goes on where the file ends."""
    header = header_of(judge.game, judge.options, list(judge.names))
    writer = LogWriter(path, header, local_time)
    logged = LoggedReferee(judge, writer)
    if writer.was_torn:
        print(
            words.gettext("The last line of the log was cut off; it is left out."), file=sys.stderr
        )
    return logged


def open_script(script: str | None) -> TextIO:
    """Return the lines of a script, or those that are typed.

    Raises: HostError (file-unreadable).
    """
    try:
        # What is no text must reach the referee, which refuses it, and not end the session.
        source = STDIN if script in (None, "-") else script
        return open(source, encoding="utf-8-sig", errors="replace", closefd=source != STDIN)
    except OSError as error:
        path = "-" if script is None else script
        raise HostError("file-unreadable", path=path, reason=reason_of(error)) from error


def commands(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the commands among some lines, with the numbers of their lines."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def answer(words: Words, judge: Referee, answers: Answers, text: str) -> Reply:
    """Carry out one command and return the reply."""
    try:
        check_length(text)
        return Done(answers.command(text), judge.state())
    except (Refused, MalformedText) as error:
        problem = problem_of(words, error)
        return NotDone(problem.code, problem.rule or None, problem.words, judge.state())


def seen_lines(words: Words, judge: Referee) -> list[str]:
    """Return how a game lies, for somebody at a terminal."""
    view = adapter_of(judge.game).view(judge)
    return seen_board(view) if isinstance(view, BoardView) else state_lines(words, judge.state())


def asked_words(words: Words, judge: Referee, reply: Reply) -> str:
    """Return a reply for somebody at a terminal, whose prompt says whose turn it is."""
    if isinstance(reply, NotDone):
        return wrapped(words_of(words, reply))
    told, ends = told_words(words, reply)
    lines = [*map(wrapped, told), *seen_lines(words, judge), *map(wrapped, ends)]
    return "\n".join(lines)


def told_words(words: Words, reply: Done) -> tuple[list[str], list[str]]:
    """Return what a command brought about, and the end if it was one."""
    game = reply.state.game
    in_state = ("end", *adapter_of(game).told_by_state)
    told = [event_words(words, game, each) for each in reply.events if each.kind not in in_state]
    ends = [event_words(words, game, each) for each in reply.events if each.kind == "end"]
    return told, ends


def words_of(words: Words, reply: Reply) -> str:
    """Return a reply in words, for people."""
    if isinstance(reply, NotDone):
        return f"{reply.text} ({reply.rule})" if reply.rule else reply.text
    told, ends = told_words(words, reply)
    state = reply.state
    return "\n".join([*told, *state_lines(words, state), *(ends or [turn_words(words, state)])])
