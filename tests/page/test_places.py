"""The places of a table: always some for who plays, and none for what nobody opens."""

from schiri.page.keys import PLAY, WATCH
from schiri.page.places import MOST_PAGES, MOST_WATCHING, Place, Places


class Table:
    """The places of a table, and the pages that were let go."""

    def __init__(self) -> None:
        self.places = Places()
        self.gone: list[str] = []

    def asked(self, page: str, right: str) -> bool:
        """Ask for a page as the server does; return whether there was a place."""
        if not self.places.make_room(right):
            return False
        self.places.take(page, Place(right, lambda: self.let_go(page)))
        return True

    def opened(self, page: str, right: str) -> bool:
        """Ask for a page, and come back for it."""
        if not self.asked(page, right):
            return False
        self.places.open(page)
        return True

    def let_go(self, page: str) -> None:
        self.gone.append(page)
        self.places.leave(page)


def test_spectators_never_take_the_places_of_players() -> None:
    table = Table()
    came = [table.opened(f"watch{at}", WATCH) for at in range(MOST_PAGES)]
    assert sum(came) == MOST_WATCHING < MOST_PAGES
    came = [table.opened(f"play{at}", PLAY) for at in range(MOST_PAGES)]
    assert sum(came) == MOST_PAGES - MOST_WATCHING and table.gone == []


def test_players_may_have_all_places_and_who_leaves_makes_room() -> None:
    table = Table()
    assert all(table.opened(f"play{at}", PLAY) for at in range(MOST_PAGES))
    assert not table.asked("one", PLAY) and not table.asked("one", WATCH)
    table.places.leave("play7")
    table.places.leave("play7")
    # It is no longer open either, should it ever come again.
    assert table.asked("play7", PLAY) and table.asked("one", PLAY) and table.gone == ["play7"]


def test_what_nobody_opens_makes_room_the_oldest_first() -> None:
    table = Table()
    assert table.opened("own", PLAY)
    assert all(table.asked(f"img{at}", PLAY) for at in range(MOST_PAGES + 1))
    assert table.gone == ["img0", "img1"]
    assert table.opened("other", PLAY) and table.gone[2:] == ["img2"]


def test_no_spectator_sends_away_a_player_who_is_about_to_come() -> None:
    table = Table()
    assert all(table.asked(f"play{at}", PLAY) for at in range(MOST_PAGES))
    assert not table.asked("watch", WATCH) and table.gone == []
    # Among themselves they make room.
    table = Table()
    assert table.asked("play", PLAY)
    assert all(table.asked(f"watch{at}", WATCH) for at in range(MOST_WATCHING + 1))
    assert table.gone == ["watch0"]
