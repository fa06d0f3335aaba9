"""``schiri journal``: the content of a device's journal, and the first problem in it."""

import os
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from schiri.recording.device_sync import store_journal
from schiri_device.journal import FIRST, SLOT, Journal, owner_of

from tests.cli.command import Ran, typed
from tests.counts import count
from tests.firmware.journals import done
from tests.stores import new_store

NEW = "new switch AB layout=1"
EPOCH = "01020304"
# a1-c3, b1-a1, as numbers of the engine.
MOVES = (0 | 12 << 5, 1 | 0 << 5)
HEAD = [f"epoch {EPOCH}", "device", "rules 3d6c69c5"]


def journal(size: int = 4096) -> tuple[Journal, bytearray]:
    """Return a journal of a started game, and its store."""
    store = new_store(size)
    found = Journal(store, lambda length: bytes(range(1, length + 1)), owner_of("X", "3d6c69c5"))
    found.set(1, b"\x04\x00")
    found.append(NEW, None, 1000)
    for move in MOVES:
        found.append("", move, 500)
    found.append("dispute why?", None, 70_000_000)
    return found, store


def told(folder: Path, data: bytes) -> Ran:
    """Return the output for a journal, which is the same for its raw and hex forms."""
    raw, stored = folder / "raw", store_journal(folder, "X", data)
    raw.write_bytes(data)
    ran = typed("journal", str(raw))
    assert typed("journal", str(stored)) == ran
    return ran


def test_a_journal_is_printed_as_the_lines_that_the_device_would_send(tmp_path: Path) -> None:
    found, store = journal()
    ran = told(tmp_path, bytes(store))
    assert (ran.status, ran.err) == (0, "")
    lines = ran.lines
    assert lines[0] == HEAD[0] and lines[1].startswith("device ") and lines[2] == HEAD[2]
    assert lines[3:] == [
        "first 1",
        "settings 010400",
        f"event 1 992 {NEW}",
        "event 2 1488 a1-c3",
        "event 3 1984 b1-a1",
        "event 4 70001984 dispute why?",
    ]
    found.append("board " + "/".join(["RGBYRGBY"] * 8), None, 0)
    found.append("new joggle AB board=own", None, 0)
    found.append("", 3 << 14, 0, True)
    ran = told(tmp_path, bytes(store))
    assert ran.status == 0 and ran.lines[-1] == "event 7 70001984 rolled R"


def test_a_compacted_journal_begins_at_a_later_number(tmp_path: Path) -> None:
    found, store = journal()
    texts = (f"checkpoint {EPOCH} 1", "score 1 0 0 0", NEW, "set turn A")
    done(found.compacting(texts, 9))
    ran = told(tmp_path, bytes(store))
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[3] == "first 5" and ran.lines[5:] == [
        f"event {number} 144 {text}" for number, text in enumerate(texts, 5)
    ]


def test_an_unreadable_slot_is_a_gap_and_shifts_nothing(tmp_path: Path) -> None:
    _, store = journal()
    place = bytes(store).index(bytes((1, 3)), FIRST)
    assert (place - FIRST) % SLOT == 0
    store[place + 2] ^= 0xFF
    ran = told(tmp_path, bytes(store))
    assert ran.status == 1 and ran.err == "Events 3 to 3 cannot be read.\n"
    assert ran.lines[-2:] == ["gone 3 3", "event 4 70001488 dispute why?"]


def test_a_damaged_setting_is_reported_and_the_rest_is_printed(tmp_path: Path) -> None:
    found, store = journal()
    store[FIRST + 3] ^= 1
    ran = told(tmp_path, bytes(store))
    assert ran.status == 1 and ran.err.startswith("A record is damaged")
    assert ran.lines[4] == "settings -" and len(ran.lines) == 5 + found.last


# What a device with format 4 wrote for these events: its header and its slots.
FORMAT_4 = """
    5a04010203044b36 c5696c3d01000000 0000000063f0c06e 1002010400ff6c80
    0301013e00806276 010280011f00f453 010301001f002d71 020400001200bb46
    05dac14100fff156 030505feff969669 047768793fffe866 030602000087a578
    04a0ffffffffc08c 010709c00000dc47 01080b000000c65e 010900c000003756
"""
FORMER_EVENTS = [
    f"event 1 992 {NEW}",
    "event 2 1488 a1-c3",
    "event 3 1984 b1-a1",
    "event 4 2272 undo",
    "event 5 70002272 dispute why?",
    "event 6 70002272 new joggle AB",
    "event 7 70002272 rolled G",
    "event 8 70002272 a1",
    "event 9 70002272 R",
]


def former(number: int) -> bytearray:
    """Return a journal of a former format; 3 had the same slots, with 15 bits of a CRC-32."""
    slots = bytes.fromhex(FORMAT_4)
    data = bytearray(slots.rjust(8 + len(slots), b"\xff").ljust(4096, b"\xff"))
    data[9] = number
    data[28:32] = data[-4:] = crc32(data[8:28]).to_bytes(4, "little")
    for place in range(FIRST, 8 + len(slots), SLOT) if number == 3 else ():
        check = crc32(data[place : place + 6]) & 0x7FFF
        data[place + 6 : place + 8] = check.to_bytes(2, "little")
    return data


@pytest.mark.parametrize("number", [3, 4])
def test_a_journal_of_a_former_format_is_still_decoded(tmp_path: Path, number: int) -> None:
    data = former(number)
    ran = told(tmp_path, bytes(data))
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[3:] == ["first 1", "settings 010400", *FORMER_EVENTS]
    # A device does not try to read it.
    found = Journal(data, bytes, owner_of("X", "3d6c69c5"))
    assert found.problem == "broken" and not found.is_new
    # In a check of format 4 one flipped bit was tolerated.
    data[FIRST + 6] ^= 1
    kept = "settings 010400" if number == 4 else "settings -"
    assert told(tmp_path, bytes(data)).lines[4] == kept
    # A damaged or half-written slot is skipped. A damaged header makes all unreadable.
    data[FIRST + 2] ^= 1
    ran = told(tmp_path, bytes(data))
    assert ran.status == 0 and ran.lines[4:] == ["settings -", *FORMER_EVENTS]
    data[12] ^= 1
    assert told(tmp_path, bytes(data)).err.startswith("The header is damaged")


@pytest.mark.parametrize(
    ("text", "move"),
    [("new chess AB", None), ("new", None), ("undo undo", None), ("resign Z", None)]
    + [("", MOVES[0]), ("checkpoint - 0", None), ("new switch AB layout=9", None)],
)
def test_the_first_senseless_event_is_reported(tmp_path: Path, text: str, move: int | None) -> None:
    found, store = journal()
    found.append(text, move, 0)
    found.append("a1-a2", None, 0)
    ran = told(tmp_path, bytes(store))
    number, what = (6, "a1-a2") if text.startswith("checkpoint") else (5, text or "a1-c3")
    assert ran.status == 1 and ran.err == f"Event {number} makes no sense: {what}\n"
    assert ran.lines[-1].endswith("a1-a2")


def test_if_there_is_a_gap_and_a_senseless_event_the_earlier_is_reported(tmp_path: Path) -> None:
    texts = ("resign Z", "dispute lost?", "new chess AB")
    found, store = journal()
    for text in texts:
        found.append(text, None, 0)
    for lost, said in (("lost?", "Event 5 makes no sense"), ("why?", "Events 4 to 4 cannot be")):
        store[bytes(store).index(lost[:4].encode())] ^= 0xFF
        ran = told(tmp_path, bytes(store))
        assert ran.status == 1 and ran.err.startswith(said) and ran.err.count("\n") == 1


def test_a_damaged_header_or_check_is_reported(tmp_path: Path) -> None:
    _, store = journal()
    store[FIRST - 10] ^= 1
    store[-4:] = b"\0\0\0\0"
    ran = told(tmp_path, bytes(store))
    assert ran.status == 1 and ran.err.startswith("The header is damaged")
    assert ran.lines[0] == "epoch -"
    _, store = journal()
    store[0:3] = store[-8:-5] = b"\0\0\0"
    ran = told(tmp_path, bytes(store))
    assert ran.status == 1 and ran.err.startswith("An erasure was interrupted")
    assert told(tmp_path, b"\xff" * 4096) == (0, ran.out, "")


def test_a_file_that_is_not_a_journal_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"\xff" * 4095, b"ff" * 4095, b"ff" * 4097, b"fg" * 4096, b"\xff" * 9999):
        path.write_bytes(data)
        ran = typed("journal", str(path))
        assert (ran.status, ran.out) == (2, "") and "4096" in ran.err
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing", ".", "/dev/zero", "pipe"):
        assert typed("journal", str(tmp_path / name)).status == 3


def test_no_damage_is_a_crash(subtests: pytest.Subtests, tmp_path: Path) -> None:
    for seed in range(count(30, 600)):
        with subtests.test(seed=seed):
            random = Random(seed)
            _, store = journal()
            for _ in range(random.choice((1, 2, 20))):
                place = random.randrange(200 if random.random() < 0.9 else 4096)
                store[place] = random.randrange(256)
            path = tmp_path / "file"
            path.write_bytes(bytes(store))
            assert typed("journal", str(path)).status in (0, 1)


@pytest.mark.parametrize("data", [bytes((1, *range(0xB8, 0xC0))), b"new \x80\x80"])
def test_undecodable_text_is_reported(
    tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schiri_device.journal.encode", lambda text: data)
    found, store = journal()
    assert found.last == 4
    assert told(tmp_path, bytes(store)).status == 1
