"""All pages of one table: they receive each state of the session in the server's event loop.

Decides how the two threads meet, and how many requests of one page are carried out at a time.  Must
not know what a page shows.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol

from schiri.page.access import WATCH
from schiri.page.patches import PageCache
from schiri.table.intents import Answer, Sent
from schiri.table.session import TableSession
from schiri.table.state import TableState

# The most pages, and the most spectators' pages, so that there is always room for players.
MOST_PAGES = 64
MOST_WATCHING = 48


class Shows(Protocol):
    """A page's callback for new states."""

    def show(self) -> None: ...


class Broadcaster:
    """The pages of a table.

    Shape: ``state`` is the newest state; pages are called in the loop in which it was started.
    """

    def __init__(self, session: TableSession) -> None:
        self._session = session
        self.cache = PageCache()
        # The right of each page.
        self._pages: dict[Shows, str] = {}
        self._unwatch: Callable[[], None] = lambda: None

    @property
    def state(self) -> TableState:
        """The newest moment."""
        return self._session.state

    @property
    def now_ms(self) -> int:
        return self._session.now_ms

    def start(self) -> None:
        """Begin, in the loop of the pages."""
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._unwatch = self._session.watch(lambda state: loop.call_soon_threadsafe(self._show))
        self._session.start()

    def close(self) -> None:
        """End, while the loop can still carry out the last calls of the session."""
        self._session.close()
        self._unwatch()

    def has_room(self, right: str) -> bool:
        """Return whether there is room for a page with this right."""
        watching = sum(each == WATCH for each in self._pages.values())
        return len(self._pages) < MOST_PAGES and (right != WATCH or watching < MOST_WATCHING)

    def join(self, page: Shows, right: str) -> None:
        """Call a page at each new state from now on; it counts towards the limit of its right."""
        self._pages[page] = right

    def leave(self, page: Shows) -> None:
        """Stop sending to a page."""
        self._pages.pop(page, None)

    def do(self, intent: Sent, answered: Callable[[Answer], object]) -> None:
        """Send an intent; the answer comes in the loop."""

        def receive(done: "Future[Answer]") -> None:
            if not done.cancelled():
                self._loop.call_soon_threadsafe(answered, done.result())

        self._session.do(intent).add_done_callback(receive)

    def _show(self) -> None:
        """Show the newest state to every page."""
        for page in [*self._pages]:
            page.show()
