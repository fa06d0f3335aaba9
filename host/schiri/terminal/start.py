"""Who plays what: asked before a game, and remembered, so that Enter plays the same again.

Decides how a game's options, which are data of its engine, are asked for.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial

from schiri_engines.registry import game_class, row_of
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input

from schiri.games import adapter_of
from schiri.last_setup import Setup
from schiri.prose.answers import answer_words, leaving_words, offer_words
from schiri.prose.setup_form import Asked, first_choices, names_typed
from schiri.table.intents import Answer, First, GoOn, Intent, NewGame
from schiri.table.session import TableSession
from schiri.terminal.help import Help, rule_lines
from schiri.terminal.keys import N_, help_lines, key
from schiri.terminal.problem import Problem
from schiri.terminal.quit import Question, ask_first
from schiri.terminal.text_widgets import Button, Label, Select
from schiri.texts import Words

ENTER = N_("choose, play, or go on with a game")


class Option(Vertical):
    """One option: a choice of its values, and a line where it may be any text."""

    DEFAULT_CSS = "Option { height: auto; }"

    def __init__(self, name: str, asked: Asked) -> None:
        super().__init__()
        self.name_of = name
        self._asked = asked

    def compose(self) -> ComposeResult:
        label, choices, own, value, text, prompt = self._asked
        if choices:
            with Horizontal():
                yield Label(label)
                yield Select(choices, value)
        if own:
            with Horizontal(classes="own"):
                yield Label("" if choices else label)
                yield Input(text, placeholder=prompt, compact=True)

    def on_mount(self) -> None:
        """Ask for text only where it is wanted."""
        self._show_line()

    def on_select_changed(self) -> None:
        """Ask for text only where it is wanted."""
        self._show_line()

    def _show_line(self) -> None:
        for select in self.query(Select):
            for line in self.query(".own"):
                line.display = select.value == self._asked.own

    @property
    def value(self) -> str:
        """What was chosen."""
        value = next((str(each.value) for each in self.query(Select)), self._asked.value)
        return self._asked.option(value, "".join(each.value for each in self.query(Input)))


class Start(ModalScreen[None]):
    """Asks what shall go on, or for players, game and options; leaves once that is played."""

    DEFAULT_CSS = """
    Start { align: center middle; }
    Start > Vertical {
        width: 76; max-width: 100%; height: auto; max-height: 100%;
        border: round $primary; padding: 0 1;
    }
    Start #form { height: auto; max-height: 70vh; }
    /* What has the focus shows by a bar before its line, without colour as well. */
    Start Horizontal { height: auto; border-left: blank; }
    Start #form Horizontal:focus-within { border-left: thick $foreground; }
    Start Button:focus { text-style: bold reverse; }
    Start SelectOverlay:focus > .option-list--option-highlighted { text-style: bold underline; }
    Start Label { width: 22; padding: 0 1 0 0; }
    Start Input, Start Select { width: 1fr; }
    Start #offers, Start #options { height: auto; }
    Start Button { margin: 0 1; }
    """
    # Where Enter goes on, or plays the same again.
    AUTO_FOCUS = "#offer-0, #play"
    BINDINGS = [
        key("question_mark", "help", N_("this help")),
        key("colon", "type", N_("back to the table, to type a command")),
        key("tab", "app.focus_next", N_("the next field"), shown="Tab"),
        key("escape", "leave", N_("back to the table"), shown="Esc"),
    ]

    class Answered(Message):
        """Whether it is played; made in the session's thread."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(
        self,
        words: Words,
        session: TableSession,
        games: Sequence[str],
        game: str,
        now: datetime,
    ) -> None:
        """Take the games to choose from and the one that is chosen, and what time it is."""
        super().__init__()
        self._words = words
        self._session = session
        self._games = games
        self._game = game
        self._now = now
        self._offers = session.state.offers

    def compose(self) -> ComposeResult:
        setup = self._setup_of(self._game)
        games = [(name, name.capitalize()) for name in self._games]
        with Vertical():
            with VerticalScroll(id="form", can_focus=False):
                with Vertical(id="offers"):
                    for at, offer in enumerate(self._offers):
                        told = offer_words(self._words, offer, self._now)
                        yield Button(told, id=f"offer-{at}")
                with Horizontal():
                    yield Label(self._words.gettext("Game"))
                    yield Select(games, self._game, id="game")
                with Horizontal():
                    yield Label(adapter_of(self._game).seating_words(self._words), id="seating")
                    names = " ".join(setup.players)
                    yield Input(names, placeholder="A B", compact=True, id="players")
                with Horizontal():
                    yield Label(self._words.gettext("Who begins"))
                    yield Select(first_choices(self._words), "named", id="first")
                yield Vertical(*self._options(setup), id="options")
            yield Problem()
            with Horizontal(id="buttons"):
                yield Button(self._words.gettext("Play"), id="play", variant="primary")
                yield Button(self._words.gettext("Back"), id="back")

    def _setup_of(self, game: str) -> Setup:
        """Return how a game was played last."""
        return self._session.state.setups.of(game, *game_class(game).seats_for({}))

    def _options(self, setup: Setup) -> Iterator[Widget]:
        for name, listed in game_class(setup.game).OPTIONS:
            chosen = setup.options.get(name, "")
            yield Option(name, Asked.of(self._words, setup.game, name, listed, chosen))

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Ask for players and options of the game that was chosen."""
        if event.select.id != "game" or event.value == self._game:
            return
        self._game = str(event.value)
        setup = self._setup_of(self._game)
        self.query_one("#seating", Label).update(adapter_of(self._game).seating_words(self._words))
        self.query_one("#players", Input).value = " ".join(setup.players)
        options = self.query_one("#options", Vertical)
        await options.remove_children()
        await options.mount(*self._options(setup))

    def on_input_submitted(self) -> None:
        """Enter in a field plays as well."""
        self._play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play, go on with a game, or go back."""
        name = event.button.id or ""
        if name == "play":
            self._play()
        elif name.startswith("offer-"):
            self._send(GoOn(self._offers[int(name.removeprefix("offer-"))].log))
        else:
            self.dismiss(None)

    def action_help(self) -> None:
        """Show what the keys do here, and the rules of the game that is chosen."""
        words = self._words
        parts = (
            (words.gettext("Keys"), [*help_lines(words, self), ("Enter", words.gettext(ENTER))]),
            (words.gettext("Rules"), rule_lines(words, self._game)),
        )
        self.app.push_screen(Help(parts))

    def action_type(self) -> None:
        """Go back, and open the line of the table."""
        self.dismiss(None)
        self.app.call_later(self.app.run_action, "type")

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def _play(self) -> None:
        names = names_typed(self.query_one("#players", Input).value)
        options = {option.name_of: option.value for option in self.query(Option)}
        first: First = "lot" if self.query_one("#first", Select).value == "lot" else "named"
        wanted = NewGame(self._game, names, options, first)
        asked = leaving_words(self._words, self._session.state) if row_of(self._game).size else ""
        if not asked:
            self._send(wanted)
            return
        question = Question(self._words, asked, self._words.gettext("Play"))
        ask_first(self.app, question, partial(self._send, wanted))

    def _send(self, intent: Intent) -> None:
        self.query_one(Problem).tell("")
        self._session.do(intent).add_done_callback(self._post_answer)

    def _post_answer(self, done: "Future[Answer]") -> None:
        if not done.cancelled():
            self.post_message(self.Answered(done.result()))

    def on_start_answered(self, message: Answered) -> None:
        """Leave once it is played, or show why not."""
        if message.answer.is_done:
            # What is played may have taken it away already.
            if self.is_current:
                self.dismiss(None)
        else:
            self.query_one(Problem).tell(answer_words(self._words, message.answer))
