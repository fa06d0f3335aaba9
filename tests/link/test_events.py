"""The events of one connection at their reader: valid words, and the lines sent."""

import pytest
from schiri.device.readers import EventReader
from schiri.device.reports import EventReceived, Gone

from tests.link.scripted_peer import EPOCH


def reader_from(number: int) -> EventReader:
    """Return a reader that has requested the events from a number on."""
    reader = EventReader(EPOCH)
    reader.go_on_from(number)
    assert reader.question() == f"again {EPOCH} {number}" and reader.question() is None
    return reader


def test_an_event_is_reported_with_its_time_and_all_its_words() -> None:
    reader = reader_from(3)
    assert reader.read_event(["3", "40", "dispute", "so", "it", "was"]) == EventReceived(
        3, 40, "dispute so it was"
    )
    assert reader.read_event(["4", "50", "undo"]) == EventReceived(4, 50, "undo")


@pytest.mark.parametrize(
    "words", [[], ["3"], ["3", "4"], ["x", "4", "undo"], ["3", "x", "undo"], ["x"], ["x", "y", "z"]]
)
def test_malformed_events_are_ignored(words: list[str]) -> None:
    reader = reader_from(3)
    assert reader.read_event(words) is None and reader.question() is None
    assert reader.read_event(["3", "4", "undo"]) == EventReceived(3, 4, "undo")


@pytest.mark.parametrize("words", [[], ["3"], ["x", "3"], ["3", "x"], ["3", "3", "3"], ["3", "2"]])
def test_malformed_ranges_are_ignored(words: list[str]) -> None:
    reader = reader_from(3)
    assert reader.read_gone(words) is None and reader.question() is None
    assert reader.read_gone(["3", "3"]) == Gone(3, 3)
    assert reader.read_gone(["1", "7"]) == Gone(4, 7)


def test_the_first_event_can_be_requested_again() -> None:
    reader = reader_from(1)
    reader.ask_again()
    assert reader.question() == f"again {EPOCH} 1" and reader.question() is None


def test_each_acknowledgement_is_sent_once() -> None:
    reader = reader_from(1)
    reader.acknowledge(0)
    assert (reader.question(), reader.question()) == (f"ack {EPOCH} 0", None)
