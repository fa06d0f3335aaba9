"""Looking back at the moves of a game that is played, and the way back to now.

Decides what is shown of it.  Must not touch the table: it reads what the log has so far.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from schiri.errors import HostError
from schiri.log.lines import BrokenLog
from schiri.page.elements import Tag, button
from schiri.page.logs.library import Library, id_of
from schiri.page.logs.reader import problem_words
from schiri.page.logs.stepper import Stepper
from schiri.texts import Words


class Past:
    """What a game came from, shown in the place of how it stands.

    Shape: ``log`` returns where the log of the game lies; ``now`` is the table, which goes on
    unseen meanwhile.
    """

    def __init__(self, words: Words, library: Library, log: Callable[[], str], now: Tag) -> None:
        self._words, self._library, self._log, self._now = words, library, log, now
        self._turn: Tag | None = None
        self._is_asking = False
        with now.parent_slot.parent if now.parent_slot else now:
            self._place = Tag("div", classes="past", hidden=True)

    async def look_back(self) -> None:
        """Show the last step of what the log has."""
        if self._is_asking:
            return
        self._is_asking = True
        self._place.clear()
        try:
            found = await self._library.ask(lambda: self._library.replay(id_of(Path(self._log()))))
        except (HostError, BrokenLog) as error:
            with self._place:
                self._build_now(problem_words(self._words, error))
        else:
            with self._place:
                self._build_now("")
                stepper = Stepper(self._words, found.log.header, found.steps, None)
                stepper.go_to(len(found.steps) - 1)
        finally:
            self._is_asking = False
        self._now.put(hidden=True)
        self._place.put(hidden=None)

    def _build_now(self, problem: str) -> None:
        """Make the line that leads back, and says how the game goes on."""
        with Tag("div", classes="now"):
            button(self._words.gettext("Back to now"), self.go_back, "strong")
            self._turn = Tag("p", role="status")
        Tag("p", problem, "problem").say(problem)

    def go_back(self) -> None:
        """Show how the game stands now."""
        self._turn = None
        self._place.put(hidden=True)
        self._now.put(hidden=None)
        self._place.clear()

    def show(self, turn: str) -> None:
        """Tell whoever looks back whose turn it is now."""
        if self._turn:
            text = self._words.gettext("The game goes on: {turn}")
            self._turn.text = text.format(turn=turn)
