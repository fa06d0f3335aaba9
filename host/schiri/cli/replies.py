"""What commands of the referee are, and the replies to them, in words and in JSON.

Decides their forms.  Must not know who carries a command out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from schiri.cli.prompt import seen_lines, wrapped
from schiri.errors import HostError, reason_of
from schiri.events import Event, State
from schiri.games import adapter_of
from schiri.json_object import JsonObject
from schiri.prose import state_lines, turn_words
from schiri.prose.answers import answer_words
from schiri.prose.history import told_words
from schiri.table.intents import Answer
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


def reply_to(words: Words, answer: Answer, state: State) -> Reply:
    """Return the reply to a command by what came of it."""
    if answer.refusal:
        told = words.pgettext("refusal", answer.refusal.code)
        return NotDone(answer.refusal.code, answer.refusal.rule or None, told, state)
    if error := answer.malformed or answer.error:
        return NotDone(error.code, None, answer_words(words, answer), state)
    return Done([*answer.events], state)


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


def asked_words(words: Words, reply: Reply, view: object) -> str:
    """Return a reply for somebody at a terminal, whose prompt says whose turn it is."""
    if isinstance(reply, NotDone):
        return wrapped(words_of(words, reply))
    told, ends = events_words(words, reply)
    seen = seen_lines(words, reply.state, view)
    return "\n".join([*map(wrapped, told), *seen, *map(wrapped, ends)])


def events_words(words: Words, reply: Done) -> tuple[list[str], list[str]]:
    """Return what a command brought about, and the end if it was one."""
    game = reply.state.game
    in_state = ("end", *adapter_of(game).told_by_state)
    told = [told_words(words, game, each) for each in reply.events if each.kind not in in_state]
    ends = [told_words(words, game, each) for each in reply.events if each.kind == "end"]
    return told, ends


def words_of(words: Words, reply: Reply) -> str:
    """Return a reply in words, for people."""
    if isinstance(reply, NotDone):
        return f"{reply.text} ({reply.rule})" if reply.rule else reply.text
    told, ends = events_words(words, reply)
    state = reply.state
    return "\n".join([*told, *state_lines(words, state), *(ends or [turn_words(words, state)])])
