"""One game that was played: step by step, whether its log can be trusted, and what to take along.

Decides what stands on its page.
"""

from __future__ import annotations

from datetime import tzinfo

from schiri.analysis.moves import GAME
from schiri.export import FORMS
from schiri.log.telling import result_words, trust_words
from schiri.page.elements import Tag, button
from schiri.page.logs.analysed import build_analysis
from schiri.page.logs.library import Library, Replay
from schiri.page.logs.reader import Reader
from schiri.page.logs.stepper import Stepper
from schiri.picture.drawing import drawing
from schiri.prose.answers import names_words
from schiri.prose.moments import moment_words
from schiri.replayer.steps import Step
from schiri.texts import N_, Words

# What each form of a log is good for.
FORM_WORDS = {
    "text": N_("As a text"),
    "json": N_("As JSON"),
    "csv": N_("As a table (CSV)"),
    "cast": N_("As a film for terminals (asciicast)"),
    "bgstats": N_("For BG Stats, as a file"),
    "bgstats-link": N_("For BG Stats, as a link"),
}
PICTURES = {"svg": N_("This picture, as SVG"), "png": N_("This picture, as PNG")}


class ReplayPage(Reader):
    """A game to step through.

    Shape: ``name`` is the id of its log; ``at`` is the step that is shown first, None for the last.
    """

    def __init__(
        self, words: Words, library: Library, zone: tzinfo | None, name: str, at: int | None
    ) -> None:
        super().__init__(words, library, zone)
        self._name, self._at = name, at

    def build_inside(self) -> None:
        """Make place for the game, which is read meanwhile."""
        self._title = Tag("h2", classes="title")
        self._about = Tag("p", classes="hint")
        self._trust = Tag("p", classes="trust")
        self._trust.say("")
        self._place = Tag("div")
        self._more = Tag("div", classes="more-of-it")
        self.begin(self._show())

    async def _show(self) -> None:
        found = await self.read(lambda: self.library.replay(self._name))
        if found is None:
            return
        words, header = self.words, found.log.header
        self._title.text = f"{header.game.capitalize()}: {names_words(words, header.players)}"
        began = moment_words(words, found.steps[0].at, self.zone)
        result = result_words(words, header.game, found.steps[-1].event)
        self._about.text = f"{began}. {result}"
        self._trust.say(trust_words(words, found.log, found.broken))
        self._trust.put(data_broken="true" if found.broken else None)
        with self._more:
            self._build_more(found)
        with self._place:
            self._stepper = Stepper(words, header, found.steps, self.zone, self._moved)
            self._stepper.go_to(len(found.steps) - 1 if self._at is None else self._at)

    def _build_more(self, found: Replay) -> None:
        words = self.words
        self._pictures: dict[str, Tag] = {}
        if found.log.header.game == GAME and not found.broken:
            self._analyse = button(words.gettext("What the moves were worth"), self._analysis)
            self._analysed = Tag("section", classes="analysis")
        with Tag("details", classes="more"):
            Tag("summary", words.gettext("Take it along"))
            with Tag("ul", classes="forms"):
                for form in FORMS:
                    self._link(words.gettext(FORM_WORDS[form]), f"export/{form}")
                if drawing(found.steps[0].view):
                    for form, english in PICTURES.items():
                        self._pictures[form] = self._link(words.gettext(english))

    def _link(self, text: str, below: str = "") -> Tag:
        with Tag("li"):
            address = f"/games/{self._name}/{below}"
            return Tag("a", text, "button", href=address, download=True)

    def _moved(self, step: Step) -> None:
        for form, each in self._pictures.items():
            each.put(href=f"/games/{self._name}/picture/{step.number}.{form}")

    async def _analysis(self) -> None:
        """Show what the moves were worth, once that is known."""
        self._analyse.put(disabled=True)
        found = await self.read(lambda: self.library.analysed(self._name))
        if found is None:
            self._analyse.put(disabled=None)
            return
        self._analyse.say("")
        with self._analysed:
            build_analysis(self.words, found, self._go_to_entry)

    def _go_to_entry(self, number: int) -> None:
        self._stepper.go_to_entry(number)
