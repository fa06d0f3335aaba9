"""Who plays what: asked before a game, and remembered, so that Enter plays the same again.

Decides how a game's options, which are data of its engine, are asked for.
"""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from datetime import datetime

from schiri_engines.options import values_of
from schiri_engines.registry import game_class
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from schiri.games import adapter_of
from schiri.last_setup import Setup
from schiri.prose import value_words
from schiri.prose.answers import answer_words, offer_words
from schiri.table.intents import Answer, First, GoOn, Intent, NewGame
from schiri.table.session import TableSession
from schiri.terminal.problem import Problem
from schiri.texts import Words


class Option(Vertical):
    """One option: a choice of its values, and a line where it may be any text.

    Shape: ``listed`` are its values, as an engine has them; ``chosen`` is "" for the default.
    """

    DEFAULT_CSS = "Option { height: auto; }"

    def __init__(self, words: Words, game: str, name: str, listed: str, chosen: str) -> None:
        super().__init__()
        self.name_of = name
        self._words = words
        self._game = game
        # ``own`` is what text there is called, "" where there is none.
        self._values, self.own = values_of(listed)
        is_known = bool(chosen) and (chosen in self._values or bool(self.own))
        self._chosen = chosen if is_known else self._values[0]

    def compose(self) -> ComposeResult:
        is_own = self._chosen not in self._values
        # Where there is one value beside what is typed, it is what stands on the line already.
        if len(self._values) > 1:
            choices = [
                (value_words(self._words, self._game, self.name_of, each), each)
                for each in self._values
            ]
            if self.own:
                choices.append((self._words.gettext("Your own"), self.own))
            with Horizontal():
                yield Label(self._words.pgettext("option", f"{self._game} {self.name_of}"))
                value = self.own if is_own else self._chosen
                yield Select(choices, value=value, allow_blank=False, compact=True)
        if self.own:
            with Horizontal(classes="own"):
                alone = len(self._values) == 1
                yield Label(
                    self._words.pgettext("option", f"{self._game} {self.name_of}")
                    if alone
                    else self.own
                )
                text = self._chosen if is_own or alone else ""
                yield Input(text, placeholder=self.own, compact=True)

    def on_mount(self) -> None:
        """Ask for text only where it is wanted."""
        self._show_line()

    def on_select_changed(self) -> None:
        """Ask for text only where it is wanted."""
        self._show_line()

    def _show_line(self) -> None:
        for select in self.query(Select):
            for line in self.query(".own"):
                line.display = select.value == self.own

    @property
    def value(self) -> str:
        """What was chosen."""
        for select in self.query(Select):
            if select.value != self.own:
                return str(select.value)
        return self.query_one(Input).value.strip()


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
    BINDINGS = [Binding("escape", "leave", show=False)]

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
        games = [(name.capitalize(), name) for name in self._games]
        with Vertical():
            with VerticalScroll(id="form", can_focus=False):
                with Vertical(id="offers"):
                    if not self._offers:
                        yield Static(self._words.gettext("No game of cards waits to go on."))
                    for at, offer in enumerate(self._offers):
                        yield Button(
                            offer_words(self._words, offer, self._now),
                            id=f"offer-{at}",
                            compact=True,
                        )
                with Horizontal():
                    yield Label(self._words.gettext("Game"))
                    yield Select(
                        games, value=self._game, allow_blank=False, compact=True, id="game"
                    )
                with Horizontal():
                    yield Label(adapter_of(self._game).seating_words(self._words), id="seating")
                    names = " ".join(setup.players)
                    yield Input(names, placeholder="A B", compact=True, id="players")
                with Horizontal():
                    yield Label(self._words.gettext("Who begins"))
                    yield Select(
                        self._firsts(), value="named", allow_blank=False, compact=True, id="first"
                    )
                yield Vertical(*self._options(setup), id="options")
            yield Problem()
            with Horizontal(id="buttons"):
                yield Button(
                    self._words.gettext("Play"), variant="primary", id="play", compact=True
                )
                yield Button(self._words.gettext("Back"), id="back", compact=True)

    def _setup_of(self, game: str) -> Setup:
        """Return how a game was played last."""
        return self._session.state.setups.of(game, *game_class(game).seats_for({}))

    def _firsts(self) -> list[tuple[str, First]]:
        """Return who can begin."""
        return [
            (self._words.gettext("in the order named"), "named"),
            (self._words.gettext("drawn by lot"), "lot"),
        ]

    def _options(self, setup: Setup) -> Iterator[Widget]:
        for name, listed in game_class(setup.game).OPTIONS:
            yield Option(self._words, setup.game, name, listed, setup.options.get(name, ""))

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

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def _play(self) -> None:
        # Neither blanks nor commas can be in a name.
        names = re.split(r"[\s,]+", self.query_one("#players", Input).value)
        options = {option.name_of: option.value for option in self.query(Option)}
        first: First = "lot" if self.query_one("#first", Select).value == "lot" else "named"
        self._send(NewGame(self._game, tuple(name for name in names if name), options, first))

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
