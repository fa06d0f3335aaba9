"""A page to read: what stands above each, and what it may ask the library for.

Decides what all of them share.  Must not know what is read on one.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from copy import copy
from datetime import tzinfo
from functools import cache
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo, available_timezones

from nicegui import background_tasks

from schiri.errors import HostError
from schiri.log.lines import BrokenLog
from schiri.log.telling import broken_words
from schiri.page.elements import Tag, drawn
from schiri.page.head import begin_page, language_choice
from schiri.page.logs.library import Library, name_of
from schiri.page.look import LOGO
from schiri.table.state import TableState
from schiri.texts import N_, Words

T = TypeVar("T")
# Where one can go, and what it is called.
PLACES = (("/", N_("Table")), ("/games", N_("Games")), ("/figures", N_("Statistics")))


class Reader:
    """One page that somebody reads.

    Shape: ``zone`` is the reader's, None for that of this PC; ``here`` is one of the `PLACES`.
    """

    here = ""

    def __init__(self, words: Words, library: Library, zone: tzinfo | None) -> None:
        self.words = words
        self.library = library
        self.zone = zone
        self._is_busy = False

    def build(self) -> None:
        """Build the page."""
        begin_page(self.words)
        with Tag("header"):
            drawn(LOGO, classes="logo", aria_hidden="true")
            Tag("h1", "Schiri")
            with Tag("nav", aria_label=self.words.gettext("Where to")):
                for address, english in PLACES:
                    current = "page" if address == self.here else None
                    text = self.words.gettext(english)
                    Tag("a", text, "button quiet", href=address, aria_current=current)
            language_choice(self.words)
        # A page has one place for what matters, which is around all that we make.
        with Tag("div", classes="reading"):
            self.build_inside()
            self._problem = Tag("p", classes="problem", role="status", hidden=True)

    def build_inside(self) -> None:
        """Make what is read here."""

    def show(self, state: TableState) -> None:
        """Leave the page as it is: what is read has happened."""

    async def read(self, work: Callable[[], T]) -> T | None:
        """Return what the library says, None where it says why not, which is shown then.

        Rule: a page has one question at a time; what it asks meanwhile is not asked.
        """
        if self._is_busy:
            return None
        self._is_busy = True
        try:
            found = await self.library.ask(work)
        except (HostError, BrokenLog) as error:
            self._problem.say(problem_words(self.words, error))
            return None
        finally:
            self._is_busy = False
        self._problem.say("")
        return found

    def begin(self, act: Coroutine[object, object, object]) -> None:
        """Begin something that waits for the library; the page is there meanwhile."""
        background_tasks.create(act, name="reading")


def problem_words(words: Words, error: HostError | BrokenLog) -> str:
    """Return why a log cannot be read; where it lies is nobody's business."""
    if isinstance(error, BrokenLog):
        return broken_words(words, error)
    told = copy(error)
    if "path" in told.details:
        told.details = {**told.details, "path": name_of(Path(str(told.details["path"])))}
    return words.error(told)


def zone_of(name: str) -> tzinfo | None:
    """Return the time zone that a browser names, None for one that nobody knows.

    >>> str(zone_of("Europe/Berlin")), zone_of("../../etc/passwd"), zone_of("")
    ('Europe/Berlin', None, None)
    """
    return ZoneInfo(name) if name in _zones() else None


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())
