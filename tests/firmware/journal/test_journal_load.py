"""A store at the start: a journal, one to set aside, or a cut erasure."""

from binascii import crc32
from itertools import product

import pytest
from schiri.simulator.flash import Flash
from schiri_device.journal import FIRST, FORMAT, HEADER, SLOT, TEXT, Journal

from tests.entropy import Entropy
from tests.firmware.journals import OWNER, copy_of, done, events_in, fill, journal_on
from tests.stores import new_store

SIZE = 512
MARKS = (0, 1, 2, SIZE - 8, SIZE - 7, SIZE - 6)
CHECKS = (slice(FIRST - 4, FIRST), slice(SIZE - 4, SIZE))
BLANK = b"\xff" * 4


def kept() -> bytearray:
    """Return a store with a journal of one event and one setting."""
    journal = journal_on(new_store(SIZE))
    journal.append("draw", None, 0)
    journal.set(1, b"\x02")
    return copy_of(journal)


def look(data: bytearray) -> str:
    """Return the result of a start: "kept", "lost", or why the journal is set aside."""
    before, journal = bytes(data), journal_on(data, 99)
    if journal.is_new:
        assert (journal.first, journal.last, journal.base, journal.end) == (1, 0, 0, FIRST)
        assert (journal.problem, journal.settings) == ("", {}) and len(journal.epoch) == 8
        return "lost"
    if journal.problem:
        assert data == before and journal.epoch == "-"
        return journal.problem
    assert events_in(journal) == [(1, "draw")] and journal.settings == {1: 2}
    return "kept"


def test_two_marks_mean_a_cut_erasure_and_one_mark_a_flipped_bit(subtests: pytest.Subtests) -> None:
    for marks in [*product((False, True), repeat=6)]:
        with subtests.test(marks=marks):
            data = kept()
            for place, is_set in zip(MARKS, marks, strict=True):
                data[place] = 0 if is_set else 0xFF
            assert look(data) == ("lost" if sum(marks) >= 2 else "kept")


@pytest.mark.parametrize("place", [*range(3, HEADER), SIZE - 5])
def test_marks_count_only_in_their_place(place: int) -> None:
    data = kept()
    data[place] = data[0] = 0
    assert look(data) == "kept"


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [("right", "right", "kept"), ("right", "blank", "kept"), ("blank", "right", "kept")]
    + [("blank", "blank", "lost"), ("wrong", "blank", "lost")]
    + [("right", "wrong", "kept"), ("wrong", "right", "kept")]
    + [("blank", "wrong", "broken"), ("wrong", "wrong", "broken"), ("wrong", "half", "broken")],
)
def test_one_right_check_is_enough_and_none_means_a_cut_erasure(
    first: str, last: str, found: str
) -> None:
    data = kept()
    for place, what in zip(CHECKS, (first, last), strict=True):
        right = bytes(data[place])
        wrong, half = bytes((right[0] ^ 1, *right[1:])), right[:1] + BLANK[1:]
        data[place] = {"right": right, "blank": BLANK, "wrong": wrong, "half": half}[what]
    assert look(data) == found


def test_a_store_without_a_header_is_new_or_was_cut() -> None:
    data = kept()
    data[HEADER:FIRST] = b"\xff" * (FIRST - HEADER)
    assert look(data) == "lost"
    data = new_store(SIZE)
    journal = Journal(data, Entropy(1), OWNER)
    assert journal.is_new is True
    assert (journal.problem, journal.first, journal.last) == ("", 1, 0)


def test_only_a_blank_last_check_is_written() -> None:
    data, right = kept(), kept()
    data[CHECKS[1]] = BLANK
    assert look(data) == "kept" and data == right
    data[SIZE - 1] ^= 1
    before = bytes(data)
    assert look(data) == "kept" and data == before


@pytest.mark.parametrize("at", [0, 1])
def test_a_journal_of_another_format_counts_as_broken(at: int) -> None:
    data = kept()
    assert data[HEADER + 1] == FORMAT
    data[HEADER + at] ^= 3
    check = crc32(data[HEADER : FIRST - 4]).to_bytes(4, "little")
    data[CHECKS[0]] = data[CHECKS[1]] = check
    assert look(data) == "broken"
    journal = journal_on(data)
    assert (journal.first, journal.last, journal.base, journal.end) == (1, 0, 0, FIRST)


def test_a_journal_with_an_impossible_text_counts_as_broken() -> None:
    journal = journal_on(new_store(SIZE))
    journal.append("draw", None, 0)
    done(journal.compacting(("checkpoint - 0",), 5))
    # No word has this byte.
    journal.write(bytes((TEXT, 3, 1, 0, 0, 0xBF)))
    data = copy_of(journal)
    assert look(data) == "broken"
    found = journal_on(data)
    assert (found.first, found.last, found.base, found.end) == (2, 1, 5, journal.end)
    assert journal.end % SLOT == 0


def test_loading_yields_after_some_slots_and_before_each_erasure() -> None:
    journal, places = journal_on(Flash()), []
    fill(journal, 8)
    data, slot = copy_of(journal), Journal.slot

    class Placed(Journal):
        def slot(self, place: int) -> bytes | None:
            places.append(place)
            return slot(self, place)

    found: list[int] = []
    begun = Placed(data, Entropy(1), OWNER, on_progress=lambda: found.append(places[-1]))
    assert found == [*range(256, 4096, 256)] and begun.end == journal.end
    assert events_in(begun) == [] and len(found) == 30
    store, erasures = Flash(), list[int]()
    store.data[3:] = b"\0" * (len(data) - 7) + BLANK
    lost = Journal(store, Entropy(1), OWNER, on_progress=lambda: erasures.append(store.erasures))
    assert lost.is_new and erasures == [0, 0, 1, 2]
