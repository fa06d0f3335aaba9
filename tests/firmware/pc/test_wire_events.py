"""Events on the way to a PC: told once in order, again when they got lost, or as bytes."""

from binascii import crc32

from tests.each import each
from tests.firmware.pc.told_pc import Pc, epoch, event, placed, up


def test_events_are_told_from_where_a_pc_says() -> None:
    pc = up(*["resume"] * 3)
    assert placed(pc, 2) == [event(2), event(3)]
    assert placed(pc, 3) == [event(3)]
    # One that has all is told what is to come.
    pc.tell(f"ack {epoch(pc)} 3")
    assert placed(pc, 4) == []
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(4)]


@each("text", ["again", "again {} 1 1", "again 00000000 1", "again {} x"])
def test_what_names_no_place_changes_nothing(text: str) -> None:
    pc = up("resume")
    pc.tell(text.format(epoch(pc)), f"again {epoch(pc)} 0")
    assert pc.told() == []
    pc.tell(f"ack {epoch(pc)} 1")
    pc.tell(text.replace("again", "ack").format(epoch(pc)), f"ack {epoch(pc)} 0")
    assert pc.wire.acknowledged == 1 and pc.told() == []


@each(("number", "acknowledged"), [(1, 1), (2, 2), (3, 3), (4, 0)])
def test_only_what_happened_can_be_acknowledged(number: int, acknowledged: int) -> None:
    pc = up(*["resume"] * 3)
    pc.tell(f"ack {epoch(pc)} {number}")
    assert pc.wire.acknowledged == acknowledged
    pc.tell(f"ack {epoch(pc)} 1")
    assert pc.wire.acknowledged == max(acknowledged, 1)


def test_how_many_there_are_is_told_each_second_until_a_pc_says_from_where() -> None:
    pc = up("resume", "resume")
    for _ in range(3):
        assert pc.told(999) == [] and pc.told(1) == ["holds 2"]
    assert placed(pc) == [event(1), event(2)]
    pc = up()
    assert pc.told(1000) == []


def test_events_that_are_not_acknowledged_are_told_again_after_a_second() -> None:
    pc = up("resume", "resume", "resume")
    assert placed(pc) == [event(1), event(2), event(3)]
    for _ in range(2):
        assert pc.told(999) == []
        assert pc.told(1) == [event(1), event(2), event(3)]
    pc.wait(500)
    pc.tell(f"ack {epoch(pc)} 1")
    # There is progress; to say it once more is none.
    assert pc.told(600) == []
    pc.tell(f"ack {epoch(pc)} 1")
    assert pc.told(399) == [] and pc.told(1) == [event(2), event(3)]
    pc.tell(f"ack {epoch(pc)} 3")
    assert pc.told(1000) == [] and pc.told(5000) == []


def test_a_new_event_does_not_delay_the_ones_that_were_told_before() -> None:
    pc = up("resume")
    assert placed(pc) == [event(1)]
    pc.wait(600)
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(2)]
    assert pc.told(399) == [] and pc.told(1) == [event(1), event(2)]


def test_an_event_that_nothing_waited_for_has_its_full_second() -> None:
    pc = up("resume")
    placed(pc)
    pc.tell(f"ack {epoch(pc)} 1")
    pc.wait(5000 - 2100)
    pc.device.journal.append("resume", None, 16)
    assert pc.told() == [event(2)]
    assert pc.told(999) == [] and pc.told(1) == [event(2)]


def test_what_was_asked_for_has_its_full_second() -> None:
    """However long it took a PC to say from where."""
    pc = up("resume", "resume", "resume")
    assert pc.told(1000) == ["holds 3"]
    pc.wait(999)
    assert placed(pc, 3) == [event(3)]
    assert pc.told(999) == [] and pc.told(1) == [event(1), event(2), event(3)]


def test_behind_a_compaction_events_are_read_anew() -> None:
    pc = up(*["resume"] * 8)
    assert len(placed(pc, 6)) == 3
    pc.tell(f"ack {epoch(pc)} 8")
    assert list(pc.device.compacting(pc.now_ms))
    pc.device.journal.append("draw", None, 16)
    pc.greet()
    pc.told()
    told = placed(pc, 9)
    assert [text.split(" ", 3)[1::2] for text in told] == [["9", "checkpoint - 0"], ["10", "draw"]]


def test_a_pc_that_has_more_of_the_epoch_makes_the_journal_set_aside() -> None:
    pc = up("resume", "resume")
    name = epoch(pc)
    pc.tell(f"again {name} 3")
    assert not pc.device.journal.problem
    pc.tell(f"again {name} 4")
    assert pc.device.journal.problem == "broken" and pc.device.mode_name == "aside"
    assert pc.line() == "who"
    # And the lights show it.
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh


# A journal that is set aside


def aside() -> Pc:
    """Return a PC that knows that the journal is set aside."""
    pc = up("resume")
    pc.device.set_journal_aside(pc.now_ms)
    pc.greet()
    journal = pc.device.journal
    check = f"{crc32(journal.raw(0, len(journal))):08x}"
    assert pc.told()[1:] == [f"aside broken 4096 {check}", "snap 0 0 1"]
    return pc


def test_a_journal_that_is_set_aside_is_told_by_its_bytes_alone() -> None:
    pc = aside()
    assert pc.told(2000) == []
    pc.tell("again - 1")
    assert pc.told(2000) == []
    for place in (0, 48, 4080, 0):
        pc.tell(f"bytes {place}")
        data = pc.device.journal.raw(place, 48)
        assert pc.told() == [f"bytes {place} {data.hex()}"]
        assert pc.told() == []


def test_bytes_are_not_told_of_a_journal_that_is_played_on() -> None:
    pc = up("resume")
    pc.tell("bytes 0")
    assert pc.told() == []


@each("text", ["bytes", "bytes x", "bytes 0 0", "bytes -1"])
def test_what_names_no_bytes_is_not_answered(text: str) -> None:
    pc = aside()
    pc.tell(text)
    assert pc.told() == []


def test_a_journal_is_given_up_once_it_is_stored() -> None:
    pc = aside()
    journal = pc.device.journal
    check = f"{crc32(journal.raw(0, len(journal))):08x}"
    pc.tell("stored", "stored 00000000", f"stored {check} 1")
    assert journal.problem == "broken" and pc.device.mode_name == "aside"
    pc.tell(f"stored {check}")
    assert not journal.problem and journal.last == 0 and pc.device.mode_name == "choose"
    assert pc.line() == "who"
    assert pc.device.step(pc.now_ms, [], b"", 0).is_fresh
    # The clock of the epoch began anew.
    assert pc.device.match.epoch_ms(pc.now_ms) == 0


def test_a_journal_that_is_played_on_is_not_given_up() -> None:
    pc = up("resume")
    journal = pc.device.journal
    pc.tell(f"stored {crc32(journal.raw(0, len(journal))):08x}")
    assert journal.last == 1
