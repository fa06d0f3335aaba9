"""The journal: the order of its writes, and which partial writes count."""

from itertools import takewhile
from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.journal import FIRST, SLOT, Journal, check_of_all

from tests.counts import count
from tests.firmware.journals import Noting, again, copy_of, done, events_in, journal_on

SIZE = 512
# A sample restarts after every fifth event.
LOOKED_AT = count(5, 1)
LONG = "dispute was that not the other colour?"
# Records of one slot, of two and of many, and a setting.
RECORDS = {
    "move": lambda journal: journal.append("", 5, 0),
    "undo": lambda journal: journal.append("undo", None, 0),
    "text": lambda journal: journal.append(LONG, None, 0),
    "wait": lambda journal: journal.append("draw", None, 3_000_000),
    "setting": lambda journal: journal.set(1, b"\x03"),
    "board": lambda journal: journal.set(32, bytes(range(16))),
}


ERASING = {
    "compact": lambda journal: done(journal.compacting(("checkpoint - 0",), 7)),
    "clear": lambda journal: journal.start_epoch(),
}


def noting(size: int = SIZE) -> tuple[Journal, Noting]:
    """Return a journal whose store notes all writes from now on."""
    store = Noting(size)
    journal = journal_on(store)
    store.noted.clear()
    return journal, store


# Order


@pytest.mark.parametrize("name", RECORDS)
def test_the_kind_of_a_slot_is_written_after_the_rest(name: str) -> None:
    journal, store = noting()
    RECORDS[name](journal)
    writes = [(write.place, len(write.data)) for write in store.noted]
    parts = [(1, SLOT - 1), (0, 1)]
    slots = range(FIRST, journal.end, SLOT)
    assert writes == [(slot + at, size) for slot in slots for at, size in parts] != []
    assert all(write.was_blank for write in store.noted)


def test_a_torn_slot_is_never_written_again(subtests: pytest.Subtests) -> None:
    for size in range(2, SLOT + 1):
        for name, record in RECORDS.items():
            with subtests.test(size=size, name=name):
                journal, store = noting()
                journal.append("draw", None, 0)
                record(journal)
                data = copy_of(journal)
                torn = journal.end - SLOT
                data[torn] = 0xFF
                data[torn + size : journal.end] = b"\xff" * (SLOT - size)
                store = Noting(SIZE)
                store.data[:] = data
                after = journal_on(store)
                assert after.end == torn + SLOT
                after.append("undo", None, 0)
                assert [write.place for write in store.noted] == [torn + SLOT + 1, torn + SLOT]
                # A torn event has no number: the next event takes it.
                held = events_in(again(after))
                assert held[0] == (1, "draw") and held[-1] == (2, "undo") and len(held) == 2


# Compacting


def marks_of(data: Any) -> bytes:
    return bytes(data[0:3]) + bytes(data[-8:-5])


@pytest.mark.parametrize("what", ERASING)
def test_a_compaction_erases_once_between_marks_and_checks(what: str) -> None:
    journal, store = noting()
    journal.set(1, b"\x02")
    journal.append(LONG, None, 0)
    store.noted.clear()
    ERASING[what](journal)
    erased = [at for at, write in enumerate(store.noted) if not write.was_blank]
    assert len(erased) == 1 and store.erasures == 1
    marks, (image, check, last) = store.noted[: erased[0]], store.noted[erased[0] :]
    # First comes a check of the whole block to be erased.
    assert (marks[0].place, len(marks[0].data)) == (3, 4)
    assert sorted(write.place for write in marks[1:]) == [0, 1, 2, SIZE - 8, SIZE - 7, SIZE - 6]
    assert all(write.data == b"\0" for write in marks[1:])
    assert (image.place, len(image.data)) == (0, SIZE)
    # The image itself has no check yet: a power cut after it counts as a cut erasure.
    assert image.data[FIRST - 4 : FIRST] == image.data[-4:] == b"\xff" * 4
    assert (check.place, last.place) == (FIRST - 4, SIZE - 4)
    assert check.data == last.data and len(check.data) == 4
    assert marks_of(store.data) == b"\xff" * 6


@pytest.mark.parametrize("size", [SIZE, 4096])
@pytest.mark.parametrize("what", ERASING)
def test_a_cut_before_anything_is_erased_loses_nothing(what: str, size: int) -> None:
    journal, store = noting(size)
    journal.set(1, b"\x02")
    journal.append(LONG, None, 0)
    before, settings = events_in(journal), dict(journal.settings)
    lefts: list[bytes] = []

    class Cut(Noting):
        def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
            if not self.erasures:
                lefts.extend(self.cuts(place, bytes(data)) if self._is_blank(place) else ())
                lefts.append(bytes(self.data))
            Noting.__setitem__(self, place, data)

    cut = Cut(size)
    cut.data[:] = store.data
    journal = journal_on(cut)
    ERASING[what](journal)
    marked = 0
    for left in lefts:
        found = journal_on(bytearray(left), 99)
        assert not found.is_new and found.problem == ""
        assert events_in(found) == before and found.settings == settings
        marked += found.is_marked
        if found.is_marked:
            # It accepts no more writes, which would be lost. The pending compaction comes first.
            assert found.room() == 0
            found.set(1, b"\x05")
            with pytest.raises(RuntimeError, match=r"^journal full$"):
                found.append("draw", None, 0)
            assert copy_of(found) == left and again(found).is_marked
            done(found.compacting(("checkpoint - 0",), 0))
            then = again(found)
            assert (then.is_marked, then.settings, then.first) == (False, {1: 5}, 2)
            found.append("draw", None, 0)
            assert again(found).last == 3
    assert marked >= 5


@pytest.mark.parametrize("place", [FIRST, 4096 - SLOT - 1])
def test_a_begun_erasure_is_distinguished_from_a_marked_one(place: int) -> None:
    journal, store = noting(4096)
    journal.append(LONG, None, 0)
    store.data[3:7] = check_of_all(store)
    for at in (0, 1, 2):
        store.data[at] = 0
    assert again(journal).is_marked
    store.data[place] ^= 1
    found = again(journal)
    assert found.is_new and not found.is_marked


def test_a_blank_store_is_not_erased() -> None:
    store = Noting(SIZE)
    journal_on(store)
    assert store.erasures == 0 and all(write.was_blank for write in store.noted)
    assert [write.place for write in store.noted] == [SLOT, FIRST - 4, SIZE - 4]


@pytest.mark.parametrize("part", range(1, 3))
@pytest.mark.parametrize("at", [0, SIZE - 8])
def test_a_mark_that_was_cut_is_completed(at: int, part: int) -> None:
    """A half-written mark must stay readable if another power cut follows."""
    journal, store = noting()
    store.data[at : at + part] = b"\0" * part
    done(journal.compacting(("checkpoint - 0",), 0))
    before = takewhile(lambda write: len(write.data) < SIZE, store.noted)
    completed = {write.place for write in before if write.data == b"\0"}
    assert completed | {*range(at, at + part)} == {0, 1, 2, SIZE - 8, SIZE - 7, SIZE - 6}


def test_settings_survive_compacting() -> None:
    journal, _ = noting(4096)
    runs = {1: b"\x01\x02", 4: b"\x05", 16: b"\x01\x00\x01", 32: bytes(range(16)), 99: b"\x07"}
    expected = {}
    for first, values in runs.items():
        journal.set(first, values)
        expected.update({first + at: value for at, value in enumerate(values)})
    for _ in range(3):
        done(journal.compacting(("checkpoint - 0",), 0))
        assert journal.settings == again(journal).settings == expected
    journal.start_epoch()
    assert journal.settings == again(journal).settings == expected


def test_the_last_setting_counts() -> None:
    journal, store = noting()
    journal.set(1, b"\x01\x01\x01")
    journal.set(2, b"\x02")
    journal.append("draw", None, 0)
    journal.set(3, b"\x03")
    assert again(journal).settings == {1: 1, 2: 2, 3: 3}
    writes = len(store.noted)
    # A setting with an unchanged value takes no room.
    journal.set(1, b"\x01\x02\x03")
    assert len(store.noted) == writes
    journal.set(3, b"\x01")
    assert again(journal).settings == {1: 1, 2: 2, 3: 1}
    journal.set_aside("broken")
    writes = len(store.noted)
    journal.set(3, b"\x02")
    with pytest.raises(RuntimeError, match="broken"):
        journal.append("draw", None, 0)
    assert len(store.noted) == writes and (journal.epoch, journal.problem) == ("-", "broken")


def test_compacting_continues_numbers_and_keeps_the_epoch() -> None:
    journal, _ = noting(4096)
    epoch = journal.epoch
    assert len(epoch) == 8 and int(epoch, 16) >= 0
    number = 0
    for at in range(300):
        journal.append("", at, 0)
        number += 1
        if at % 70 == 0 < at:
            done(journal.compacting(("checkpoint - 0", "draw"), 100 * at))
            assert (journal.first, journal.last) == (number + 1, number + 2)
            number += 2
        if at % LOOKED_AT:
            continue
        then = again(journal)
        assert (then.epoch, then.first, then.last) == (epoch, journal.first, number)
        assert (then.base, then.problem, then.is_new) == (journal.base, "", 0)
    assert journal.base == 100 * 280


def test_only_clearing_the_journal_ends_an_epoch() -> None:
    journal, store = noting()
    epochs = {journal.epoch}
    for _ in range(20):
        journal.append("draw", None, 0)
        journal.start_epoch()
        assert (journal.first, journal.last, journal.base, journal.is_new) == (1, 0, 0, True)
        assert journal_on(store).epoch == journal.epoch
        epochs.add(journal.epoch)
    assert len(epochs) == 21


# Room


@pytest.mark.parametrize("name", RECORDS)
def test_a_full_journal_refuses_a_write(name: str) -> None:
    journal, store = noting()
    while journal.room():
        before = journal.room()
        journal.append("", 1, 0)
        assert journal.room() == before - 1
    full, last = copy_of(journal), journal.last
    if name in ("setting", "board"):
        RECORDS[name](journal)
    else:
        with pytest.raises(RuntimeError, match=r"^journal full$"):
            RECORDS[name](journal)
    assert copy_of(journal) == full and journal.last == last
    assert all(write.was_blank for write in store.noted) and store.erasures == 0
    assert again(journal).last == last


def test_a_text_that_does_not_fit_is_not_stored() -> None:
    journal, _ = noting()
    while journal.room() > 3:
        journal.append("", 1, 0)
    with pytest.raises(RuntimeError):
        journal.append(LONG, None, 0)
    assert again(journal).last == journal.last


@pytest.mark.parametrize("is_compacted", [True, False])
def test_in_a_nearly_full_journal_settings_wait_for_compacting(is_compacted: bool) -> None:
    journal: Any
    journal, store = noting()
    while journal.room() > 9:
        journal.append("", 1, 0)
    journal.set(1, b"\x03")
    writes = len(store.noted)
    assert journal.room() == 8 and not journal.is_stale
    journal.set(32, bytes(range(16)))
    assert journal.is_stale and len(store.noted) == writes and again(journal).settings == {1: 3}
    if is_compacted:
        done(journal.compacting(("checkpoint - 0",), 0))
    else:
        journal.load()
    unwritten = {32 + at: at for at in range(16)} if is_compacted else {}
    assert not journal.is_stale
    assert journal.settings == again(journal).settings == {1: 3, **unwritten}


# Failure in the middle


def test_compacting_that_fails_before_it_writes_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = journal_on(Flash(SIZE))
    journal.append("draw", None, 0)
    before = copy_of(journal)

    def fails(self: Journal, *args: Any) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", fails)
        with pytest.raises(MemoryError):
            done(journal.compacting(("checkpoint - 0",), 0))
    assert copy_of(journal) == before
    journal.load()
    journal.append("undo", None, 0)
    assert events_in(again(journal)) == [(1, "draw"), (2, "undo")]


def test_freed_memory_is_reserved_again_for_compacting() -> None:
    journal, _ = noting()
    journal.append("draw", None, 0)
    for _ in range(2):
        journal.free()
        done(journal.compacting(("checkpoint - 0",), 0))
        assert len(journal._image or b"") == SIZE
    assert events_in(again(journal)) == [(3, "checkpoint - 0")]


def test_of_a_large_store_the_half_with_the_last_mark_is_erased_last() -> None:
    store = Noting(4096)
    journal = journal_on(store)
    for number in range(300):
        journal.append("", number, 16)
    store.noted.clear()
    done(journal.compacting(("checkpoint - 0",), 7))
    assert [(write.place, len(write.data)) for write in store.noted[7:]] == [
        (0, 2048),
        (2048, 2048),
        (FIRST - 4, 4),
        (4092, 4),
    ]
    assert store.erasures == 2 and store.noted[8].data == b"\xff" * 2048
    # The first half is new and has no check yet. The mark at the end shows that it was cut.
    assert store.noted[7].data[FIRST - 4 : FIRST] == b"\xff" * 4
    assert events_in(again(journal)) == [(301, "checkpoint - 0")]
