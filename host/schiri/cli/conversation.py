"""The referee as a conversation: commands, typed or from a script, and their replies.

Decides in which order commands, presses on the device and their results are printed, and the forms
of replies.  Must not know a rule, a port or a log: intents go to the table, states and answers come
from it.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty
from string import digits
from typing import TextIO

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import row_of

from schiri.cells import with_small_cells
from schiri.cli.stepper import TableStepper
from schiri.cli.streams import LONGEST, bounded, lines_in_thread, single_keys, wrapped
from schiri.events import End, EntryMade, Event, State
from schiri.games.race import has_races
from schiri.games.words import notation_words
from schiri.json_object import JsonObject
from schiri.prose import answers, option_words, state_lines, turn_words, words_of
from schiri.prose.clock import clock_digits
from schiri.prose.events import event_text
from schiri.scene.marks import MARKS, strongest
from schiri.table.intents import TURNINGS, Answer, Enter, ThrowIn
from schiri.table.state import GameSnapshot, TableState
from schiri.texts import Words
from schiri.views import BoardView

# How long to wait for a line before the device is polled again.
WAIT_S = 0.005
# The commands of the prompt itself.
QUITTING, HELPING = ("quit", "exit", "q"), ("help", "?")


def reply_json(
    words: Words, answer: Answer, state: State, table: TableState | None = None
) -> JsonObject:
    """Return the reply to a command, with the state after it; a refused one changes nothing."""
    if answer.is_done:
        events = [event.json() for event in answer.events]
        return {"ok": True, "events": events, "state": state.json()}
    why, rule = answer.refusal or answer.malformed or answer.error, None
    assert why is not None
    if answer.refusal:
        # The text in words contains the rule already.
        text, rule = answers.refusal_text(words, answer.refusal, table), answer.refusal.rule or None
    else:
        text = answers.answer_words(words, answer, table)
    return {"ok": False, "code": why.code, "rule": rule, "text": text, "state": state.json()}


class Conversation:
    """A table as the referee prints it.

    Shape: in scripts and in JSON only replies are printed, so events of the device come with the
    next reply; people see them at once.
    """

    def __init__(
        self,
        words: Words,
        table: TableStepper,
        lines: TextIO,
        *,
        is_for_people: bool,
        as_json: bool,
        has_device: bool,
    ) -> None:
        self._words, self._table = words, table
        self._is_for_people, self._as_json, self._has_device = is_for_people, as_json, has_device
        self._lines, self._is_terminal = bounded(lines), lines.isatty()
        # Another thread waits for lines, so that a device or a clock is polled meanwhile.
        is_polled = has_device or self._game.clock is not None
        self._read = lines_in_thread(lines, 1) if is_polled else None
        is_seen = sys.stdout is not None and sys.stdout.isatty()
        self._is_asked = is_for_people and self._is_terminal and is_seen
        self._is_waiting = self._is_racing = False
        table.on_state = self._follow

    @property
    def _state(self) -> TableState:
        return self._table.state

    @property
    def _game(self) -> GameSnapshot:
        assert self._state.game
        return self._state.game

    def run(self) -> None:
        words, game = self._words, self._game
        if not row_of(game.state.game).size and not self._as_json:
            print(*option_words(words, game.state.game, game.options), sep="\n", file=sys.stderr)
        if self._is_for_people:
            self._print_events(())
        # What is due and the notices so far are new; the device's state is not.
        self._follow(TableState(self._table.device))
        for number, line in enumerate(self._typed(), 1):
            text = line.strip()
            if text and not text.startswith("#"):
                self._reply(number, self._carry_out(text))

    def _carry_out(self, text: str) -> Answer:
        """Carry out a command; return its answer, for people without the events already shown."""
        if len(text) > LONGEST:
            return Answer(malformed=MalformedText("line-too-long", text, str(LONGEST)))
        is_kept_here = self._game.is_kept_here
        while not (self._is_for_people or is_kept_here or self._table.device.connected):
            # A script continues when the device is back.
            self._table.wait()
        before = self._game.events.upto
        answer = self._table.do(Enter(text))
        # A turning is sent as a press of the panel, which stamps it.
        while is_kept_here and answer.is_done and not answer.events:
            device = self._table.device
            if device.refusal:
                answer = Answer(refusal=device.refusal)
            elif self._game.events.upto != before or not device.connected:
                break
            else:
                self._table.wait()
        if not answer.is_done:
            return answer
        events = self._table.take_events()
        if not any(isinstance(event, EntryMade) for event in answer.events):
            # A question is answered here; no other view sees it.
            events += answer.events
        return Answer(tuple(events))

    # Input

    def _typed(self) -> Iterator[str]:
        """Yield typed lines, and after a line that opens a race the presses of keys.

        Shape: for people ``help`` and ``quit`` work.
        """
        words, game, is_for_people = self._words, self._game, self._is_for_people
        name, keys = game.state.game, ""
        # While a thread waits for lines, keys cannot be read one by one.
        if is_for_people and self._read is None and self._is_terminal:
            keys = key_words(words, game)
        if keys:
            print(keys, file=sys.stderr)
        waiting = ""
        while waiting := waiting if "\n" in waiting else waiting + self._next_line(waiting):
            line, _end, waiting = waiting.partition("\n")
            command = with_small_cells(long_form(name, line)) if is_for_people else line
            if is_for_people and command in QUITTING:
                return
            if is_for_people and command in HELPING:
                self._print(help_words(words, name, game.board))
                continue
            yield command
            is_turning = command.partition(" ")[0] in TURNINGS
            if keys and not waiting and is_turning and self._game.state.phase == "race":
                self._print(turn_words(words, self._game.state))
                waiting = self._throw_in()

    def _throw_in(self) -> str:
        """Let keys throw in, a key for each seat, until another key begins a line; return it."""
        begun, self._is_racing = "", True
        with single_keys() as keys:
            while not begun and (pressed := keys().replace("\r", "\n")):
                begun = pressed.lstrip(digits)
                for key in pressed.removesuffix(begun):
                    self._table.do(ThrowIn(int(key) - 1))
        self._is_racing = False
        self._print_events(())
        # Enter alone ends it.
        return begun.removeprefix("\n")

    def _next_line(self, begun: str) -> str:
        """Wait for a line and poll the device; return "" at the end of input."""
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
            # This import lets `input` edit and remember lines; Windows does so itself.
            import readline  # noqa: F401
        try:
            return input(self._question() + begun) + "\n"
        except EOFError:
            print()
            return ""

    def _question(self) -> str:
        """Return the prompt: whose turn it is, and what is due."""
        state = self._game.state
        if state.phase == "over":
            return "> "
        left = (
            f"{name} {clock_digits(self._words, ms)}" for name, ms in (state.clock or {}).items()
        )
        return "\n".join(
            filter(None, [wrapped(turn_words(self._words, state)), " · ".join(left), "> "])
        )

    def _prompt(self) -> None:
        if self._is_asked:
            print(self._question(), end="", flush=True)
            self._is_waiting = True

    # Output

    def _reply(self, number: int, answer: Answer) -> None:
        """Print the reply to the command in a line."""
        words = self._words
        if self._as_json:
            reply = reply_json(words, answer, self._game.state, self._state)
            print(json.dumps({"line": number, **reply}, ensure_ascii=False), flush=True)
        elif not answer.is_done:
            self._print(answers.answer_words(words, answer, self._state))
        elif answer.events or not self._is_for_people:
            self._print_events(answer.events)

    def _follow(self, was: TableState) -> None:
        """Print what is new in a state; anything but replies goes to standard error."""
        words, state = self._words, self._state
        device, before = state.device, was.device
        if self._is_for_people:
            if (refusal := device.refusal) and refusal != before.refusal:
                self._print(answers.refusal_line(words, refusal, state))
            if events := self._table.take_events():
                self._print_events(events)
        notes = answers.news_words(words, before, device)
        due = panel_words(words, state.game)
        if due and due != panel_words(words, was.game):
            notes.append(due)
        for notice in state.notices.since(was.notices.upto):
            # A script without a device only needs to know about its log.
            if self._is_for_people or self._has_device or notice.code == "torn":
                notes.append(answers.notice_words(words, notice))
        if notes:
            self._print("\n".join(notes), is_reply=False)

    def _print_events(self, events: Sequence[Event]) -> None:
        """Print events, and unless a race is open the pieces and what is due.

        Shape: at a prompt pieces are marked, and the prompt says whose turn it is.
        """
        words, state, board = self._words, self._game.state, self._game.board
        lines, ends = events_words(words, state, events)
        if not self._is_racing:
            lines += seen_board(board) if self._is_asked and board else state_lines(words, state)
            lines += ends or ([] if self._is_asked else [turn_words(words, state)])
        self._print("\n".join(lines))

    def _print(self, text: str, is_reply: bool = True) -> None:
        """Print something, and repeat an open prompt."""
        was_waiting, self._is_waiting = self._is_waiting, False
        if was_waiting:
            print(flush=True)
        text = wrapped(text) if self._is_asked else text
        print(text, file=sys.stdout if is_reply else sys.stderr, flush=True)
        if was_waiting:
            self._prompt()


# Words


def events_words(
    words: Words, state: State, events: Sequence[Event]
) -> tuple[list[str], list[str]]:
    """Return the events before a state in words, and the end of the game, if any."""
    # The sentences about the turn contain these as well.
    game, notes = state.game, words_of(state.game).turn_notes(words, state)
    played = [event_text(words, game, each) for each in events if not isinstance(each, End)]
    ends = [event_text(words, game, each) for each in events if isinstance(each, End)]
    return [text for text in played if text not in notes], ends


def key_words(words: Words, game: GameSnapshot) -> str:
    """Return the keys of the players in races, "" without races."""
    if not has_races(game.options):
        return ""
    seats = (f"{number} {name}" for number, name in enumerate(game.players, 1))
    return words.say(
        "Keys for the race after each turning: {seats}. Enter or the next command closes it. "
        "The keys of a PC are less exact than the device.",
        seats=", ".join(seats),
    )


def panel_words(words: Words, game: GameSnapshot | None) -> str:
    """Return what to do first on a device that is the panel of races, or ""."""
    if game is None or not has_races(game.options):
        return ""
    # Imported late: the other games need no scene here.
    from schiri.scene import part_of

    return part_of(game.state.game).due_on_panel(words, game)


def help_words(words: Words, game: str, view: BoardView | None) -> str:
    forms = (f"{key} = {word}" for key, word in short_forms(game).items())
    lines = [
        *(f"{form} = {meaning}" for form, meaning in notation_words(words, words_of(game))),
        words.gettext("At the prompt: help, quit"),
        words.say("Short forms: {forms}", forms=", ".join(forms)),
        words.say("The rules: schiri rules {game}", game=game),
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
    """Return the one-word commands by their first letters, for people only."""
    moves = [form for form, _sentence in words_of(game).moves if form.isalpha()]
    return {"u": "undo", **{word[0]: word for word in moves}}
