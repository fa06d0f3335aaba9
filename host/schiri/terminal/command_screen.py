"""A screen with a line to type on, what was told so far, and what is wrong.

Decides which keys every table has, and how the answer to what was done here is shown.  Must not
know what an intent does.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key, Resize
from textual.message import Message
from textual.screen import Screen

from schiri.games import adapter_of
from schiri.prose import event_words
from schiri.prose.answers import notice_words, problem_words
from schiri.prose.history import history_words
from schiri.table.intents import Answer, Enter, Intent, Reconnect, Rematch
from schiri.table.session import TableSession
from schiri.table.state import Notice, TableState
from schiri.terminal.command_line import CommandLine
from schiri.terminal.help import Help, HelpLines, Lines, rule_lines
from schiri.terminal.history import EventLog
from schiri.terminal.keys import N_, bar_text, help_lines, key, key_text
from schiri.terminal.problem import Problem
from schiri.terminal.quit import Quit, Resign, ask_first
from schiri.terminal.text_widgets import QuietStatic
from schiri.texts import Words

DONE = Answer()
RESIGN = "resign "
# A screen of fewer lines has no room for gaps.
LOW = 24
PAGES = N_("the history, further up or down")
TYPES = N_("type a command, in one of the forms below")


class CommandScreen(Screen[None]):
    """A table that can be typed at; who shows one composes ``#title`` and `compose_talk`.

    Shape: ``state`` is the moment that is shown, ``answer`` what came of the last thing done here,
    until something else happens, ``words`` the words of its viewer.
    """

    VERTICAL_BREAKPOINTS = [(0, "-low"), (LOW, "-usual")]
    # Nothing takes the keys by itself: they are the table's.
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    CommandScreen #title { height: auto; text-style: bold; }
    CommandScreen #turn { height: auto; text-style: bold; }
    CommandScreen #hint { height: auto; color: $text-muted; }
    CommandScreen #log { height: 1fr; min-height: 1; border: none; }
    CommandScreen.-low #log { min-height: 0; }
    CommandScreen #foot { height: auto; dock: bottom; }
    CommandScreen #keys { height: 1; background: $panel; }
    """
    BINDINGS = [
        key("colon", "type", TYPES, bar=N_("type"), first=True),
        key("question_mark", "help", N_("this help"), bar=N_("help")),
        key("q", "quit", N_("quit; the log is kept"), bar=N_("quit")),
        key("n", "new_game", N_("a new game, or one that goes on"), bar=N_("new")),
        key("v", "change_history", N_("the history in words, or as the log has it")),
        key("pageup", "turn_page(-1)", PAGES, shown=N_("PgUp")),
        key("pagedown", "turn_page(1)", PAGES, shown=N_("PgDn")),
        key("ctrl+r", "reconnect", N_("try again, after a fault"), shown="Ctrl-R"),
        key("escape", "close_line", N_("close the line"), bar=N_("close"), shown="Esc"),
    ]
    # What the marks of this table mean.
    MARKS: HelpLines = staticmethod(lambda words: ())
    # The events that answer a question, which change nothing, so that no other view is told.
    QUESTIONS: Sequence[str] = ()

    class Answered(Message):
        """What came of an intent; made in the session's thread."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, words: Words, session: TableSession) -> None:
        # As large as most are, from the start: another class has the styles of all looked up anew.
        super().__init__(classes="-usual")
        self.words = words
        self.session = session
        self.state = session.state
        self.answer = DONE
        self._noticed = ""
        self._is_typing = False
        # The key pressed last, and whether it did nothing.
        self._key, self._is_idle = "", False
        # Up to which event and notice it was told here.
        self._told_upto = self._noticed_upto = 0
        # The history that is told here.
        self._history = ("", 0)

    @property
    def game(self) -> str:
        """The game that is shown, "" before the first one."""
        return self.state.state.game if self.state.state else ""

    def compose_talk(self) -> ComposeResult:
        """Yield what stands below every table: whose turn it is, what was told, the line, keys."""
        yield QuietStatic("", id="turn")
        yield QuietStatic("", id="hint")
        yield Problem()
        yield EventLog()
        with Vertical(id="foot"):
            yield CommandLine(self.submit)
            yield QuietStatic("", id="keys")

    # What is shown

    def show(self, state: TableState) -> None:
        """Show a moment at the table, and what has happened just before."""
        events = state.told_since(self._told_upto)
        notices = state.notices_since(self._noticed_upto)
        if state.log and state.history != self._history:
            # A game has a history of its own.
            if self._history[0]:
                self.query_one(EventLog).forget()
            self._history, events = state.history, state.told
        self.state = state
        self._told_upto, self._noticed_upto = state.told_upto, state.notices_upto
        if events:
            self._forget()
        for event in events:
            self.query_one(EventLog).tell(
                history_words(self.words, self.game, event),
                event_words(self.words, self.game, event),
            )
        for notice in notices:
            self.notice(notice)
        self.show_parts()

    def show_parts(self) -> None:
        """Show every part of the table anew."""
        self.query_one("#hint", QuietStatic).update(self._hint_text())
        self.query_one(Problem).tell(self._problem())
        self._share_room()

    def _share_room(self) -> None:
        """Show as much as there is room for: while somebody types, hint or problem, or neither.

        Each is told by itself: a class of the screen would be looked up for all that is on it.
        """
        is_refused, is_crowded = bool(self._problem()), self._is_typing and self.size.height < LOW
        # The keys that the hint names do nothing then.
        self.query_one("#hint").display = not (is_crowded and is_refused)
        self.query_one(Problem).display = is_refused or not is_crowded
        self._show_keys()

    def _show_keys(self) -> None:
        self.query_one("#keys", QuietStatic).update(bar_text(self.words, self, self.size.width))

    def hint(self) -> str:
        """Return what can be done now, in words."""
        return ""

    def _hint_text(self) -> str:
        if not self._is_idle:
            return self.hint()
        idle = self.words.gettext("{key} does nothing now.").format(key=self._key)
        return f"{idle} {self.hint()}"

    def on_resize(self, event: Resize) -> None:
        """Share out the room anew."""
        self._share_room()

    def notice(self, notice: Notice) -> None:
        """Tell what was found beside the game."""
        self._noticed = notice_words(self.words, notice)
        self.write(self._noticed)

    def write(self, words: str) -> None:
        """Write down what has happened."""
        self.query_one(EventLog).tell(words)

    def _problem(self) -> Text:
        text = problem_words(self.words, self.state, self.answer, self._noticed)
        return Text(text, "bold reverse" if self.state.disagreement else "")

    def _forget(self) -> None:
        """Forget what came of the last thing done here: something else has happened."""
        self.answer, self._noticed, self._is_idle = DONE, "", False

    # What is done

    def send(self, intent: Intent) -> None:
        """Do something at the table; what comes of it is shown once it is known."""
        self._forget()
        self.session.do(intent).add_done_callback(self._post_answer)

    def _post_answer(self, done: "Future[Answer]") -> None:
        if not done.cancelled():
            self.post_message(self.Answered(done.result()))

    def on_command_screen_answered(self, message: Answered) -> None:
        """Show what came of what was done here."""
        self.answer = message.answer
        for event in message.answer.events:
            if event.kind in self.QUESTIONS:
                self.write(event_words(self.words, self.game, event))
        self.show_parts()

    def play_again(self) -> bool:
        """Play the game that is over once more; return whether one is over."""
        state = self.state.state
        is_over = state is not None and state.over
        if is_over:
            self.send(Rematch())
        return is_over

    def run_typed(self, text: str) -> None:
        """Carry out what was typed."""
        self.send(Enter(text))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does anything in this game; while somebody types, Escape alone."""
        return self._is_typing == (action == "close_line")

    def on_key(self, event: Key) -> None:
        """Say so where a key does nothing here; what does something may say so as well."""
        if self._is_typing:
            return
        was_idle = self._is_idle
        active = self.active_bindings.get(event.key)
        self._is_idle = active is None
        if event.is_printable and event.character and not active:
            self._key = event.character
        else:
            binding = active.binding if active else Binding(event.key, "")
            self._key = key_text(self.words, self, binding)
        if was_idle or self._is_idle:
            self.show_parts()

    def say_idle(self, name: str = "") -> None:
        """Say that the key that was pressed does nothing now.

        Shape: ``name`` is what it is called, "" for the one that came here last.
        """
        self._key, self._is_idle = name or self._key, True
        self.show_parts()

    def action_help(self) -> None:
        """Show what keys, marks and moves are, and the rules."""
        words = self.words
        notation: Lines = adapter_of(self.game).notation(words) if self.game else ()
        parts = (
            (words.gettext("Keys"), help_lines(words, self)),
            (words.gettext("Marks"), self.MARKS(words)),
            (words.gettext("What can be typed"), notation),
            (words.gettext("Rules"), rule_lines(words, self.game)),
        )
        self.app.push_screen(Help([part for part in parts if part[1]]))

    def action_change_history(self) -> None:
        """Show what has happened in the other form."""
        self.query_one(EventLog).change_form()

    def action_turn_page(self, way: int) -> None:
        """Go back in what has happened, or on to the end."""
        self.query_one(EventLog).turn_page(way)

    def action_new_game(self) -> None:
        """Ask what shall be played: the app does, behind the keys that are here already."""
        self.app.call_later(self.app.run_action, "new_game")

    def action_reconnect(self) -> None:
        """Try again after a fault."""
        self.send(Reconnect())

    def action_quit(self) -> None:
        """Quit; in the middle of a game ask first, and say what becomes of it."""
        state = self.state.state
        if state is None or state.over:
            self.app.exit()
        else:
            ask_first(self.app, Quit(self.words), self.app.exit)

    def example(self) -> str:
        """Return what the line shows while nothing is typed."""
        notation = adapter_of(self.game).notation(self.words) if self.game else ()
        return next((form for form, _meaning in notation), "")

    def action_type(self) -> None:
        """Open the line for commands."""
        self.begin("")

    def begin(self, text: str) -> None:
        """Open the line for commands, begun with a text."""
        line = self.query_one(CommandLine)
        line.placeholder = self.example()
        line.value = text
        line.cursor_position = len(text)
        self._set_typing(True)
        # At once, not as ``line.focus`` does: the next key may be here already.
        self.set_focus(line)

    def submit(self, text: str) -> None:
        """Close the line, and carry out what was typed on it."""
        self.action_close_line()
        if text in ("quit", "exit"):
            self.action_quit()
        elif text in ("help", "?"):
            self.action_help()
        elif text == "new":
            self.action_new_game()
        elif text.startswith(RESIGN) and text.removeprefix(RESIGN) in self.state.players:
            question = Resign(self.words, text.removeprefix(RESIGN))
            ask_first(self.app, question, partial(self.run_typed, text))
        elif text:
            self.run_typed(text)

    def action_close_line(self) -> None:
        """Close the line for commands; what stood on it is gone."""
        self.query_one(CommandLine).value = ""
        self._set_typing(False)
        self.set_focus(None)

    def _set_typing(self, is_typing: bool) -> None:
        """Let the keys be those of the line, or of the table again."""
        self._is_typing, self._is_idle = is_typing, False
        self.query_one(CommandLine).display = is_typing
        self.show_parts()
