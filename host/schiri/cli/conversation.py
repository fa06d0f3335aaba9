"""The referee as a conversation: commands that are typed or read, and what is told of a table.

Decides in which order typed commands, presses on the device and what comes of them are told.  Must
not know a rule, a port or a log: intents go to the table, states and answers come from it.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Semaphore, Thread
from typing import TextIO

from schiri_engines.refusals import MalformedText

from schiri.cli.lines import bounded, check_length
from schiri.cli.prompt import (
    HELPING,
    QUITTING,
    help_words,
    is_seen,
    long_form,
    seen_lines,
    single_keys,
    wrapped,
)
from schiri.cli.referee_begin import Wanted
from schiri.cli.replies import Done, NotDone, Reply, asked_words, commands, reply_to, words_of
from schiri.cli.stepper import TableStepper
from schiri.clock import now_ms
from schiri.events import Made, State
from schiri.games import adapter_of
from schiri.prose import option_words, state_words, turn_words
from schiri.prose.answers import connected_words, disagreement_words, notice_words, refusal_line
from schiri.table.intents import Answer, Enter
from schiri.table.state import Notice, TableState
from schiri.texts import Words

# How long a line is waited for before the device is looked at again.
WAIT_S = 0.005


class Conversation:
    """A table as the referee tells it.

    Shape: in a script, and in JSON, what happened on the device comes with the next reply, for
    nothing but replies is printed there; people are told at once.
    """

    def __init__(self, words: Words, table: TableStepper, wanted: Wanted, lines: TextIO) -> None:
        self._words, self._table, self._wanted = words, table, wanted
        self._lines, self._is_terminal = bounded(lines), lines.isatty()
        self._size = wanted.judge.table.game.SIZE
        # A device is heard while a line is waited for, which another thread does then.
        self._read: SimpleQueue[str] = SimpleQueue()
        self._may_read = Semaphore(0)
        self._is_asked = wanted.is_for_people and self._is_terminal and is_seen()
        self._is_waiting = False
        self._on_panel = ""
        table.on_state = self._follow

    @property
    def _state(self) -> TableState:
        """The newest moment."""
        return self._table.state

    @property
    def _stands(self) -> State:
        """How the game stands now, which has begun."""
        assert self._table.state.state is not None
        return self._table.state.state

    def run(self) -> None:
        """Carry out what is typed until it ends."""
        wanted, words, state = self._wanted, self._words, self._stands
        if not self._size and not wanted.as_json:
            options = option_words(words, state.game, self._state.options)
            print(*options, sep="\n", file=sys.stderr)
        if self._is_asked:
            print(*seen_lines(words, state, self._state.board), sep="\n", flush=True)
            self._tell_notices([each for each in self._state.notices if each.code == "decided"])
        elif wanted.is_for_people:
            print(state_words(words, state), flush=True)
        self._follow(self._state)
        if wanted.port:
            Thread(target=self._read_lines, name="lines", daemon=True).start()
        for number, text in commands(self._typed()):
            reply = self._carry_out(text)
            if wanted.as_json:
                print(json.dumps({"line": number, **reply.json()}, ensure_ascii=False), flush=True)
            elif not wanted.is_for_people:
                print(words_of(words, reply), flush=True)
            elif isinstance(reply, NotDone) or reply.events:
                self._tell(reply)

    def _carry_out(self, text: str) -> Reply:
        """Carry out a command; return the reply, of people's what they were not told yet."""
        words = self._words
        try:
            check_length(text)
        except MalformedText as error:
            return reply_to(words, Answer(malformed=error), self._stands)
        is_kept_here = self._state.is_card_game
        while not (self._wanted.is_for_people or is_kept_here or self._state.connected):
            # A script goes on when the device is back.
            self._table.wait()
        before = self._state.told_upto
        answer = self._table.do(Enter(text))
        # A turning is pressed on the panel, which stamps it.
        while is_kept_here and answer.is_done and not answer.events:
            state = self._state
            if state.refusal:
                answer = Answer(refusal=state.refusal)
            elif state.told_upto != before or not state.connected:
                break
            else:
                self._table.wait()
        if not answer.is_done:
            return reply_to(words, answer, self._stands)
        events, self._table.events = self._table.events, []
        if not any(isinstance(event, Made) for event in answer.events):
            # What only asks is for whoever asked, and no other view is told.
            events += answer.events
        return Done(events, self._stands)

    # What is typed

    def _typed(self) -> Iterator[str]:
        """Yield the lines that are typed, and after each that opens a race what the keys said.

        Shape: to people help is given, and quitting ends them.
        """
        wanted, words = self._wanted, self._words
        judge, is_for_people = wanted.judge, wanted.is_for_people
        race = None
        if is_for_people and not wanted.port and self._is_terminal:
            race = adapter_of(judge.game).key_race(judge)
        if race:
            print(race.intro(words), file=sys.stderr)
        waiting = ""
        while waiting := waiting if "\n" in waiting else waiting + self._next_line():
            line, _end, waiting = waiting.partition("\n")
            command = long_form(judge.game, line) if is_for_people else line
            if is_for_people and command in QUITTING:
                return
            if is_for_people and command in HELPING:
                print(wrapped(help_words(words, judge, self._state.board)), flush=True)
                continue
            yield command
            if race and not waiting and (turner := race.turner_after(command, self._state)):
                print(wrapped(turn_words(words, self._stands)), flush=True)
                with single_keys() as keys:
                    claims, waiting = race.run(keys, now_ms, turner)
                if claims:
                    yield claims

    def _next_line(self) -> str:
        """Wait for a line, and meanwhile for the device; return "" at the end of them."""
        if not self._wanted.port:
            return self._line_here()
        self._prompt()
        self._may_read.release()
        while True:
            with suppress(Empty):
                line = self._read.get(timeout=WAIT_S)
                self._is_waiting = False
                return line
            self._table.step()

    def _line_here(self) -> str:
        """Wait for a line where no device is to be heard."""
        if not self._is_asked:
            return next(self._lines, "")
        with suppress(ImportError):
            # Its import alone lets `input` edit lines and remember them; Windows has its own.
            import readline  # noqa: F401
        try:
            return input(self._question()) + "\n"
        except EOFError:
            print()
            return ""

    def _read_lines(self) -> None:
        """Pass on a line each time that one is wanted; the file stays open: it is this thread's."""
        for line in self._lines:
            self._may_read.acquire()
            self._read.put(line)
        self._may_read.acquire()
        self._read.put("")

    def _question(self) -> str:
        """Return what asks for the next line: whose turn it is, and what is due."""
        state = self._stands
        return "> " if state.phase == "over" else wrapped(turn_words(self._words, state)) + "\n> "

    def _prompt(self) -> None:
        if self._is_asked:
            print(self._question(), end="", flush=True)
            self._is_waiting = True

    # What is told

    def _follow(self, was: TableState) -> None:
        """Tell what is new in a moment; what is no reply goes to standard error."""
        words, state = self._words, self._state
        if self._wanted.is_for_people:
            if state.refusal and state.refusal != was.refusal:
                self._print(refusal_line(words, state.refusal))
            events, self._table.events = self._table.events, []
            if events:
                self._tell(Done(events, self._stands))
        notes = []
        if was.connected and not state.connected:
            notes.append(words.gettext("The device is gone; waiting for it."))
        if state.connected and not was.connected:
            notes.append(connected_words(words, state.connected))
        if state.disagreement and state.disagreement != was.disagreement:
            notes.append(disagreement_words(words, state.disagreement))
        due = adapter_of(self._wanted.judge.game).panel_words(words, state.cards, state.players)
        if due and due != self._on_panel:
            notes.append(due)
        self._on_panel = due
        if notes:
            self._print("\n".join(notes), is_reply=False)
        self._tell_notices(state.notices_since(was.notices_upto))

    def _tell_notices(self, notices: "tuple[Notice, ...] | list[Notice]") -> None:
        """Tell what was found beside the game: at a prompt with it, else to whoever looks on."""
        for notice in notices:
            if self._is_asked:
                self._print(wrapped(notice_words(self._words, notice)))
            elif self._wanted.port:
                self._print(notice_words(self._words, notice), is_reply=False)

    def _tell(self, reply: Reply) -> None:
        if self._is_asked:
            self._print(asked_words(self._words, reply, self._state.board))
        else:
            self._print(words_of(self._words, reply))

    def _print(self, text: str, is_reply: bool = True) -> None:
        """Print something, and ask again where somebody was asked."""
        was_waiting, self._is_waiting = self._is_waiting, False
        if was_waiting:
            print(flush=True)
        print(text, file=sys.stdout if is_reply else sys.stderr, flush=True)
        if was_waiting:
            self._prompt()
