"""What a page lets be heard, for whoever wants it: the tones of the device.

Decides which tones a moment has, and who hears them.  It repeats the device's tones, and a test
holds them together.
"""

import json
from collections.abc import Sequence

from nicegui.events import GenericEventArguments

from schiri.events import End, Event, Made
from schiri.page.elements import Tag
from schiri.table.intents import Refusal
from schiri.texts import Words

# Hz and ms; 0 Hz is a pause.
TONES = {
    "move": ((880, 40),),
    "no": ((220, 90), (180, 120)),
    "won": ((660, 120), (880, 120), (1320, 240)),
    "drawn": ((660, 160), (0, 60), (660, 160)),
}


class Sound:
    """A button that turns sound on, which is off at first, and the tones of one browser."""

    def __init__(self, words: Words) -> None:
        self._is_on = False
        self._refusal: Refusal | None = None
        self._button = Tag("button", words.gettext("Sound"), "quiet icon sound", type="button")
        self._button.put(aria_pressed="false")
        self._button.mark("sound")
        # A browser plays nothing that nobody has asked for: it begins in the click.
        self._button.on("click", self._turn, js_handler="() => emit(schiriSound())")

    def _turn(self, event: GenericEventArguments) -> None:
        self._is_on = event.args is True
        self._button.put(aria_pressed="true" if self._is_on else "false")

    def hear(self, events: Sequence[Event], refusal: Refusal | None) -> None:
        """Let a moment be heard: what happened, and what is newly refused."""
        name = meaning(events, refusal is not None and refusal != self._refusal)
        self._refusal = refusal
        if name and self._is_on:
            self._button.client.run_javascript(f"schiriTones({json.dumps(TONES[name])})")


def meaning(events: Sequence[Event], is_refused: bool) -> str:
    """Return what is to be heard of a moment, "" for nothing.

    >>> meaning([Made("move", "a1-c3", "Ann")], False), meaning([], True), meaning([], False)
    ('move', 'no', '')
    """
    for event in reversed(events):
        if isinstance(event, End):
            return "won" if event.winner else "drawn"
    if is_refused:
        return "no"
    return "move" if any(isinstance(event, Made) for event in events) else ""
