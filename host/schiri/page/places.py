"""The places of a table: how many pages there may be, and how many of them only look on.

Must not know what a page shows, or how it reaches a browser.
"""

from schiri.page.keys import WATCH

# So many pages there may be; and so many of those that only look on, so that there are always
# places for who plays.
MOST_PAGES = 64
MOST_WATCHING = 48


class Places:
    """The places that are taken: each of a page that a browser has open."""

    def __init__(self) -> None:
        # What each page may do.
        self._taken: dict[object, str] = {}

    def has_room(self, right: str) -> bool:
        """Return whether there is a place for a page that may do this."""
        watching = sum(taken == WATCH for taken in self._taken.values())
        return len(self._taken) < MOST_PAGES and (right != WATCH or watching < MOST_WATCHING)

    def take(self, page: object, right: str) -> None:
        """Give a page a place."""
        self._taken[page] = right

    def leave(self, page: object) -> None:
        """Take the place of a page."""
        self._taken.pop(page, None)
