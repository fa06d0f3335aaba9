"""A journal that a device has set aside arrives completely, or not at all."""

from binascii import crc32
from random import Random

import pytest
from schiri.device.readers import MOST_BYTES, AsideReader
from schiri.device.reports import Connected, Report, SetAside

from tests.link.scripted_peer import Talk

DATA = Random(1).randbytes(100)
CRC = f"{crc32(DATA):08x}"


def told(at: int, size: int = 48) -> str:
    return f"bytes {at} {DATA[at : at + size].hex()}"


def aside(crc: str = CRC, why: str = "rules") -> Talk:
    talk = Talk("-")
    assert talk.tell(f"aside {why} {len(DATA)} {crc}") == []
    assert talk.take() == ["bytes 0"]
    return talk


def pull(talk: Talk) -> list[Report]:
    return talk.tell(told(0), told(48), told(96))


def test_a_set_aside_journal_is_requested_line_by_line() -> None:
    talk = aside()
    assert talk.tell(told(0)) == [] and talk.take() == ["bytes 48"]
    # A lost line is requested again; a repeated earlier one is ignored.
    assert talk.wait(999) == [] and talk.wait(1) == ["bytes 48"]
    assert talk.tell(told(0), told(96)) == [] and talk.take() == []
    assert talk.tell(told(48)) == [] and talk.take() == ["bytes 96"]
    assert talk.tell(told(96)) == [SetAside("rules", DATA)]
    # It is reported once, and the PC is silent until it is stored.
    assert talk.tell(told(0), told(96)) == [] and talk.wait(5000) == []


def test_stored_is_repeated_until_the_device_greets_again() -> None:
    talk = aside()
    talk.client.mark_stored(CRC)
    assert talk.take() == []
    pull(talk)
    talk.take()
    talk.client.mark_stored("01234567")
    assert talk.wait(2000) == []
    talk.client.mark_stored(CRC)
    assert talk.take() == [f"stored {CRC}"]
    assert talk.wait(2000) == [f"stored {CRC}"] * 2
    talk.greet_again("01234567")
    assert talk.wait(5000) == []


def test_bytes_with_a_wrong_checksum_are_requested_again() -> None:
    talk = aside("00000000")
    assert pull(talk) == []
    assert talk.take()[-1] == "bytes 0"
    talk = aside()
    assert talk.tell(f"bytes 0 {bytes(48).hex()}", told(48), told(96)) == []
    assert pull(talk) == [SetAside("rules", DATA)]


def test_a_repeated_announcement_continues_and_another_journal_restarts() -> None:
    talk = aside()
    talk.tell(told(0))
    talk.tell(f"aside rules {len(DATA)} {CRC}")
    assert talk.take() == ["bytes 48"]
    talk.tell(f"aside broken {len(DATA)} {CRC}")
    assert talk.take() == ["bytes 0"]
    assert pull(talk) == [SetAside("broken", DATA)]
    # The same holds after one was stored.
    talk.client.mark_stored(CRC)
    talk.tell(f"aside device {len(DATA)} {CRC}")
    assert talk.said[-1] == "bytes 0"
    assert pull(talk) == [SetAside("device", DATA)]


@pytest.mark.parametrize(
    "text",
    ["aside", "aside x 4096 01234567", "aside rules 0 01234567", "aside rules x 01234567"]
    + ["aside rules 99999999 01234567", "aside rules 4096 123", "aside rules 4096 01234567 x"],
)
def test_messages_without_a_journal_ask_for_nothing(text: str) -> None:
    talk = Talk("-")
    assert talk.tell(text, told(0)) == [] and talk.wait(3000) == []


@pytest.mark.parametrize("text", ["", "x", "0", "00" * 101, "00" * 100 + "0"])
def test_malformed_bytes_are_requested_again(text: str) -> None:
    reader = AsideReader()
    reader.begin(["rules", "100", CRC])
    assert reader.question(0) == "bytes 0"
    assert reader.read(["0", text]) is None and reader.question(999) is None
    assert reader.question(1000) == "bytes 0"


@pytest.mark.parametrize("size", [1, MOST_BYTES])
def test_a_journal_has_any_size_that_a_store_can_have(size: int) -> None:
    reader, data = AsideReader(), DATA[:1] * size
    reader.begin(["device", str(size), f"{crc32(data):08x}"])
    assert reader.read(["0", data.hex()]) == SetAside("device", data)
    # It is reported only once.
    assert reader.read(["0", data.hex()]) is None and reader.question(5000) is None
    other = AsideReader()
    other.begin(["device", str(MOST_BYTES + 1), CRC])
    assert not other.is_known and other.question(0) is None


def test_if_the_announcement_was_lost_the_device_is_greeted_again() -> None:
    talk = Talk("-")
    greeting = talk.everything[0]
    assert talk.wait(999) == [] and talk.greetings == 1
    assert talk.wait(1) == [] and talk.greetings == 2
    # Until it answers, at the usual interval, and as the same PC.
    for talk.now_ms, count in ((1499, 2), (1500, 3)):
        assert [*talk.client.receive(talk.now_ms, b"")] == []
        talk.take()
        assert talk.everything.count(greeting) == talk.greetings == count
    (connected,) = talk.greet("-")
    assert isinstance(connected, Connected) and talk.client.is_up
    talk.tell(f"aside rules {len(DATA)} {CRC}")
    assert pull(talk) == [SetAside("rules", DATA)]
    talk.wait(5000)
    assert talk.greetings == 3
    # A device that plays has no journal to report.
    talk = Talk()
    talk.wait(5000)
    assert talk.greetings == 1
