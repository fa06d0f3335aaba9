"""A game step by step: how it stood, what happened and why, and a slider through all of it.

Decides how one goes through it.  Must not know whether it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo

from nicegui import ui
from nicegui.events import GenericEventArguments

from schiri.events import Header, Made
from schiri.page.elements import VALUE, Do, Tag, button, drawn, put
from schiri.picture.drawing import drawing
from schiri.replayer.steps import Step
from schiri.replayer.telling import (
    due_words,
    place_words,
    short_words,
    stands_words,
    step_words,
    why_words,
)
from schiri.texts import N_, Words

# So many of the moves are listed, those around the one that is shown.
LISTED = 200
# A slider tells where it is so often, at most.
SLIDER_S = 0.06


class Stepper:
    """The steps of a game, one of which is shown.

    Shape: ``moved`` is called with each step that is shown.
    """

    def __init__(
        self,
        words: Words,
        header: Header,
        steps: Sequence[Step],
        zone: tzinfo | None,
        moved: Callable[[Step], object] = lambda step: None,
    ) -> None:
        self.at = -1
        self._words, self._header, self._steps, self._zone = words, header, steps, zone
        self._moved = moved
        self._listed = range(0)
        self._buttons: list[Tag] = []
        with Tag("div", classes="stepper"):
            with Tag("section", classes="board"):
                self._picture = drawn("", classes="picture")
                self._build_ways()
            with Tag("section", classes="talk"):
                with Tag("div", role="status"):
                    self._event = Tag("p", classes="turn")
                    self._why = Tag("p", classes="why")
                self._due = Tag("p")
                self._place = Tag("p", classes="hint")
                self._notes = Tag("p", classes="notes")
                self._lines = Tag("pre", classes="lines")
            with Tag("section", classes="told"):
                Tag("h2", words.gettext("What happened"))
                self._list = Tag("ol", classes="history steps")

    def _build_ways(self) -> None:
        last = len(self._steps) - 1
        with Tag("div", classes="ways"):
            self._way("|◀", N_("To the start"), lambda: self.go_to(0))
            self._way("◀", N_("A step back"), lambda: self.go_to(self.at - 1))
            self._slider = ui.element("input").mark("slider")
            put(self._slider, type="range", min="0", max=str(last), step="1")
            put(self._slider, aria_label=self._words.gettext("Step through the game"))
            self._slider.on("input", self._slide, js_handler=VALUE, throttle=SLIDER_S)
            self._way("▶", N_("A step on"), lambda: self.go_to(self.at + 1))
            self._way("▶|", N_("To the end"), lambda: self.go_to(last))

    def _way(self, sign: str, english: str, do: Do) -> None:
        button(sign, do, aria_label=self._words.gettext(english)).mark(english)

    def _slide(self, event: GenericEventArguments) -> None:
        text = str(event.args)
        if text.isascii() and text.isdigit():
            self.go_to(int(text[:9]))

    def go_to(self, at: int) -> None:
        """Show a step, the first or the last one where there is none."""
        at = max(0, min(at, len(self._steps) - 1))
        if at == self.at:
            return
        self.at = at
        step, words, header = self._steps[at], self._words, self._header
        picture = drawing(step.view, None) or ""
        self._picture.content = picture
        self._event.text = step_words(words, header, step.event)
        self._why.say(why_words(words, header, step.event))
        self._due.say(due_words(words, step))
        self._place.text = place_words(words, self._steps, step, self._zone)
        stands = "\n".join(stands_words(words, header, step, bool(picture)))
        self._notes.say(stands if picture else "")
        # What is not drawn keeps its columns.
        self._lines.say("" if picture else stands)
        put(self._slider, value=str(at), aria_valuetext=self._place.text)
        self._show_list()
        self._moved(step)

    def go_to_entry(self, number: int) -> None:
        """Show how it stood after an entry."""
        after = (at for at, step in enumerate(self._steps) if step.number == number)
        self.go_to(next(after, self.at))

    def _show_list(self) -> None:
        """Mark the step that is shown among those around it."""
        if self.at not in self._listed:
            first = max(0, min(self.at - LISTED // 2, len(self._steps) - LISTED))
            self._listed = range(first, min(first + LISTED, len(self._steps)))
            self._list.clear()
            with self._list:
                self._buttons = [self._list_step(at) for at in self._listed]
        for at, each in zip(self._listed, self._buttons, strict=True):
            each.put(aria_current="step" if at == self.at else None)
        shown = self._buttons[self.at - self._listed.start]
        ui.run_javascript(f"schiriShow({shown.id}, {self.at})")

    def _list_step(self, at: int) -> Tag:
        step = self._steps[at]
        text = short_words(self._words, self._header, step.event)
        if isinstance(step.event, Made):
            text = f"{step.number}. {text}"
        with Tag("li"):
            return button(text, lambda: self.go_to(at), "step")
