"""What to play: what can go on, or a new game, who plays it, and by which house rules.

Decides how a game's options, which are data of its engine, are asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui
from schiri_engines.options import values_of
from schiri_engines.registry import game_class, row_of, rows

from schiri.games import adapter_of
from schiri.last_setup import Setup
from schiri.page.elements import Choice, Do, Line, Tag, asking, button, lead_to, line
from schiri.page.painting import ASKED, Painting
from schiri.page.samples import ABOUT, sample
from schiri.page.view import View
from schiri.prose.answers import (
    answer_words,
    device_words,
    leaving_words,
    offer_words,
    problem_words,
)
from schiri.prose.setup_form import Asked, first_choices, names_text, names_typed
from schiri.table.intents import Answer, First, GoOn, NewGame, Reconnect
from schiri.texts import Words

if TYPE_CHECKING:
    from schiri.page.viewer import Viewer

DONE = Answer()
# What is wrong with the names that were typed.
OF_PLAYERS = ("bad-player-count", "bad-name", "doubled-name")


class StartPage(View):
    """Asks what shall go on, or for game, players and options."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        last = viewer.state.setups.last.game
        wanted = [each for each in (viewer.game, last) if each in self._games()]
        self._game = (wanted or self._games())[0]
        self._built = self._games()

    def _games(self) -> list[str]:
        """Return the games that the device is large enough for."""
        return [row.name for row in rows() if row.size <= self.viewer.state.build.size]

    def build(self) -> None:
        """Make the form; who only looks on waits for others."""
        words = self.words
        with Tag("div", classes="start"):
            self._device = Tag("p", classes="hint")
            # What is wrong with the table; what is wrong with the form stands beside its field.
            self._problem = Tag("p", classes="problem")
            if not self.viewer.may_act:
                Tag("p", words.gettext("Nothing is played yet."), "turn")
                return
            self._retry = button(words.gettext("Try again"), self._try_again)
            self._build_offers()
            Tag("h2", words.gettext("A new game"))
            with Tag("form", classes="form") as self._form:
                asking(self._form, "submit.prevent", self._play)
                with Tag("div", classes="games", role="group", aria_label=words.gettext("Game")):
                    self._choices = {name: self._game_button(name) for name in self._built}
                with Tag("div", classes="setup"):
                    self._build_setup()
                self._fill()
                self._wrong = Tag("p", classes="problem", hidden=True)
                Tag("button", words.gettext("Play"), "strong", type="submit").mark("play")

    def _build_setup(self) -> None:
        """Make what is asked for of every game, and the place of its house rules."""
        words = self.words
        with Tag("div"):
            # The names that are proposed stand there as long as nobody has typed others.
            self._proposed = names_text(self._setup().players)
            self._players = line("", self._proposed, maxlength="200")
        self._first = Choice(words.gettext("Who begins"), first_choices(words), "named")
        with Tag("details", classes="more"):
            Tag("summary", words.gettext("House rules"))
            self._rules = Tag("div", classes="houserules")

    def _setup(self) -> Setup:
        """Return how the game that is chosen was played last."""
        game = self._game
        return self.viewer.state.setups.of(game, *game_class(game).seats_for({}))

    def _build_offers(self) -> None:
        offers = self.viewer.state.offers
        if offers:
            Tag("h2", self.words.gettext("Go on"))
        with Tag("div", classes="offers"):
            for offer in offers:
                text = offer_words(self.words, offer, self.viewer.now())
                button(text, self._going_on(offer.log))

    def _going_on(self, log: str) -> Do:
        return lambda: self.viewer.send(GoOn(log))

    def _game_button(self, game: str) -> Tag:
        element = Tag("button", "", "game", type="button").mark(f"game-{game}")
        with element:
            ui.html(sample(game), sanitize=False, tag="span")
            Tag("strong", game.capitalize())
            if about := ABOUT.get(game):
                Tag("span", self.words.gettext(about))
            Tag("span", self.words.pgettext("title", game), "by")
        element.on("click", lambda: self._choose(game), [])
        return element

    def _choose(self, game: str) -> None:
        if game != self._game:
            self._game = game
            self._fill()
            self._ask_first()

    def _fill(self) -> None:
        """Ask for players and options of the game that is chosen; names that were typed stay."""
        for name, element in self._choices.items():
            element.put(aria_pressed="true" if name == self._game else "false")
        words, game, setup = self.words, self._game, self._setup()
        self._players.label.text = adapter_of(game).seating_words(words)
        proposed = names_text(setup.players)
        if self._players.value == self._proposed != proposed:
            self._players.set(proposed)
            self._proposed = proposed
        self._options: dict[str, tuple[Asked, Choice | None, Line | Painting | None]] = {}
        self._rules.clear()
        with self._rules:
            for name, listed in game_class(game).OPTIONS:
                asked = Asked.of(words, game, name, listed, setup.options.get(name, ""))
                self._options[name] = (asked, *ask(words, asked, listed))

    def _chosen(self, name: str) -> str:
        """Return what was chosen of an option."""
        asked, choice, text = self._options[name]
        return asked.option(choice.value if choice else asked.value, text.value if text else "")

    def _play(self) -> None:
        names = names_typed(self._players.value)
        options = {name: self._chosen(name) for name in self._options}
        first: First = "lot" if self._first.value == "lot" else "named"
        self.viewer.send(NewGame(self._game, names, options, first))

    def _try_again(self) -> None:
        self.viewer.send(Reconnect())

    def show(self) -> None:
        """Show the device and what is wrong."""
        state, words = self.viewer.state, self.words
        none = words.gettext("No device answers yet.")
        self._device.text = device_words(words, state.connected) if state.connected else none
        # What comes of the form stands in it; what the device has refused was of the game before.
        now = state._replace(refusal=None)
        self._problem.say(problem_words(words, now, DONE, self.viewer.noticed))
        self._problem.put(data_notice="true" if self.viewer.is_notice() else None)
        if self.viewer.may_act:
            self._show_wrong()
            self._retry.put(hidden=None if state.fault else True)
            self._ask_first()
            for name, element in self._choices.items():
                is_large_enough = row_of(name).size <= state.build.size
                element.put(disabled=None if is_large_enough else True)

    def _ask_first(self) -> None:
        """Ask before a game on the board is replaced by another one there."""
        asked = leaving_words(self.words, self.viewer.state) or None
        self._form.put(data_ask=asked if row_of(self._game).size else None)

    def _show_wrong(self) -> None:
        """Show what came of the form beside the field that it is about, else beside its button."""
        answer = self.viewer.answer
        text = answer_words(self.words, answer)
        about = self._line_about(answer) if text else None
        for each in self._lines():
            each.refuse(text if each is about else "")
        is_new = text != self._wrong.text
        self._wrong.say("" if about else text)
        if text and not about and is_new:
            lead_to(self._wrong)

    def _lines(self) -> list[Line]:
        """Return the lines of the form: the players', and those of options."""
        options = [text for _asked, _choice, text in self._options.values()]
        return [self._players, *(each for each in options if isinstance(each, Line))]

    def _line_about(self, answer: Answer) -> Line | None:
        """Return the line with which something is wrong, None where it is none or not known."""
        why = answer.refusal or answer.malformed
        if why and why.code in OF_PLAYERS:
            return self._players
        used = [
            text
            for asked, choice, text in self._options.values()
            if isinstance(text, Line) and (choice is None or choice.value == asked.own)
        ]
        return used[0] if why and len(used) == 1 else None


def ask(words: Words, asked: Asked, listed: str) -> tuple[Choice | None, Line | Painting | None]:
    """Ask for an option: by painting a board, by a choice, by a line, or by the last two."""
    label, choices, own, value, typed, prompt = asked
    if own == ASKED:
        return None, Painting(words, label, typed, values_of(listed)[0][0])
    if not choices:
        return None, line(label, typed, placeholder=prompt)
    if not own:
        return Choice(label, choices, value), None
    with Tag("div", classes="own"):
        choice = Choice(label, choices, value)
        with Tag("div") as below:
            text = line(prompt, typed)
    below.put(hidden=None if value == own else True)
    choice.changed = lambda each: below.put(hidden=None if each == own else True)
    return choice, text
