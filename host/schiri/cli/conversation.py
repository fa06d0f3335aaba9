"""The referee as a conversation: commands, typed or from a script, and their replies.

Decides in which order commands, presses on the device and their results are printed, and the forms
of replies.  Must not know a rule, a port or a log: intents go to the table, states and answers come
from it.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from string import digits
from typing import NamedTuple, TextIO

from schiri_engines.refusals import MalformedText

from schiri.cells import with_small_cells
from schiri.cli.stepper import TableStepper
from schiri.cli.streams import LONGEST, STDIN, bounded, lines_in_thread, wrapped
from schiri.events import End, EntryMade, Event, State
from schiri.games.race import has_races
from schiri.games.words import notation_words
from schiri.json_object import JsonObject
from schiri.prose import answers, option_words, state_lines, state_words, turn_words, words_of
from schiri.prose.events import event_text
from schiri.referee import Referee
from schiri.scene.marks import MARKS, strongest
from schiri.table.intents import TURNINGS, Answer, Enter, ThrowIn
from schiri.table.state import GameSnapshot, Notice, TableState
from schiri.texts import Words
from schiri.views import BoardView

# How long a line is waited for before the device is looked at again.
WAIT_S = 0.005
# What people type to the prompt itself.
QUITTING, HELPING = ("quit", "exit", "q"), ("help", "?")


class GameRequest(NamedTuple):
    """The game to play, and its readers.

    Shape: ``given`` are the options that were named; ``may_join`` allows to go on with the device's
    current game.  Without a ``port`` no device takes part.
    """

    judge: Referee
    given: dict[str, str]
    may_join: bool
    is_for_people: bool
    as_json: bool
    log: Path | None
    port: str | None


class CommandReply(NamedTuple):
    """The result of a command, and the state after it.

    Shape: ``code`` is "" if it was carried out; else nothing has changed, and ``rule`` is None for
    text that is no command.
    """

    state: State
    events: Sequence[Event] = ()
    code: str = ""
    rule: str | None = None
    text: str = ""

    def json(self) -> JsonObject:
        state = self.state.json()
        if self.code:
            why = {"code": self.code, "rule": self.rule, "text": self.text}
            return {"ok": False, **why, "state": state}
        return {"ok": True, "events": [event.json() for event in self.events], "state": state}


def reply_to(
    words: Words, answer: Answer, state: State, table: TableState | None = None
) -> CommandReply:
    """Return the reply to a command from its result, at a table if there is one."""
    if answer.refusal:
        text = answers.refusal_text(words, answer.refusal, table)
        return CommandReply(state, (), answer.refusal.code, answer.refusal.rule or None, text)
    if error := answer.malformed or answer.error:
        return CommandReply(state, (), error.code, None, answers.answer_words(words, answer))
    return CommandReply(state, answer.events)


def commands(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the commands among some lines, with the numbers of their lines."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


class Conversation:
    """A table as the referee prints it.

    Shape: in a script, and in JSON, what happened on the device comes with the next reply, for
    nothing but replies is printed there; people see it at once.
    """

    def __init__(
        self, words: Words, table: TableStepper, request: GameRequest, lines: TextIO
    ) -> None:
        self._words, self._table, self._request = words, table, request
        self._lines, self._is_terminal = bounded(lines), lines.isatty()
        # A device is heard while a line is waited for, which another thread does then.
        self._read = lines_in_thread(lambda: lines, 1) if request.port else None
        is_seen = sys.stdout is not None and sys.stdout.isatty()
        self._is_asked = request.is_for_people and self._is_terminal and is_seen
        self._is_waiting = self._is_racing = False
        self._on_panel = ""
        table.on_state = self._follow

    @property
    def _state(self) -> TableState:
        return self._table.state

    @property
    def _game(self) -> GameSnapshot:
        assert self._state.game
        return self._state.game

    def run(self) -> None:
        request, words = self._request, self._words
        if not request.judge.table.game.SIZE and not request.as_json:
            options = option_words(words, self._game.state.game, self._game.options)
            print(*options, sep="\n", file=sys.stderr)
        if self._is_asked:
            print(*self._seen_lines(), sep="\n", flush=True)
            notices = self._state.notices.items
            self._print_notices([each for each in notices if each.code == "decided"])
        elif request.is_for_people:
            print(state_words(words, self._game.state), flush=True)
        self._follow(self._state)
        for number, text in commands(self._typed()):
            reply = self._carry_out(text)
            if request.as_json:
                print(json.dumps({"line": number, **reply.json()}, ensure_ascii=False), flush=True)
            elif not request.is_for_people or reply.code or reply.events:
                self._print(self._reply_words(reply))

    def _carry_out(self, text: str) -> CommandReply:
        """Carry out a command; return the reply, for people without what they have already seen."""
        if len(text) > LONGEST:
            error = MalformedText("line-too-long", text, str(LONGEST))
            return reply_to(self._words, Answer(malformed=error), self._game.state)
        is_kept_here = self._game.is_kept_here
        while not (self._request.is_for_people or is_kept_here or self._state.device.connected):
            # A script goes on when the device is back.
            self._table.wait()
        before = self._game.events.upto
        answer = self._table.do(Enter(text))
        # A turning is pressed on the panel, which stamps it.
        while is_kept_here and answer.is_done and not answer.events:
            state = self._state
            if state.refusal:
                answer = Answer(refusal=state.refusal)
            elif self._game.events.upto != before or not state.device.connected:
                break
            else:
                self._table.wait()
        if not answer.is_done:
            return reply_to(self._words, answer, self._game.state, self._state)
        events = self._table.take_events()
        if not any(isinstance(event, EntryMade) for event in answer.events):
            # A question is answered here; no other view sees it.
            events += answer.events
        return CommandReply(self._game.state, events)

    # Input

    def _typed(self) -> Iterator[str]:
        """Yield typed lines, and after each that opens a race the presses of keys.

        Shape: for people ``help`` and ``quit`` work.
        """
        request, words = self._request, self._words
        judge, is_for_people = request.judge, request.is_for_people
        keys = ""
        if is_for_people and not request.port and self._is_terminal:
            keys = key_words(words, judge)
        if keys:
            print(keys, file=sys.stderr)
        waiting = ""
        while waiting := waiting if "\n" in waiting else waiting + self._next_line(waiting):
            line, _end, waiting = waiting.partition("\n")
            command = with_small_cells(long_form(judge.game, line)) if is_for_people else line
            if is_for_people and command in QUITTING:
                return
            if is_for_people and command in HELPING:
                print(wrapped(help_words(words, judge, self._game.board)), flush=True)
                continue
            yield command
            is_turning = command.partition(" ")[0] in TURNINGS
            if keys and not waiting and is_turning and self._game.state.phase == "race":
                print(wrapped(turn_words(words, self._game.state)), flush=True)
                waiting = self._throw_in()

    def _throw_in(self) -> str:
        """Let keys throw in, one a seat, until another key begins a line; return that key."""
        begun, self._is_racing = "", True
        with single_keys() as keys:
            while not begun and (pressed := keys().replace("\r", "\n")):
                begun = pressed.lstrip(digits)
                for key in pressed.removesuffix(begun):
                    self._table.do(ThrowIn(int(key) - 1))
        self._is_racing = False
        self._print("\n".join(self._seen_lines()))
        # Enter alone ends it.
        return begun.removeprefix("\n")

    def _next_line(self, begun: str) -> str:
        """Wait for a line and for the device; return "" at the end of input."""
        if not self._read:
            return self._line_here(begun)
        self._prompt()
        while True:
            with suppress(Empty):
                line = self._read.get(timeout=WAIT_S)
                self._is_waiting = False
                return line
            self._table.step()

    def _line_here(self, begun: str) -> str:
        """Wait for the rest of a line without a device."""
        if not self._is_asked:
            return next(self._lines, "")
        with suppress(ImportError):
            # Importing it lets `input` edit and remember lines; Windows does that itself.
            import readline  # noqa: F401
        try:
            return input(self._question() + begun) + "\n"
        except EOFError:
            print()
            return ""

    def _question(self) -> str:
        """Return the prompt: whose turn it is, and what is due."""
        state = self._game.state
        return "> " if state.phase == "over" else wrapped(turn_words(self._words, state)) + "\n> "

    def _prompt(self) -> None:
        if self._is_asked:
            print(self._question(), end="", flush=True)
            self._is_waiting = True

    # Output

    def _follow(self, was: TableState) -> None:
        """Print what is new in a state; anything that is no reply goes to standard error."""
        words, state, device = self._words, self._state, self._state.device
        if self._request.is_for_people:
            if state.refusal and state.refusal != was.refusal:
                self._print(answers.refusal_line(words, state.refusal, state))
            if events := self._table.take_events():
                reply = CommandReply(self._game.state, events)
                claims = "\n".join(events_words(words, reply)[0])
                self._print(claims if self._is_racing else self._reply_words(reply))
        news = answers.connection_words(words, was.device.connected, device.connected)
        notes = [news] if news else []
        if device.disagreement and device.disagreement != was.device.disagreement:
            notes.append(answers.disagreement_words(words, device.disagreement))
        due = panel_words(words, self._request.judge, self._game)
        if due and due != self._on_panel:
            notes.append(due)
        self._on_panel = due
        if notes:
            self._print("\n".join(notes), is_reply=False)
        self._print_notices(state.notices.since(was.notices.upto))

    def _print_notices(self, notices: Iterable[Notice]) -> None:
        """Print notices: at a prompt with the game, else to standard error."""
        for notice in notices:
            if self._is_asked:
                self._print(wrapped(answers.notice_words(self._words, notice)))
            elif self._request.port:
                self._print(answers.notice_words(self._words, notice), is_reply=False)

    def _reply_words(self, reply: CommandReply) -> str:
        """Return a reply in words; a prompt says itself whose turn it is, and shows the board."""
        words, state = self._words, reply.state
        if reply.code:
            text = f"{reply.text} ({reply.rule})" if reply.rule else reply.text
            return wrapped(text) if self._is_asked else text
        lines, ends = events_words(words, reply)
        if self._is_asked:
            return "\n".join([*map(wrapped, lines), *self._seen_lines(state), *map(wrapped, ends)])
        due = ends or [turn_words(words, state)]
        return "\n".join([*lines, *state_lines(words, state), *due])

    def _seen_lines(self, state: State | None = None) -> list[str]:
        view = self._game.board
        return seen_board(view) if view else state_lines(self._words, state or self._game.state)

    def _print(self, text: str, is_reply: bool = True) -> None:
        """Print something, and repeat an open prompt."""
        was_waiting, self._is_waiting = self._is_waiting, False
        if was_waiting:
            print(flush=True)
        print(text, file=sys.stdout if is_reply else sys.stderr, flush=True)
        if was_waiting:
            self._prompt()


# Words


def events_words(words: Words, reply: CommandReply) -> tuple[list[str], list[str]]:
    """Return the events of a command as words, and the end of the game if it was one."""
    game = reply.state.game
    # What follows whose turn it is says these as well.
    notes = words_of(game).turn_notes(words, reply.state)
    played = [event_text(words, game, each) for each in reply.events if not isinstance(each, End)]
    ends = [event_text(words, game, each) for each in reply.events if each.kind == End.KIND]
    return [text for text in played if text not in notes], ends


def key_words(words: Words, judge: Referee) -> str:
    """Return the keys of the players in races, "" without races."""
    if not has_races(judge.options):
        return ""
    text = words.gettext(
        "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
        "The keys of a PC are less exact than the device."
    )
    seats = (f"{number} {name}" for number, name in enumerate(judge.names, 1))
    return text.format(seats=", ".join(seats))


def panel_words(words: Words, judge: Referee, game: GameSnapshot) -> str:
    """Return what to do first on a device that is the panel of races, or ""."""
    if not has_races(judge.options):
        return ""
    from schiri.games.drehwurm.scene import due_on_panel

    return due_on_panel(words, game)


def help_words(words: Words, judge: Referee, view: BoardView | None) -> str:
    lines = [
        *(f"{form} = {meaning}" for form, meaning in notation_words(words, words_of(judge.game))),
        words.gettext("To the prompt: help, quit"),
        words.gettext("In short: {forms}").format(
            forms=", ".join(f"{key} = {word}" for key, word in short_forms(judge.game).items())
        ),
        words.gettext("The rules: schiri rules {game}").format(game=judge.game),
    ]
    if view:
        lines.append(words.gettext("On the board: (b) was moved last, [b] has won."))
        if view.fields:
            lines.append(words.gettext("A capital letter is the colour of a free field."))
    return "\n".join(lines)


def seen_board(view: BoardView) -> list[str]:
    """Return a board for a terminal: pieces, free fields, and lit cells.

    >>> print("\\n".join(seen_board(BoardView(2, "b..w", last=("b2",), fields="RGBY"))))
     2  B (w)
     1  b  G
        a  b
    """
    files, marked = "abcdefgh"[: view.size], view.marks()
    rows = []
    for rank in range(view.size, 0, -1):
        row = ""
        for file in range(view.size):
            at = (rank - 1) * view.size + file
            free = view.fields[at] if view.fields else "."
            letter = view.letters[at] if view.letters[at] != "." else free
            marks = [MARKS[mark] for mark in marked.get(f"{files[file]}{rank}", ())]
            around = strongest(mark for mark in marks if mark.typed).typed
            row += around[0] + letter + around[1]
        rows.append(f"{rank:2} {row}".rstrip())
    return [*rows, "   " + "".join(f" {file} " for file in files).rstrip()]


def long_form(game: str, line: str) -> str:
    """Return a line with its first word in full.

    >>> long_form("drehwurm", "p 2"), long_form("switch", "p 2"), long_form("switch", "u")
    ('passed 2', 'p 2', 'undo')
    """
    word, blank, rest = line.strip().partition(" ")
    return short_forms(game).get(word, word) + blank + rest


def short_forms(game: str) -> dict[str, str]:
    """Return the commands of one word by their first letters, for people only."""
    moves = [form for form, _sentence in words_of(game).moves if form.isalpha()]
    return {"u": "undo", **{word[0]: word for word in moves}}


@contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Yield a function that waits for keys, which need no Enter and are not shown."""
    if sys.platform == "win32":
        import msvcrt

        yield msvcrt.getwch
        return
    import termios
    import tty

    before = termios.tcgetattr(STDIN)
    # TCSADRAIN keeps keys already typed.
    tty.setcbreak(STDIN, termios.TCSADRAIN)
    try:
        yield lambda: os.read(STDIN, 32).decode(errors="replace")
    finally:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, before)
