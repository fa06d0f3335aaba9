"""Who plays what: asked before a game, and remembered, so that Enter plays the same again.

Decides how a game's options, which are data of its engine, are asked for.
"""

import re
from collections.abc import Iterator, Sequence

from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import game_class
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from schiri.games import adapter_of
from schiri.last_setup import Setup
from schiri.prose import value_words
from schiri.referee import Referee
from schiri.texts import _, malformed_words, pgettext, refusal_words


class Option(Vertical):
    """One option: a choice of its values, and a line where it may be any text.

    Shape: ``words`` are its values, as an engine has them; ``chosen`` is "" for the default.
    """

    DEFAULT_CSS = "Option { height: auto; }"

    def __init__(self, game: str, name: str, words: str, chosen: str) -> None:
        super().__init__()
        self.name_of = name
        self._game = game
        # ``own`` is what text there is called, "" where there is none.
        self._values, self.own = values_of(words)
        self._chosen = chosen or self._values[0]

    def compose(self) -> ComposeResult:
        is_own = self._chosen not in self._values
        # Where there is one value beside what is typed, it is what stands on the line already.
        if len(self._values) > 1:
            choices = [(value_words(self._game, self.name_of, each), each) for each in self._values]
            if self.own:
                choices.append((_("Your own"), self.own))
            with Horizontal():
                yield Label(pgettext("option", f"{self._game} {self.name_of}"))
                value = self.own if is_own else self._chosen
                yield Select(choices, value=value, allow_blank=False, compact=True)
        if self.own:
            with Horizontal(classes="own"):
                alone = len(self._values) == 1
                yield Label(
                    pgettext("option", f"{self._game} {self.name_of}") if alone else self.own
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


class Start(ModalScreen[Setup | None]):
    """Asks for players, game and options."""

    DEFAULT_CSS = """
    Start { align: center middle; }
    Start > Vertical {
        width: 76; height: auto; max-height: 100%; border: round $primary; padding: 0 1;
    }
    Start VerticalScroll { height: auto; max-height: 14; }
    Start Horizontal { height: auto; }
    Start Label { width: 22; }
    Start Input, Start Select { width: 1fr; }
    Start #problem { color: $error; height: auto; }
    Start #buttons { margin: 1 0 0 0; }
    Start Button { margin: 0 1; }
    """
    BINDINGS = [Binding("escape", "leave", show=False)]

    def __init__(self, last: Setup, games: Sequence[str]) -> None:
        super().__init__()
        self._last = last if last.game in games else last._replace(game=games[0], options={})
        self._games = games

    def compose(self) -> ComposeResult:
        with Vertical():
            with Horizontal():
                yield Label(_("Game"))
                choices = [(name.capitalize(), name) for name in self._games]
                game = self._last.game
                yield Select(choices, value=game, allow_blank=False, compact=True, id="game")
            with Horizontal():
                yield Label(adapter_of(game).seating_words(), id="seating")
                names = " ".join(self._last.players)
                yield Input(names, placeholder="A B", compact=True, id="players")
            yield VerticalScroll(*self._options(game, self._last.options), id="options")
            yield Static("", id="problem", markup=False)
            with Horizontal(id="buttons"):
                yield Button(_("Play"), variant="primary", id="play", compact=True)
                yield Button(_("Back"), id="back", compact=True)

    def _options(self, game: str, chosen: dict[str, str]) -> Iterator[Widget]:
        for name, words in game_class(game).OPTIONS:
            yield Option(game, name, words, chosen.get(name, ""))

    def on_mount(self) -> None:
        """Put the focus where Enter plays the same again."""
        self.query_one("#play").focus()

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Ask for the options of the game that was chosen."""
        if event.select.id != "game" or event.value == self._last.game:
            return
        game = str(event.value)
        self._last = self._last._replace(game=game, options={})
        self.query_one("#seating", Label).update(adapter_of(game).seating_words())
        options = self.query_one("#options", VerticalScroll)
        await options.remove_children()
        await options.mount(*self._options(game, {}))

    def on_input_submitted(self) -> None:
        """Enter in a field plays as well."""
        self._play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Play, or go back."""
        if event.button.id == "play":
            self._play()
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss(None)

    def _play(self) -> None:
        game = self._last.game
        # Neither blanks nor commas can be in a name.
        names = [
            name for name in re.split(r"[\s,]+", self.query_one("#players", Input).value) if name
        ]
        options = {option.name_of: option.value for option in self.query(Option)}
        try:
            referee = Referee(game, names, options)
        except Refused as refused:
            self.query_one("#problem", Static).update(refusal_words(refused.refusal))
        except MalformedText as malformed:
            self.query_one("#problem", Static).update(malformed_words(malformed))
        else:
            self.dismiss(Setup(referee.names, game, options))
