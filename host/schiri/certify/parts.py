"""The parts that only a person can judge: each pixel and each button.

Decides what is shown and asked, and in which order.  A part is True if it works, False if not, None
if it was not checked.
"""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from schiri_device.builds import Build

from schiri.certify.talk import Talk
from schiri.texts import N_, Words

# Each test colour: its letter in a picture, and the question about it.
TEST_COLOURS = {
    "red": ("r", N_("Are all lights red?")),
    "green": ("g", N_("Are all lights green?")),
    "blue": ("u", N_("Are all lights blue?")),
    "white": ("w", N_("Are all lights white?")),
}
LIGHT, DARK = "w", "."
EACH_MS = 60
YES, NO, SKIP, SKIP_ALL = "y", "n", "s", "x"

Parts = dict[str, bool | None]


class Tester(Protocol):
    """The person in front of the device."""

    def print(self, words: str) -> None:
        """Print something for the person."""

    def has_typed(self) -> bool:
        """Return whether they have typed a line that was not read."""

    def typed(self) -> str:
        """Return the typed line in lower case, SKIP_ALL at the end of input."""


def skipped_parts(build: Build) -> Parts:
    """Return all parts of a build, marked as not checked."""
    names = [f"pixels.{name}" for name in (*TEST_COLOURS, "each")]
    return dict.fromkeys([*names, *(f"button.{name}" for name in build.buttons)])


class Inspection:
    """A check of the parts of a device by a person.

    Shape: ``found`` has the results.
    """

    def __init__(self, words: Words, talk: Talk, person: Tester, build: Build) -> None:
        self.found = skipped_parts(build)
        self._words = words
        self._talk = talk
        self._person = person
        self._build = build
        self._count = len(build.order)

    def begin(self) -> None:
        self._talk.ask("panel new")

    def look_at_pixels(self) -> None:
        """Light all pixels in each colour, and then one after the other."""
        self._person.print(
            self._words.gettext("y: yes   n: no   s: skip this   x: skip all that are left")
        )
        for name, (letter, question) in TEST_COLOURS.items():
            self._show(letter * self._count)
            if not self._judge(f"pixels.{name}", self._words.gettext(question)):
                return
        for cell in range(self._count):
            self._show(DARK * cell + LIGHT + DARK * (self._count - cell - 1))
            self._talk.wait(lambda: False, EACH_MS)
        self._show(DARK * self._count)
        text = self._words.gettext(
            "Did the lights shine one after the other, row by row from the bottom left?"
        )
        self._judge("pixels.each", text)

    def press_buttons(self) -> None:
        """Wait for each button to be pressed."""
        self._person.print(
            self._words.gettext("n: nothing happens   s: skip this   x: skip all that are left")
        )
        for name in self._build.buttons:
            self._talk.pressed.clear()
            self._person.print(self._words.say("Press {button}.", button=name))
            answer = self._answer((NO, SKIP, SKIP_ALL), partial(self._is_pressed, name))
            if answer == SKIP_ALL:
                return
            if answer != SKIP:
                self.found[f"button.{name}"] = answer != NO

    def end(self) -> None:
        """End the panel, and wait while the person plays on the device."""
        self._talk.ask("panel off")
        self._person.print(
            self._words.gettext("Play some moves on the device, if you like; then Enter.")
        )
        self._talk.wait(self._person.has_typed)
        self._person.typed()

    def _show(self, picture: str) -> None:
        self._talk.ask(f"panel {picture}")

    def _judge(self, part: str, question: str) -> bool:
        """Ask about a part; return whether to go on with the next one."""
        self._person.print(question)
        answer = self._answer((YES, NO, SKIP, SKIP_ALL), lambda: False)
        if answer in (YES, NO):
            self.found[part] = answer == YES
        return answer != SKIP_ALL

    def _answer(self, answers: tuple[str, ...], is_done: Callable[[], bool]) -> str:
        """Return which of these answers was typed, "" if the check ended without one."""
        while True:
            self._talk.wait(lambda: is_done() or self._person.has_typed())
            if not self._person.has_typed():
                return ""
            typed = self._person.typed()
            if typed in answers:
                return typed
            self._person.print(" ".join(answers))

    def _is_pressed(self, name: str) -> bool:
        """Return whether this button was pressed, and which others were."""
        pressed = self._talk.pressed
        while pressed:
            found = pressed.popleft()
            if found == name:
                return True
            if found in self._build.buttons:
                self._person.print(self._words.say("That was {button}.", button=found))
        return False
