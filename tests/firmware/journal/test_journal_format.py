"""The journal's format: its events in order, its gaps and its times, with any part unreadable."""

import binascii
from itertools import product
from random import Random
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.journal import (
    CHECK,
    DAMAGED,
    FIRST,
    HEADER,
    KINDS,
    LONGEST_WAIT,
    SLOT,
    STEP_MS,
    Journal,
    JournalReader,
    check_of,
    check_of_all,
    is_blank,
    owner_of,
    record_in,
    runs_of,
)
from schiri_device.link.lines import CONFIRMED, PRESSED, ROLLED, SENSED
from schiri_device.pc.messages import check_text

from tests.counts import count
from tests.firmware.journals import again, copy_of, done, events_in, journal_on, times_in
from tests.stores import new_store

EVENTS: list[tuple[str, int | None]] = [
    ("", 1),
    ("draw", None),
    ("undo", None),
    ("dispute so it was not", None),
    ("board " + "/".join(["RGBYYRGB"] * 8), None),
    ("", 0xFFFF),
    ("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b", None),
]


def filled(seed: int, size: int) -> tuple[Journal, list[tuple[int, str]], list[int]]:
    """Return a journal with all kinds of events, their texts, and the place of each."""
    random, journal = Random(seed), journal_on(Flash())
    told, places = [], []
    for number in range(1, size + 1):
        text, move = random.choice(EVENTS) if number > len(EVENTS) else EVENTS[number - 1]
        places.append(journal.end)
        journal.append(text, move, random.choice((0, 40, 2_000_000)))
        told.append((number, text if move is None else str(move)))
    return journal, told, [*places, journal.end]


def test_written_events_are_read_back() -> None:
    journal, told, _ = filled(1, 60)
    # A setting makes no gap.
    journal.set(32, bytes(16))
    journal.append("undo", None, 2_000_000)
    assert events_in(journal) == events_in(again(journal)) == [*told, (61, "undo")]


def test_a_reader_returns_exactly_what_was_written() -> None:
    journal = journal_on(Flash())
    for text, move, how in (
        ("", 7, ROLLED),
        ("draw", None, PRESSED),
        ("undo", None, PRESSED),
        ("", 0, PRESSED),
        ("", 1, SENSED),
        ("", 2, CONFIRMED),
    ):
        journal.append(text, move, 0, how)
    reader, found = JournalReader(journal), []
    assert (reader.number, reader.gap, reader.at, reader.text, reader.move) == (0, 0, 0, "", -1)
    assert reader.how == PRESSED
    while reader.next():
        found.append((reader.text, reader.move, reader.move >= 0 and reader.how))
    words = [("draw", -1, False), ("undo", -1, False)]
    moves = [("", 0, PRESSED), ("", 1, SENSED), ("", 2, CONFIRMED)]
    assert found == [("", 7, ROLLED), *words, *moves]


def test_a_reader_can_continue_from_another_ones_place() -> None:
    journal, told, _ = filled(2, 12)
    ahead, behind = JournalReader(journal), JournalReader(journal)
    for _ in range(5):
        assert ahead.next()
    behind.go_on_from(ahead)
    while ahead.next():
        assert behind.next()
        assert (behind.number, behind.at, behind.text) == (ahead.number, ahead.at, ahead.text)
    assert not behind.next() and behind.number == told[-1][0]
    # At its end it waits for the next event.
    journal.append("undo", None, 0)
    assert behind.next() and behind.text == "undo" and not behind.next()


def test_the_bytes_of_each_record_are_the_format() -> None:
    journal = journal_on(Flash())
    assert journal.append("", 0x0304, 0x1234 * 16 + 15) == 0x1234 * 16
    assert journal.append("undo", None, 0x01020304 * 16) == 0x01020304 * 16
    journal.append("xyz!xyz?x", None, 0x0201 * 16)
    journal.set(0x21, bytes(range(5)))
    journal.append("", 0x0304, 0, True)
    slots = journal.raw(FIRST, journal.end - FIRST)
    assert [slots[at : at + 6].hex() for at in range(0, len(slots), SLOT)] == [
        "010104033412",
        "05" + (0x01020304 - 0xFFFE).to_bytes(4, "little").hex() + "ff",
        "030201feffa3",
        "030309010278",
        "04797a217879",
        "047a3f78ffff",
        "100521000102",
        "040304ffffff",
        "020404030000",
    ]


# Gaps


@pytest.mark.parametrize("harm", ["a bit", "all ones", "all noughts"])
def test_a_slot_that_became_unreadable_shifts_nothing(harm: str) -> None:
    journal, told, places = filled(2, 24)
    random = Random(harm)
    kept = times_in(journal)
    for place in range(FIRST, journal.end - SLOT, count(3, 1) * SLOT):
        data = copy_of(journal)
        if harm == "a bit":
            data[place + random.randrange(SLOT)] ^= 1 << random.randrange(8)
        else:
            data[place : place + SLOT] = (b"\xff" if harm == "all ones" else b"\0") * SLOT
        at = next(at for at in range(len(told)) if places[at + 1] > place)
        then = journal_on(data)
        found = events_in(then)
        # At most the event of the damaged slots is unreadable.
        assert found in (told[:at] + told[at + 1 :], told)
        assert found != told or then.slot(place) in (None, journal.slot(place))
        assert then.last == len(told) or (at == len(told) - 1 and then.last == at)
        # Earlier times stay, and the later ones keep their distances.
        times = times_in(then)
        assert times[:at] == kept[:at]
        rest = len(told) - at - 1
        if rest > 1:
            assert times[-1] - times[-rest] == kept[-1] - kept[-rest]


@pytest.mark.parametrize("size", [1, 2, 7, 255])
def test_a_gap_counts_its_missing_events(size: int) -> None:
    journal = journal_on(Flash())
    for number in range(size + 4):
        journal.append("", number, 0)
    data = copy_of(journal)
    for place in range(FIRST + 2 * SLOT, FIRST + (2 + size) * SLOT, SLOT):
        data[place + 1] ^= 4
    found = events_in(journal_on(data))
    last = size + 4
    assert found == [(1, "0"), (2, "1"), (last - 1, str(last - 2)), (last, str(last - 1))]


@pytest.mark.parametrize("is_followed", [False, True])
def test_a_damaged_setting_sets_the_journal_aside(is_followed: bool) -> None:
    journal = journal_on(Flash())
    journal.set(32, bytes([1] * 16))
    first = journal.end
    journal.set(32, bytes([2] * 16))
    end = journal.end
    if is_followed:
        journal.append("", 1, 0)
    for place in range(first, end, SLOT):
        data = copy_of(journal)
        data[place + 3] ^= 8
        found = journal_on(data)
        assert (found.problem, found.epoch, found.last) == ("broken", "-", journal.last)


def test_an_unfinished_setting_keeps_its_old_value() -> None:
    journal = journal_on(Flash())
    journal.set(32, bytes([1] * 16))
    places = [journal.end]
    journal.set(32, bytes([2] * 16))
    for place in range(places[0], journal.end, SLOT):
        data = copy_of(journal)
        data[place] = 0xFF
        data[place + SLOT :] = b"\xff" * (len(data) - place - SLOT)
        found = journal_on(data)
        assert found.problem == "" and set(found.settings.values()) == {1}


def test_a_flip_in_a_slot_changes_nothing_or_is_noticed(subtests: pytest.Subtests) -> None:
    for kind, seed in product(KINDS, range(count(1, 20))):
        with subtests.test(kind=kind, seed=seed):
            record = bytes((kind,)) + Random(seed).randbytes(CHECK - 1)
            for bit in range(8 * SLOT):
                journal = journal_on(Flash())
                journal.write(record)
                data = copy_of(journal)
                data[FIRST + bit // 8] ^= 1 << bit % 8
                found = journal_on(data)
                is_kind = bit < 8
                assert found.slot(FIRST) == (record if is_kind else None)
                assert found._is_damaged is not is_kind


@pytest.mark.parametrize("kind", KINDS)
def test_a_partly_written_kind_is_read_as_itself_or_as_unfinished(kind: int) -> None:
    record = bytes((kind,)) + Random(kind).randbytes(CHECK - 1)
    rest = record[1:] + check_of(record)
    for left in {kind | bits for bits in range(256)}:
        found = record_in(bytes((left,)) + rest)
        # Nothing but an unfinished slot has so few zeros.
        assert found == (None if left.bit_count() >= 7 else record)


def test_a_slot_without_a_kind_is_unfinished_whatever_it_holds() -> None:
    for seed, kind in product(
        range(count(10, 100)), [0xFF, *(0xFF ^ 1 << bit for bit in range(8))]
    ):
        assert record_in(bytes((kind,)) + Random(seed).randbytes(SLOT - 1)) is None


# Checks


def test_the_check_finds_any_one_or_two_flipped_bits() -> None:
    """A CRC is linear, so what it finds in one slot it finds in all."""
    record = Random(1).randbytes(CHECK)
    right = check_of(record)
    slot = int.from_bytes(record + right, "little")
    flips = [1 << bit for bit in range(8 * SLOT)]
    for wrong in {one ^ two for one in flips for two in (0, *flips)} - {0}:
        data = (slot ^ wrong).to_bytes(SLOT, "little")
        assert check_of(data[:CHECK]) != data[CHECK:]
    for one, other, flip in product(KINDS, KINDS, (0, *flips[8:])):
        data = (slot ^ one ^ other ^ flip).to_bytes(SLOT, "little")
        assert (check_of(data[:CHECK]) == data[CHECK:]) is (one == other and not flip)


# Times


def test_a_time_is_kept_within_a_step() -> None:
    journal, total = journal_on(Flash()), 0
    for after in (0, 1, 15, 16, 17, 31, 32, 999, 60_000):
        kept = journal.append("", 1, after)
        assert kept % STEP_MS == 0 and 0 <= after - kept < STEP_MS
        total += kept
        assert times_in(again(journal))[-1] == total
    assert journal.append("draw", None, -5) == 0


def test_a_long_wait_is_kept(subtests: pytest.Subtests) -> None:
    for steps in [
        LONGEST_WAIT - 1,
        LONGEST_WAIT,
        LONGEST_WAIT + 1,
        0xFFFF,
        0x10000,
        0x1FFFF,
        10_000_000,
    ]:
        for text in ["", "undo", "dispute who?"]:
            with subtests.test(steps=steps, text=text):
                journal = journal_on(Flash())
                journal.append("", 1, 0)
                kept = journal.append(text, None if text else 7, steps * STEP_MS + 9)
                assert kept == steps * STEP_MS
                assert times_in(again(journal)) == [0, kept]
                # It takes another slot only for a long wait.
                texts = 2 if text.startswith("dispute") else 1
                assert journal.end - FIRST == SLOT * (1 + texts + (steps > LONGEST_WAIT))


def test_times_begin_where_the_compacted_ones_ended() -> None:
    journal = journal_on(Flash())
    journal.append("draw", None, 1600)
    done(journal.compacting(("checkpoint - 0", "score 1 0 0 0"), 500))
    journal.append("", 3, 32)
    assert times_in(again(journal)) == [500 * STEP_MS, 500 * STEP_MS, 500 * STEP_MS + 32]
    assert type(journal.room()) is int and journal.room() > 100


# The header


def test_the_owner_is_the_device_and_its_rules() -> None:
    # The first two bytes of the CRC-32 of the name, and the digest; the lowest bytes come first.
    assert owner_of("TEST", "0123cdef").hex() == "b893efcd2301"
    journal = journal_on(Flash(), owner=owner_of("TEST", "01234567"))
    journal.append("draw", None, 0)
    for device, rules, problem in (
        ("TEST", "01234567", ""),
        ("TESU", "01234567", "device"),
        ("TEST", "01234577", "rules"),
        ("TEST", "81234567", "rules"),
        ("TEST", "01234566", "rules"),
        ("TESU", "01234566", "device"),
    ):
        data = copy_of(journal)
        then = journal_on(data, owner=owner_of(device, rules))
        assert then.problem == problem and not then.is_new
        assert then.epoch == ("-" if problem else journal.epoch)
        if problem:
            with pytest.raises(RuntimeError):
                then.append("draw", None, 0)
        assert data == copy_of(journal)


def test_a_set_aside_journal_is_read_unchanged_and_cleared_with_its_settings() -> None:
    journal = journal_on(Flash())
    journal.set(1, b"\x04")
    journal.append("draw", None, 0)
    data = copy_of(journal)
    then = journal_on(data, 2, owner_of("TEST", "00000000"))
    then.set(2, b"\x00")
    assert data == copy_of(journal) and check_text(then) == check_text(journal)
    assert b"".join(then.raw(at, 48) for at in range(0, len(then), 48)) == bytes(data)
    then.start_epoch()
    assert (then.problem, then.settings, then.is_new) == ("", {1: 4, 2: 0}, True)
    assert then.epoch not in ("-", journal.epoch)
    fresh = journal_on(data, 3, owner=owner_of("TEST", "00000000"))
    assert (fresh.problem, fresh.settings, fresh.last) == ("", {1: 4, 2: 0}, 0)


@pytest.mark.parametrize("size", [1, 8, 64, 65, 128, 200])
def test_a_store_is_blank_only_if_every_byte_is_blank(size: int) -> None:
    assert is_blank(new_store(size))
    for at in range(size):
        store = new_store(size)
        store[at] = 0xFE
        assert not is_blank(store)


def test_settings_are_stored_in_the_longest_runs() -> None:
    settings: dict[int, Any] = {2: 1, 1: 9, 3: 0, 7: 5, 255: 1}
    assert runs_of(settings) == [(1, b"\x09\x01\x00"), (7, b"\x05"), (255, b"\x01")]
    assert runs_of({}) == []


def test_the_check_of_a_record_is_half_of_its_crc() -> None:
    """Later firmware reads the journal. Today's writer and reader could share an error."""
    # A blank slot and a slot of noughts are none.
    assert record_in(b"\xff" * SLOT) is None and record_in(bytes(SLOT)) == DAMAGED
    for seed in range(count(50, 500)):
        record = Random(seed).randbytes(CHECK)
        assert int.from_bytes(check_of(record), "little") == binascii.crc32(record) & 0xFFFF


def test_the_check_of_a_store_is_its_crc_between_the_marks() -> None:
    for size in (4096, 1000):
        store = new_store(size)
        store[0:size] = Random(size).randbytes(size)
        whole = bytes(store[0:size])
        crc = binascii.crc32(whole[HEADER : size - SLOT])
        assert check_of_all(store) == crc.to_bytes(4, "little")


def test_a_journal_takes_no_event_while_it_is_compacted() -> None:
    journal, _, _ = filled(3, 60)
    steps = 0
    for _ in journal.compacting(("checkpoint - 0",), 0):
        steps += 1
        assert journal.room() == 0
    assert steps and journal.room() > 100
