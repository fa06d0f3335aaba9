"""A device's journal as bytes of a file, read as the device reads it.

Decides nothing about the format: the device's own reader does; only how the format before becomes
today's.  Must not know files.
"""

from binascii import crc32
from typing import NamedTuple

from schiri_device.app.settings import Settings
from schiri_device.journal import (
    CHECK,
    FIRST,
    HEADER,
    SLOT,
    START,
    STEP_MS,
    Journal,
    JournalReader,
    check_of,
)
from schiri_device.pc.messages import text_of_move

JOURNAL_BYTES = 4096
# In the header: the epoch, then the device, then the rules.
EPOCH, DEVICE, RULES, BEHIND = HEADER + 2, HEADER + 6, HEADER + 8, HEADER + 12
# The header ends with its check, and begins so in a journal of the format before.
HEADER_CHECK = FIRST - 4
FORMER_START = bytes((START[0], 3))


class JournalEvent(NamedTuple):
    """An event of a journal.

    Shape: ``gap`` is the number of unreadable events before it.  ``text`` is in the device's form.
    Units: ``at_ms`` since the beginning of the epoch.
    """

    number: int
    at_ms: int
    text: str
    gap: int


class JournalFile(NamedTuple):
    """The content of a journal.

    Shape: ``device`` and ``rules`` are the device id and rules digest in its header, in hex;
    ``settings`` are words of hex; ``problem`` is "header" if that is damaged, "erasure" if one was
    cut, "text" if no valid text follows the events, "record" if something else is damaged, which
    may have been a setting, else "".
    """

    epoch: str
    device: str
    rules: str
    first: int
    settings: str
    events: list[JournalEvent]
    problem: str


def read_journal(data: bytes) -> JournalFile:
    """Return what these bytes say, as far as they can be read."""
    data = _of_today(data)
    header = data[EPOCH:DEVICE].hex(), data[DEVICE:RULES].hex(), data[RULES:BEHIND][::-1].hex()
    events: list[JournalEvent] = []
    # Its own owner is given, so that no other owner sets it aside.
    journal = Journal(bytearray(data), bytes, data[DEVICE:BEHIND])
    if journal.is_new:
        problem = "" if set(data) <= {0xFF} else "erasure"
        return JournalFile("-", "-", "-", 1, "", [], problem)
    if journal.problem and journal.end == FIRST:
        return JournalFile("-", "-", "-", 1, "", [], "header")
    settings = Settings(journal.settings).text()
    problem = "record" if journal.problem else ""
    reader, game = JournalReader(journal), ""
    try:
        while reader.next():
            game = game if reader.gap == 0 else ""
            text = reader.text
            if text.startswith("new "):
                game = text.split(" ")[1]
            elif reader.move >= 0:
                text = _move_text(game, reader.move)
            events.append(JournalEvent(reader.number, reader.at * STEP_MS, text, reader.gap))
    except (ValueError, IndexError):
        problem = "text"
    return JournalFile(*header, journal.first, settings, events, problem)


def _of_today(data: bytes) -> bytes:
    """Return a journal of the format before this one as one of today; any other as it is."""
    header = data[HEADER:HEADER_CHECK]
    right = crc32(header).to_bytes(4, "little")
    if header[:2] != FORMER_START or right not in (data[HEADER_CHECK:FIRST], data[-4:]):
        return data
    found = bytearray(data)
    found[HEADER : HEADER + 2] = START
    check = crc32(found[HEADER:HEADER_CHECK]).to_bytes(4, "little")
    found[HEADER_CHECK:FIRST] = found[-4:] = check
    for place in range(FIRST, len(found) - SLOT, SLOT):
        record = bytes(found[place : place + CHECK])
        former = (crc32(record) & 0x7FFF).to_bytes(2, "little")
        if found[place + CHECK : place + SLOT] == former:
            found[place + CHECK : place + SLOT] = check_of(record)
        elif any(byte != 0xFF for byte in found[place : place + SLOT]):
            # It did not distinguish cut slots from damaged ones: both were skipped.
            found[place : place + SLOT] = b"\0" * CHECK + b"\xff\xff"
    return bytes(found)


def _move_text(game: str, move: int) -> str:
    """Return a move in the device's form, as a number if its game is not known."""
    try:
        text = text_of_move(game, move) if game else ""
    except IndexError:
        text = ""
    return text or f"move {move}"
