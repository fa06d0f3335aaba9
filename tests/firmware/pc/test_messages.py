"""Reporting a journal to a PC: each event once and in order, and unreadable events as gone."""

from binascii import crc32
from itertools import product
from random import Random

import pytest
from schiri_device.journal import FIRST, SLOT, Journal, JournalReader
from schiri_device.lights.language import LIGHT
from schiri_device.lights.painter import Painter
from schiri_device.pc.messages import EventFeed, check_text, frame_text, now_text, text_of_move
from schiri_engines.joggle import notation

from tests.counts import count
from tests.firmware.journals import copy_of, done, journal_on, journal_with
from tests.firmware.stage import Stage

SWITCH, JOGGLE = "new switch AB layout=1", "new joggle AB goal=2S"
A1_C3, ROLLED_G, A1 = 0 | 12 << 5, ~(3 << 14 | 1), 11


def all_told(feed: EventFeed, times: int = 400) -> list[str]:
    """Return all reported texts."""
    found = [feed.next() for _ in range(times)]
    return [text for text in found if text]


def timeless(text: str) -> list[str]:
    """Return the words of a message, for an event without its time."""
    words = text.split(" ")
    return words[:2] + words[3:] if words[0] == "event" else words


def without(journal: Journal, *numbers: int) -> Journal:
    """Return the journal after the slots of these events have become unreadable."""
    data, reader = copy_of(journal), JournalReader(journal)
    while reader.next():
        if reader.number in numbers:
            data[reader.offset - SLOT + 1] ^= 0x40
    return journal_on(data)


def test_events_are_sent_with_times_and_texts_and_new_ones_follow() -> None:
    journal = journal_with(SWITCH, A1_C3, "undo", "resume", JOGGLE, ROLLED_G, A1)
    feed = EventFeed(journal)
    assert all_told(feed) == [
        "event 1 16 new switch AB layout=1",
        "event 2 32 a1-c3",
        "event 3 48 undo",
        "event 4 64 resume",
        "event 5 80 new joggle AB goal=2S",
        "event 6 96 rolled G",
        "event 7 112 a1",
    ]
    assert feed.number == 8
    journal.append("", A1, 0)
    assert all_told(feed) == ["event 8 112 a1"]


def test_a_feed_can_go_to_any_number() -> None:
    journal = journal_with(SWITCH, A1_C3, "undo", A1_C3, "undo", A1_C3)
    everything = all_told(EventFeed(journal))
    for start, back in product(range(1, 8), repeat=2):
        feed = EventFeed(journal)
        feed.go_to(start)
        feed.next()
        feed.go_to(back)
        assert all_told(feed) == everything[back - 1 :], (start, back)


def test_going_far_takes_several_calls() -> None:
    journal = journal_with(SWITCH, *[A1_C3] * 300)
    feed = EventFeed(journal)
    feed.go_to(300)
    steps: list[int] = []
    read = JournalReader.next

    def counted(reader: JournalReader) -> bool:
        steps[-1] += 1
        return read(reader)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JournalReader, "next", counted)
        told = None
        while told is None:
            steps.append(0)
            told = feed.next()
    assert told.startswith("event 300 ") and max(steps) <= 8 and len(steps) > 30


def test_going_back_to_what_was_lost_is_quick() -> None:
    """On a lossy line, the journal must not be read again for each loss."""
    journal = journal_with(SWITCH, *[A1_C3] * 300)
    feed = EventFeed(journal)
    feed.go_to(290)
    while feed.next() is None:
        pass
    for number in (290, 291, 295, 301):
        feed.go_to(number)
        assert (feed.next() or "").split(" ")[1] == str(number)
    feed.go_to(289)
    assert feed.next() is None


@pytest.mark.parametrize("number", range(1, 8))
def test_compacted_events_are_gone(number: int) -> None:
    journal = journal_with(SWITCH, A1_C3, "undo", A1_C3)
    done(journal.compacting(("checkpoint - 0", "score 1 0 0 0"), 100))
    feed = EventFeed(journal)
    feed.go_to(number)
    expected = ["event 5 1600 checkpoint - 0", "event 6 1600 score 1 0 0 0"]
    if number < 5:
        expected.insert(0, f"gone {number} 4")
    assert all_told(feed) == expected[max(0, number - 5) :]


def test_unreadable_events_are_gone_with_the_moves_of_their_game() -> None:
    journal = journal_with(SWITCH, A1_C3, "undo", A1_C3, JOGGLE, ROLLED_G, A1, "draw", SWITCH)
    told = all_told(EventFeed(journal))
    for lost, gone in (
        # The last event is missing here: if damaged, it looks like an incomplete write.
        ((3,), {3: 4}),
        ((1,), {1: 2, 4: 4}),
        ((5,), {5: 7}),
        ((2, 3), {2: 4}),
        ((8,), {8: 8}),
        ((1, 2, 3, 4), {1: 4}),
        ((4, 6), {4: 4, 6: 7}),
    ):
        expected, number = [], 1
        while number <= len(told):
            is_gone = number in gone
            expected.append(f"gone {number} {gone[number]}" if is_gone else told[number - 1])
            number = gone.get(number, number) + 1
        found = all_told(EventFeed(without(journal, *lost)))
        # A time may be unknown.
        assert [timeless(text) for text in found] == [timeless(text) for text in expected]


def test_any_move_of_an_unknown_game_is_reported_as_gone() -> None:
    for move in (0, A1_C3):
        journal = journal_with(move, "draw")
        assert EventFeed(journal).next() == "gone 1 1"
        assert all_told(EventFeed(journal)) == ["gone 1 1", "event 2 32 draw"]
        # The first known event is reported in the same call.
        journal = without(journal_with(SWITCH, move, move, "draw"), 1)
        assert EventFeed(journal).next() == "gone 1 3"
    assert all_told(EventFeed(journal_with(SWITCH, 0)))[1] == "event 2 32 a1-a1"


@pytest.mark.parametrize("seed", range(count(20, 300)))
def test_each_event_is_sent_once_in_order(seed: int) -> None:
    random = Random(seed)
    journal = journal_with(SWITCH)
    for _ in range(random.randrange(3)):
        for _ in range(random.randrange(40)):
            journal.append("", A1_C3, 0)
        done(journal.compacting(("checkpoint - 0", SWITCH), 0))
    for _ in range(random.randrange(1, 60)):
        text = random.choice(("", "undo", SWITCH))
        journal.append(text, None if text else A1_C3, 0)
    data = copy_of(journal)
    for _ in range(random.randrange(6)):
        data[random.randrange(FIRST, journal.end - SLOT)] ^= 1 << random.randrange(8)
    # A journal with a damaged last event is set aside.
    then = journal_on(data)
    then.append(SWITCH, None, 0)
    feed, due = EventFeed(then), 1
    while due <= then.last:
        if random.random() < 0.1:
            due = random.randint(1, then.last)
            feed.go_to(due)
        words = (feed.next() or "").split(" ")
        if words[0] == "event":
            assert int(words[1]) == due
            due += 1
        elif words[0] == "gone":
            assert int(words[1]) == due <= int(words[2])
            due = int(words[2]) + 1
    assert all_told(feed) == []


def test_a_move_is_sent_in_the_notation_of_its_game() -> None:
    assert text_of_move("none", 7) == "move 7"
    rolled = notation.parse_move("G")
    assert text_of_move("joggle", rolled) == "G"
    # In a game without a die the same bits are a move.
    assert text_of_move("switch", 12 << 5) == "a1-c3"


def test_a_build_with_a_cursor_reports_its_place() -> None:
    stage = Stage("cursor")
    stage.do("press white white white")
    assert now_text(stage.device) == "play - c3"
    stage.do("press left left down down")
    assert now_text(stage.device) == "play - a1"
    # The first pixel is not special.
    stage.device.screen.painter.move_cursor(0)
    assert now_text(stage.device) == "play - a1"
    stage.device.screen.painter.move_cursor(-1)
    assert now_text(stage.device) == "play - -"


def test_the_check_of_a_journal_is_the_crc_of_its_bytes() -> None:
    journal = journal_with(SWITCH, A1_C3, "undo", JOGGLE)
    assert check_text(journal) == f"{crc32(bytes(copy_of(journal))):08x}"


def test_dimmed_lights_are_sent_dimmed() -> None:
    painter = Painter(25, 10_000)
    for pixel in range(25):
        painter.put(pixel, LIGHT)
    painter.flush(0)
    assert frame_text(painter).split()[2] == "1/1"
    painter.dip(0)
    painter.flush(0)
    share, _, whole = frame_text(painter).split()[2].partition("/")
    assert 0 < int(share) < int(whole) == sum(painter.full)
    assert bytes(painter.frame) == bytes(
        [value * int(share) // int(whole) for value in painter.full]
    )
