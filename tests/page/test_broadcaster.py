"""The broadcaster sends a table's states to its pages: each state once, and only its changes."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread, current_thread
from typing import cast

from schiri.device.reports import DeviceView, Lights
from schiri.errors import HostError
from schiri.page.access import PLAY, WATCH
from schiri.page.broadcaster import MOST_PAGES, MOST_WATCHING, Broadcaster
from schiri.table.intents import Answer, Intent, Press, RefusalReport
from schiri.table.session import TableSession
from schiri.table.state import TableState

FIRST = TableState(device=DeviceView(refusal=RefusalReport("move-occupied")))
LIT = FIRST._replace(device=FIRST.device._replace(lights=Lights([(255, 0, 0)])))
MOVED = LIT._replace(fault=HostError("no-device"))


def nobody(_state: TableState) -> None:
    """Ignore the state."""


class Told:
    """A session with scripted states, and a page that counts what it hears."""

    def __init__(self) -> None:
        self.state = FIRST
        self.heard: list[TableState] = []
        self.done: list[tuple[Intent, Future[Answer]]] = []
        self._watch: Callable[[TableState], object] = nobody

    def watch(self, watch: Callable[[TableState], object]) -> Callable[[], None]:
        self._watch = watch
        return self._forget

    def _forget(self) -> None:
        self._watch = nobody

    def start(self) -> None:
        self._watch(self.state)

    def do(self, intent: Intent) -> "Future[Answer]":
        self.done.append((intent, Future()))
        return self.done[-1][1]

    def close(self) -> None:
        """Publish the end."""
        self.state = MOVED
        self._watch(self.state)

    def show(self) -> None:
        self.heard.append(self.state)

    async def say(self, *states: TableState) -> list[TableState]:
        """Publish these states at once. Return what the page has heard of them."""
        for self.state in states:
            self._watch(self.state)
        await asyncio.sleep(0)
        heard, self.heard = self.heard, []
        return heard


def test_a_page_is_told_the_newest_moment() -> None:
    async def tell() -> None:
        told = Told()
        broadcaster = Broadcaster(cast(TableSession, told))
        broadcaster.join(told, WATCH)
        broadcaster.start()
        assert await told.say() == [FIRST]
        # Of several states at once, only the last is shown.
        assert await told.say(LIT, MOVED) == [MOVED, MOVED]

    asyncio.run(tell())


def test_a_viewer_who_leaves_affects_no_other() -> None:
    async def tell() -> None:
        told = Told()
        broadcaster = Broadcaster(cast(TableSession, told))

        class Leaving:
            def __init__(self) -> None:
                self.heard = 0

            def show(self) -> None:
                self.heard += 1
                broadcaster.leave(self)

        first, last = Leaving(), Leaving()
        for page in (first, told, last):
            broadcaster.join(page, WATCH)
        broadcaster.start()
        # Every page is informed, even if some leave during the update.
        assert await told.say() == [FIRST] and [first.heard, last.heard] == [1, 1]
        assert await told.say(LIT) == [LIT] and [first.heard, last.heard] == [1, 1]
        # Their places are free. A page that leaves twice frees only its own place.
        broadcaster.leave(first)
        assert broadcaster._pages == {told: WATCH}
        broadcaster.leave(told)
        assert await told.say(MOVED) == []

    asyncio.run(tell())


def test_answers_come_in_the_event_loop() -> None:
    async def tell() -> None:
        told = Told()
        broadcaster = Broadcaster(cast(TableSession, told))
        broadcaster.start()
        answers: list[tuple[Answer, bool]] = []

        def hear(answer: Answer) -> None:
            answers.append((answer, current_thread() is here))

        here = current_thread()
        broadcaster.do(Press("white"), hear)
        broadcaster.do(Press("red"), hear)
        (white, first), (red, second) = told.done
        assert (white, red) == (Press("white"), Press("red"))
        # An intent that the table no longer carried out has no answer.
        assert second.cancel()
        answer = Answer()
        thread = Thread(target=lambda: first.set_result(answer))
        thread.start()
        thread.join()
        assert answers == []
        await asyncio.sleep(0)
        assert answers == [(answer, True)] and answers[0][0] is answer

    asyncio.run(tell())


def test_the_last_state_of_a_table_is_the_last_message() -> None:
    async def tell() -> None:
        told = Told()
        broadcaster = Broadcaster(cast(TableSession, told))
        broadcaster.join(told, WATCH)
        broadcaster.start()
        assert await told.say() == [FIRST]
        broadcaster.close()
        await asyncio.sleep(0)
        assert told.heard == [MOVED]
        assert await told.say(LIT) == [MOVED] and broadcaster.state == LIT
        # A table that was never started ends as well.
        Broadcaster(cast(TableSession, Told())).close()

    asyncio.run(tell())


def opened(broadcaster: Broadcaster, right: str, count: int) -> list[Told]:
    """Join a number of pages; return how many got a place."""
    came = []
    for _ in range(count):
        if broadcaster.has_room(right):
            came.append(Told())
            broadcaster.join(came[-1], right)
    return came


def test_spectators_never_take_the_places_of_players() -> None:
    broadcaster = Broadcaster(cast(TableSession, Told()))
    assert len(opened(broadcaster, WATCH, MOST_PAGES)) == MOST_WATCHING < MOST_PAGES
    assert len(opened(broadcaster, PLAY, MOST_PAGES)) == MOST_PAGES - MOST_WATCHING


def test_players_may_have_all_places_and_who_leaves_makes_room() -> None:
    broadcaster = Broadcaster(cast(TableSession, Told()))
    pages = opened(broadcaster, PLAY, MOST_PAGES + 1)
    assert len(pages) == MOST_PAGES
    assert not broadcaster.has_room(PLAY) and not broadcaster.has_room(WATCH)
    broadcaster.leave(pages[7])
    broadcaster.leave(pages[7])
    assert broadcaster.has_room(PLAY) and broadcaster.has_room(WATCH)
    broadcaster.join(Told(), WATCH)
    assert not broadcaster.has_room(PLAY)
