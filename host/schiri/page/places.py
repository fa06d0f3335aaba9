"""The places of a table: how many pages there may be, and who is let go for somebody else.

Decides by what a page may do, and whether a browser has come back for it.  Must not know what a
page shows, or how it reaches a browser.
"""

from collections.abc import Callable
from typing import NamedTuple

from schiri.page.keys import WATCH

# So many pages there may be, those included that a browser has left a moment ago; and so many of
# those that only look on, so that there are always places for who plays.
MOST_PAGES = 64
MOST_WATCHING = 48


class Place(NamedTuple):
    """The place of a page.

    Shape: ``let_go`` ends a page that no browser has come back for.
    """

    right: str
    let_go: Callable[[], object]


class Places:
    """The places that are taken.

    Rule: a page that was asked for and never opened, as a picture of another site asks for one, has
    its place only until somebody else wants it.
    """

    def __init__(self) -> None:
        # In the order in which they were asked for.
        self._taken: dict[object, Place] = {}
        self._open: set[object] = set()

    def make_room(self, right: str) -> bool:
        """Return whether there is a place for a page that may do this, made where there is none."""
        while not self._has_room(right):
            waiting = [
                place
                for page, place in self._taken.items()
                if page not in self._open and (right != WATCH or place.right == WATCH)
            ]
            if not waiting:
                return False
            waiting[0].let_go()
        return True

    def _has_room(self, right: str) -> bool:
        watching = sum(place.right == WATCH for place in self._taken.values())
        return len(self._taken) < MOST_PAGES and (right != WATCH or watching < MOST_WATCHING)

    def take(self, page: object, place: Place) -> None:
        """Give a page a place."""
        self._taken[page] = place

    def open(self, page: object) -> None:
        """Keep the place of a page that a browser has come back for."""
        self._open.add(page)

    def leave(self, page: object) -> None:
        """Take the place of a page."""
        self._taken.pop(page, None)
        self._open.discard(page)
