"""The places of a table: always some for who plays."""

from schiri.page.keys import PLAY, WATCH
from schiri.page.places import MOST_PAGES, MOST_WATCHING, Places


def opened(places: Places, right: str, count: int) -> int:
    """Let so many pages come; return how many had a place."""
    came = 0
    for at in range(count):
        if places.has_room(right):
            places.take(f"{right}{at}", right)
            came += 1
    return came


def test_spectators_never_take_the_places_of_players() -> None:
    places = Places()
    assert opened(places, WATCH, MOST_PAGES) == MOST_WATCHING < MOST_PAGES
    assert opened(places, PLAY, MOST_PAGES) == MOST_PAGES - MOST_WATCHING


def test_players_may_have_all_places_and_who_leaves_makes_room() -> None:
    places = Places()
    assert opened(places, PLAY, MOST_PAGES + 1) == MOST_PAGES
    assert not places.has_room(PLAY) and not places.has_room(WATCH)
    places.leave("play7")
    places.leave("play7")
    assert places.has_room(PLAY) and places.has_room(WATCH)
    places.take("watch", WATCH)
    assert not places.has_room(PLAY)
