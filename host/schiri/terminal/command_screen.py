"""A screen with a line to type on, what was told so far, and what is wrong.

Decides which keys every table has, and how the answer to what was done here is shown.  Must not
know what an intent does.
"""

from collections.abc import Sequence
from concurrent.futures import Future

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, RichLog, Static

from schiri.prose import event_words
from schiri.prose.answers import answer_words, notice_words, refusal_line
from schiri.table.intents import Answer, Enter, Intent, Reconnect, Rematch
from schiri.table.session import TableSession
from schiri.table.state import Notice, TableState
from schiri.terminal.help import Help, HelpLines
from schiri.terminal.quiet_static import QuietStatic
from schiri.terminal.quit import Quit
from schiri.texts import Words

DONE = Answer()


class EventLog(RichLog, can_focus=False):
    """What has happened; it never takes the keys, which are the table's."""


class CommandScreen(Screen[None]):
    """A table that can be typed at; who shows one composes ``#title`` and `compose_talk`.

    Shape: ``state`` is the moment that is shown, ``answer`` what came of the last thing done here,
    until something else happens, ``words`` the words of its viewer.
    """

    # Nothing takes the keys by itself: they are the table's.
    AUTO_FOCUS = ""

    DEFAULT_CSS = """
    CommandScreen #title { height: 1; text-style: bold; }
    CommandScreen #turn { height: auto; text-style: bold; }
    CommandScreen #hint { height: auto; color: $text-muted; }
    CommandScreen #problem { height: auto; color: $error; }
    CommandScreen #log { height: 1fr; min-height: 1; border: none; }
    CommandScreen #keys { height: 1; dock: bottom; background: $panel; }
    CommandScreen #line { display: none; dock: bottom; }
    """
    BINDINGS = [
        Binding("colon", "type", show=False),
        Binding("n", "app.new_game", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "quit", show=False),
        Binding("ctrl+r", "reconnect", show=False),
    ]
    # What the keys and the marks of this table mean.
    HELP_PARTS: Sequence[HelpLines] = ()
    # The events that answer a question, which change nothing, so that no other view is told.
    QUESTIONS: Sequence[str] = ()

    class Answered(Message):
        """What came of an intent; made in the session's thread."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, words: Words, session: TableSession) -> None:
        super().__init__()
        self.words = words
        self.session = session
        self.state = session.state
        self.answer = DONE
        self._noticed = ""
        # Up to which event and notice it was told here.
        self._told_upto = self._noticed_upto = 0

    @property
    def game(self) -> str:
        """The game that is shown, "" before the first one."""
        return self.state.state.game if self.state.state else ""

    def compose_talk(self, example: str, *keys: tuple[str, str]) -> ComposeResult:
        """Yield what stands below every table: whose turn it is, what was told, the line, keys.

        Shape: ``example`` is a command; ``keys`` are named beside those that are always there.
        """
        yield QuietStatic("", id="turn", markup=False)
        yield QuietStatic("", id="hint", markup=False)
        yield QuietStatic("", id="problem", markup=False)
        yield EventLog(id="log", wrap=True, max_lines=500)
        # What the line is begun with stays when the first letter is typed.
        yield Input(id="line", placeholder=example, select_on_focus=False)
        yield Static(key_words(self.words, *keys), id="keys")

    # What is shown

    def show(self, state: TableState) -> None:
        """Show a moment at the table, and what has happened just before."""
        events = state.told_since(self._told_upto)
        notices = state.notices_since(self._noticed_upto)
        self.state = state
        self._told_upto, self._noticed_upto = state.told_upto, state.notices_upto
        if events:
            self._forget()
        for event in events:
            self.write(event_words(self.words, self.game, event))
        for notice in notices:
            self.notice(notice)
        self.show_parts()

    def show_parts(self) -> None:
        """Show every part of the table anew."""
        self.query_one("#problem", Static).update(self._problem())

    def notice(self, notice: Notice) -> None:
        """Tell what was found beside the game."""
        self._noticed = notice_words(self.words, notice)
        self.write(self._noticed)

    def write(self, words: str) -> None:
        """Write down what has happened."""
        self.query_one(EventLog).write(words)

    def _problem(self) -> Text:
        state = self.state
        if state.disagreement:
            text = self.words.gettext("DEVICE AND REFEREE DO NOT AGREE: {text}")
            return Text(text.format(text=state.disagreement), "bold reverse")
        if fault := state.fault or state.missing:
            return Text(self.words.stopped(fault))
        if not self.answer.is_done:
            return Text(answer_words(self.words, self.answer))
        if self._noticed:
            return Text(self._noticed)
        return Text(refusal_line(self.words, state.refusal) if state.refusal else "")

    def _forget(self) -> None:
        """Forget what came of the last thing done here: something else has happened."""
        self.answer, self._noticed = DONE, ""

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

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(Help(self.words, self.game, self.HELP_PARTS))

    def action_reconnect(self) -> None:
        """Try again after a fault."""
        self.send(Reconnect())

    def action_quit(self) -> None:
        """Quit; in the middle of a game ask first, and say what becomes of it."""
        state = self.state.state
        if state is None or state.over:
            self.app.exit()
        else:
            self.app.push_screen(Quit(self.words), self._quit)

    def _quit(self, is_wanted: bool | None) -> None:
        if is_wanted:
            self.app.exit()

    def action_type(self) -> None:
        """Open the line for commands."""
        line = self.query_one("#line", Input)
        line.display = True
        line.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Carry out what was typed."""
        text = event.value.strip()
        event.input.value = ""
        self.key_escape()
        if text in ("quit", "exit"):
            self.action_quit()
        elif text in ("help", "?"):
            self.action_help()
        elif text == "new":
            self.app.call_later(self.app.run_action, "new_game")
        elif text:
            self.run_typed(text)

    def key_escape(self) -> None:
        """Close the line for commands."""
        self.query_one("#line", Input).display = False
        self.set_focus(None)


def key_words(words: Words, *more: tuple[str, str]) -> Text:
    """Return the keys that are always there, in one line."""
    keys = (
        (":", words.gettext("type")),
        *more,
        ("n", words.gettext("new")),
        ("?", words.gettext("help")),
        ("q", words.gettext("quit")),
    )
    text = Text()
    for key, what in keys:
        text.append(f" {key} ", "bold").append(f"{what}  ")
    return text
