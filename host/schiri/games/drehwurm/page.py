"""Drehwurm on a page: a button for each thing that is said, cards by colour and value.

Decides what is offered when.  What is legal the table says; who was first in a race the device, or
the keys of this PC: nobody throws in on a page.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from schiri_engines.drehwurm.cards import VALUES, WORM_COLOURS

from schiri.games.drehwurm.table import RaceView
from schiri.games.drehwurm.words import (
    COLOURS,
    JOKER,
    DrehwurmState,
    FullState,
    card_words,
    game_words,
    order_words,
    score_columns,
    why_no_count,
)
from schiri.page.elements import Choice, Do, Line, Tag, button, drawn, line, put
from schiri.page.sheets import Sheet
from schiri.page.view import TablePage
from schiri.picture.piles import card_svg, worm_svg
from schiri.table.intents import Enter
from schiri.texts import N_

if TYPE_CHECKING:
    from schiri.page.viewer import Viewer

PILES = "123"
# What is said in a word, by phase of the fast referee.
SAID = {
    "turned": N_("Laid and turned"),
    "passed": N_("Drawn and turned"),
    "illegal": N_("The fastest player's card was illegal"),
    "stands": N_("The fastest player's card stays"),
    "nobody": N_("Nobody threw in"),
    "end": N_("The game has ended"),
    "next": N_("Next game"),
}
FAST = {
    "turn": ("turned", "passed"),
    "race": ("illegal", "stands", "turned", "passed"),
    "over": ("next",),
}
# Where one card is all that is asked for.
ASKED = {"shows": "shows", "new": "new"}


class DrehwurmPage(TablePage):
    """Piles or a race, and what can be said of them."""

    QUESTIONS = ("can", "which")
    LOOK = "cards"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        # The colour and the card that are picked, and those picked before them for a start.
        self._colour = self._card = ""
        self._start: tuple[str, ...] = ()
        self._step: object = None
        self._built: object = None

    @property
    def _match(self) -> DrehwurmState:
        state = self.state
        assert isinstance(state, DrehwurmState)
        return state

    def hint(self) -> str:
        """Return which game of the match it is, who was how fast, and what is to be done."""
        words, state, race = self.words, self._match, self.viewer.state.cards
        told = [game_words(words, state) + "."]
        if not isinstance(state, FullState) and state.order:
            told.append(order_words(words, state.order) + ".")
        if isinstance(race, RaceView) and race.left_s is not None:
            told.append(words.gettext("{count} s").format(count=race.left_s))
        if self.viewer.state.is_plugged is None:
            # On a simulated device nobody races: a page has no buttons for it.
            told.append(super().hint())
        return " ".join(filter(None, told))

    # What is shown

    def show_board(self) -> None:
        """Show the piles, or a race once somebody has thrown in."""
        super().show_board()
        state = self._match
        is_empty = not isinstance(state, FullState) and not state.order
        put(self._picture, hidden=True if is_empty else None)
        self._lines.say("")

    def build_notes(self) -> None:
        """Make the score sheet."""
        self._sheet = Sheet(self.words.gettext("Score sheet"))

    def show_notes(self) -> None:
        """Show what everybody has, in this game, in each before it, and in the match."""
        race = self.viewer.state.cards
        played = race.played if isinstance(race, RaceView) else ()
        columns = score_columns(self.words, self._match, played)
        rows = {name: [each[name] for _head, each in columns] for name in self._match.match}
        self._sheet.show([head for head, _each in columns], rows)

    def seat_note(self, name: str) -> str:
        """Return nothing: the score sheet has it."""
        return ""

    # What can be said

    def build_controls(self) -> None:
        """Make the place of what can be said now."""
        self._box = Tag("div", classes="says")

    def show_controls(self) -> None:
        """Offer what can be said now, anew only where that is something else."""
        state, race = self._match, self.viewer.state.cards
        uncounted = race.uncounted if isinstance(race, RaceView) else ()
        step = (state.phase, state.turn, state.number)
        if step != self._step:
            self._step, self._start = step, ()
            self._colour = self._card = ""
        has_claims = not isinstance(state, FullState) and bool(state.order)
        now = (step, uncounted, has_claims, self._colour, self._card, self._start)
        if now != self._built:
            self._built = now
            self._box.clear()
            with self._box:
                if isinstance(state, FullState):
                    self._offer_full(state)
                else:
                    self._offer_fast(state.phase, uncounted, has_claims)

    def _say(self, text: str) -> None:
        self.viewer.send(Enter(text))

    def _saying(self, text: str) -> Do:
        return lambda: self._say(text)

    def _said(self, word: str) -> tuple[str, str]:
        """Return what a button of a word shows, and the word."""
        return self.words.gettext(SAID[word]), word

    def _row(self, label: str, texts: Iterable[tuple[str, str]], classes: str = "") -> None:
        """Make a row of buttons: what each shows, and what it says."""
        with Tag("div", classes="row", role="group", aria_label=label):
            if label:
                Tag("span", label, "label")
            for text, said in texts:
                button(text, self._saying(said), classes).mark(said.replace(" ", "-"))

    def _offer_fast(self, phase: str, uncounted: tuple[int, ...], has_claims: bool) -> None:
        words = self.words
        said = [self._said(word) for word in FAST.get(phase, ())]
        if phase == "race" and not has_claims:
            # There is no card yet that could stay, or be illegal.
            said = [(self._said("nobody")[0], "stands"), *said[2:]]
        if not self.state.over:
            self._row("", said, "large")
        if phase == "race":
            Tag(
                "p",
                words.gettext("Throw in on the device; without one, enter race NAME:MS."),
                "hint",
            )
        if phase == "turn":
            self._offer_eaten()
            self._row("", [self._said("end")])
        if uncounted:
            with Tag("form") as form:
                lines: dict[str, Line] = {}
                for seat in uncounted:
                    name = self.viewer.state.players[seat]
                    label = words.gettext("Cards left of {name}").format(name=name)
                    lines[name] = line(label, inputmode="numeric", maxlength="3")
                Tag("button", words.gettext("Do it"), "strong", type="submit")
            form.on("submit.prevent", partial(self._say_left, lines), [])

    def _say_left(self, lines: dict[str, Line]) -> None:
        """Say what everybody has left, once all of it can be."""
        if not self._refuse_counts(list(lines.values())):
            for name, left in lines.items():
                self._say(f"left {name} {left.value.strip()}")

    def _refuse_counts(self, lines: list[Line]) -> bool:
        """Refuse what is no number of cards beside its line; return whether one is not."""
        seats = len(self.viewer.state.players)
        wrong = [why_no_count(self.words, each.value.strip(), seats) for each in lines]
        # The first one that is wrong is led to last.
        for each, why in reversed([*zip(lines, wrong, strict=True)]):
            each.refuse(why)
        return any(wrong)

    def _offer_eaten(self) -> None:
        """Ask what a hen has eaten."""
        words = self.words
        hens = [(colour, words.gettext(COLOURS[colour])) for colour in self._worms()]
        labels = (
            words.gettext("Worms of its colour"),
            words.gettext("Jokers"),
            words.gettext("Other worms"),
        )
        with Tag("details", classes="more"):
            Tag("summary", words.gettext("A hen ate a pile"))
            with Tag("form") as form:
                hen = Choice(words.gettext("The hen"), hens, hens[0][0])
                counts = [line(each, "0", inputmode="numeric", maxlength="3") for each in labels]
                Tag("button", words.gettext("Do it"), type="submit")
            form.on("submit.prevent", partial(self._say_eaten, hen, counts), [])

    def _say_eaten(self, hen: Choice, counts: list[Line]) -> None:
        if self._refuse_counts(counts):
            return
        numbers = " ".join(count.value.strip() for count in counts)
        self._say(f"ate {self.state.turn} {hen.value} {numbers}")

    def _worms(self) -> str:
        """Return the letters of the colours that are played with."""
        return WORM_COLOURS[: int(self.viewer.state.options["colours"])]

    # With all cards

    def _offer_full(self, state: FullState) -> None:
        words, phase = self.words, state.phase
        if phase == "over":
            if not state.over:
                self._row("", [self._said("next")], "large")
            return
        if self._start:
            Tag("p", " ".join(self._start), "hint")
        self._offer_cards(phase)
        if phase != "turn":
            return
        if self._card:
            card = card_words(words, self._card)
            lay = words.gettext("Lay {card} on pile").format(card=card)
            self._row(lay, [(pile, f"lay {self._card} {pile}") for pile in PILES], "large pile")
            thrown = words.gettext("{card} is thrown in by").format(card=card)
            names = [name for name in self.viewer.state.players if name != state.turn]
            self._row(thrown, [(name, f"throw {name} {self._card}") for name in names])
        elif self._colour and self._colour != JOKER:
            colour = words.gettext(COLOURS[self._colour])
            hen = words.gettext("Play the hen ({colour}) on pile").format(colour=colour)
            self._row(hen, [(pile, f"hen {self._colour} {pile}") for pile in PILES])
        turn = words.gettext("Draw, and turn pile")
        self._row(turn, [(pile, f"pass {pile}") for pile in PILES])
        fits = words.gettext("What fits on pile")
        self._row(fits, [(pile, f"which {pile}") for pile in PILES])

    def _offer_cards(self, phase: str) -> None:
        """Offer the colours, and of the one that is picked the values."""
        words = self.words
        has_values = self._colour != JOKER or self.viewer.state.options["joker"] == "number"
        with Tag("div", classes="row", role="group", aria_label=words.gettext("The card")):
            for colour in self._worms() + JOKER:
                with card_button(partial(self._pick_colour, colour, phase)) as element:
                    drawn(worm_svg(colour), "span")
                    Tag("span", words.gettext(COLOURS[colour]))
                element.put(aria_pressed="true" if colour == self._colour else "false")
                element.mark(f"colour-{colour}")
        if self._colour and has_values:
            with Tag("div", classes="row", role="group", aria_label=words.gettext("Value")):
                for value in VALUES:
                    card = self._colour + value
                    with card_button(partial(self._pick, card, phase)) as element:
                        drawn(card_svg(card), "span")
                        Tag("span", value, "unseen")
                    element.put(aria_pressed="true" if card == self._card else "false")
                    element.mark(f"value-{value}")

    def _pick_colour(self, colour: str, phase: str) -> None:
        self._colour, self._card = colour, ""
        if colour == JOKER and self.viewer.state.options["joker"] != "number":
            self._pick(JOKER, phase)
        else:
            self.show()

    def _pick(self, card: str, phase: str) -> None:
        """Take a card: where no more is asked for, it is said at once."""
        self._card = card
        if phase in ASKED:
            self._say(f"{ASKED[phase]} {card}")
        elif phase == "start":
            self._start = (*self._start, card)
            self._colour = self._card = ""
            if len(self._start) == len(PILES):
                self._say(" ".join(["start", *self._start]))
                self._start = ()
        self.show()


def card_button(do: Do) -> Tag:
    """Return a button that shows a card, or the worm of one."""
    return button("", do, "card")
