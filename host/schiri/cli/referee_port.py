"""``schiri referee --port``: the referee with a device, as `schiri play` uses one.

Decides in which order typed commands, presses on the device and what comes of them are told.  Must
not know a rule, a port or a log: intents go to the table, states and answers come from it.
"""

import json
import sys
from collections.abc import Iterator
from secrets import randbelow
from threading import Semaphore, Thread
from typing import TextIO

from schiri_device.builds.cursor import BUILD
from schiri_engines.refusals import MalformedText

from schiri.cli.errors import problem_of
from schiri.cli.lines import bounded, check_length
from schiri.cli.prompt import HELPING, QUITTING, is_seen, long_form, seen_lines, wrapped
from schiri.cli.referee_begin import TableFeed, Wanted, begin
from schiri.cli.replies import Done, NotDone, Reply, asked_words, commands, words_of
from schiri.clock import local_time, now_ms
from schiri.device.handle import PortDevice
from schiri.events import Made
from schiri.games import adapter_of
from schiri.last_setup import setup_path
from schiri.log.folder import log_folder, require_writable
from schiri.prose import option_words, state_words, turn_words
from schiri.prose.answers import (
    answer_words,
    connected_words,
    disagreement_words,
    notice_words,
    refusal_line,
)
from schiri.table.intents import Answer, Enter
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.table.worker import TableWorker
from schiri.texts import Words


def referee_at(words: Words, port: str, lines: TextIO, wanted: Wanted) -> None:
    """Referee a game with the device on a port.

    Raises: HostError (what port, device and log raise).
    """
    folder = wanted.log.parent if wanted.log else log_folder()
    require_writable(folder)
    device = PortDevice(port, BUILD)
    worker = TableWorker(device, folder, local_time, setup_path(), randbelow)
    session = TableSession(device, worker, now_ms)
    feed = TableFeed(session)
    try:
        session.start()
        begin(feed, wanted)
        PortTable(words, feed, wanted).run(lines)
    finally:
        session.close()


class PortTable:
    """A table session as the referee tells it.

    Shape: in a script, and in JSON, what happened on the device comes with the next reply, for
    nothing but replies is printed there; people are told at once.
    """

    def __init__(self, words: Words, feed: TableFeed, wanted: Wanted) -> None:
        self._words, self._feed, self._wanted = words, feed, wanted
        self._may_read = Semaphore(0)
        self._is_asked = self._is_waiting = False
        self._on_panel = ""
        feed.on_state = self._follow

    @property
    def _state(self) -> TableState:
        """The newest state."""
        return self._feed.state

    def run(self, lines: TextIO) -> None:
        """Carry out what is typed until it ends."""
        wanted, words = self._wanted, self._words
        self._is_asked = wanted.is_for_people and lines.isatty() and is_seen()
        state = self._state.state
        assert state is not None
        if self._state.is_card_game and not wanted.as_json:
            options = option_words(words, state.game, self._state.options)
            print(*options, sep="\n", file=sys.stderr)
        if self._is_asked:
            print(*seen_lines(words, state, self._state.board), sep="\n", flush=True)
        elif wanted.is_for_people:
            print(state_words(words, state), flush=True)
        self._follow(self._state)
        Thread(target=self._read, args=(lines,), name="lines", daemon=True).start()
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
        try:
            check_length(text)
        except MalformedText as error:
            problem = problem_of(self._words, error)
            return self._not_done(problem.code, "", problem.words)
        is_card_game = self._state.is_card_game
        while not (self._wanted.is_for_people or is_card_game or self._state.connected):
            # A script goes on when the device is back.
            self._feed.take()
        before = self._state.told_upto
        answer = self._feed.do(Enter(text))
        # A turning is pressed on the panel, which stamps it.
        while is_card_game and answer.is_done and not answer.events:
            state = self._state
            if state.refusal:
                answer = Answer(refusal=state.refusal)
            elif state.told_upto != before or not state.connected:
                break
            else:
                self._feed.take()
        if answer.refusal:
            told = self._words.pgettext("refusal", answer.refusal.code)
            return self._not_done(answer.refusal.code, answer.refusal.rule, told)
        if problem_found := answer.malformed or answer.error:
            return self._not_done(problem_found.code, "", answer_words(self._words, answer))
        # What only asks is for whoever asked, and no other view is told.
        answers = [each for each in answer.events if not self._is_told(answer)]
        events, self._feed.events = [*self._feed.events, *answers], []
        assert self._state.state is not None
        return Done(events, self._state.state)

    def _is_told(self, answer: Answer) -> bool:
        return any(isinstance(event, Made) for event in answer.events)

    def _not_done(self, code: str, rule: str, told: str) -> NotDone:
        assert self._state.state is not None
        return NotDone(code, rule or None, told, self._state.state)

    # What is typed

    def _read(self, lines: TextIO) -> None:
        """Pass on a line each time that one is wanted; the file stays open: it is this thread's."""
        for line in bounded(lines):
            self._may_read.acquire()
            self._feed.put(line)
        self._may_read.acquire()
        self._feed.put(None)

    def _typed(self) -> Iterator[str]:
        """Yield the lines that are typed; to people help is given, and quitting ends them."""
        while True:
            self._prompt()
            self._may_read.release()
            while isinstance(line := self._feed.take(), TableState | Answer):
                pass
            self._is_waiting = False
            if line is None:
                return
            if self._wanted.is_for_people:
                line = long_form(self._wanted.judge.game, line)
            if self._wanted.is_for_people and line in QUITTING:
                return
            if self._wanted.is_for_people and line in HELPING:
                print(wrapped(self._help()), flush=True)
            else:
                yield line

    def _prompt(self) -> None:
        """Ask for the next line: whose turn it is, and what is due."""
        state = self._state.state
        if self._is_asked and state:
            due = "" if state.phase == "over" else wrapped(turn_words(self._words, state)) + "\n"
            print(f"{due}> ", end="", flush=True)
            self._is_waiting = True

    def _help(self) -> str:
        words, game = self._words, self._wanted.judge.game
        forms = [f"{form}: {meaning}" for form, meaning in adapter_of(game).notation(words)]
        general = words.gettext(
            "In every game: undo, resign NAME, dispute TEXT, set KEY VALUE, help, quit"
        )
        rules = words.gettext("The rules: schiri rules {game}").format(game=game)
        return "\n".join([*forms, general, rules])

    # What is told

    def _follow(self, was: TableState) -> None:
        """Tell what is new in a state; what is no reply goes to standard error."""
        words, state = self._words, self._state
        notes = [notice_words(words, each) for each in state.notices_since(was.notices_upto)]
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
        if self._wanted.is_for_people:
            if state.refusal and state.refusal != was.refusal:
                self._print(refusal_line(words, state.refusal))
            events, self._feed.events = self._feed.events, []
            if events and state.state:
                self._tell(Done(events, state.state))

    def _tell(self, reply: Reply) -> None:
        if self._is_asked:
            self._print(asked_words(self._words, reply, self._state.board))
        else:
            self._print(words_of(self._words, reply))

    def _print(self, text: str, is_reply: bool = True) -> None:
        """Print something, and ask anew where somebody was asked."""
        was_waiting, self._is_waiting = self._is_waiting, False
        if was_waiting:
            print(flush=True)
        print(text, file=sys.stdout if is_reply else sys.stderr, flush=True)
        if was_waiting:
            self._prompt()
