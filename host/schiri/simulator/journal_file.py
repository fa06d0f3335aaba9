"""A device's journal as bytes of a file, read as the device reads it.

Decides how a former format becomes today's, which the device's own reader understands.  Must not
know files.
"""

from binascii import crc32
from typing import NamedTuple

from schiri_device.app.settings import Settings
from schiri_device.journal import (
    BLANK,
    CHECK,
    FIRST,
    HEADER,
    SLOT,
    START,
    STEP_MS,
    TEXT,
    Journal,
    JournalReader,
    check_of,
    encode,
)
from schiri_device.link.events import NEW
from schiri_device.link.lines import ORIGINS, ROLLED
from schiri_device.pc.messages import text_of_move
from schiri_engines.registry import board_game, names_for

JOURNAL_BYTES = 4096
# In the header: the epoch, the device, then the rules.
EPOCH, DEVICE, RULES, BEHIND = HEADER + 2, HEADER + 6, HEADER + 8, HEADER + 12
# The header ends with its checksum.
HEADER_CHECK = FIRST - 4
# In former formats an undo had its own kind, and a roll by the device an extra bit.
FORMERS = (3, 4)
FORMER_UNDO = 2
FORMER_BY_DEVICE = 8


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
    """Return the contents of these bytes, as far as they can be read."""
    data, is_former = _of_today(data)
    header = data[EPOCH:DEVICE].hex(), data[DEVICE:RULES].hex(), data[RULES:BEHIND][::-1].hex()
    events: list[JournalEvent] = []
    # The owner is the journal's own, so that it is not set aside.
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
            if text.startswith(f"{NEW} "):
                game = text.split(" ")[1]
            elif reader.move >= 0:
                text = _move_text(game, reader.move, reader.how, is_former)
            if reader.spent_ms >= 0:
                text += f" ms={reader.spent_ms}"
            events.append(JournalEvent(reader.number, reader.at * STEP_MS, text, reader.gap))
    except (ValueError, IndexError):
        problem = "text"
    return JournalFile(*header, journal.first, settings, events, problem)


def _of_today(data: bytes) -> tuple[bytes, bool]:
    """Return a journal of a former format in today's, and True; any other unchanged."""
    header = data[HEADER:HEADER_CHECK]
    right = crc32(header).to_bytes(4, "little")
    is_whole = right in (data[HEADER_CHECK:FIRST], data[-4:])
    if header[0] != START[0] or header[1] not in FORMERS or not is_whole:
        return data, False
    found = bytearray(data)
    found[HEADER : HEADER + 2] = START
    check = crc32(found[HEADER:HEADER_CHECK]).to_bytes(4, "little")
    found[HEADER_CHECK:FIRST] = found[-4:] = check
    for place in range(FIRST, len(found) - SLOT, SLOT):
        slot = data[place : place + SLOT]
        if _is_former_whole(header[1], slot):
            record = slot[:CHECK]
            if record[0] == FORMER_UNDO:
                record = bytes((TEXT, record[1], 1)) + record[4:] + encode("undo")
            found[place : place + SLOT] = record + check_of(record)
        elif slot != BLANK[:SLOT]:
            # Cut slots and damaged ones are skipped alike.
            found[place] = 0xFF
    return bytes(found), True


def _is_former_whole(number: int, slot: bytes) -> bool:
    """Return whether a former format's slot is valid; format 4 tolerated one wrong checksum bit."""
    crc, found = crc32(slot[:CHECK]), int.from_bytes(slot[CHECK:], "little")
    if number == 3:
        return found == crc & 0x7FFF
    right = (12 - (crc & 0xFFF).bit_count()) << 12 | crc & 0xFFF
    return (found ^ right).bit_count() <= 1


def _move_text(game: str, move: int, how: int, is_former: bool) -> str:
    """Return a move in the device's form, as a number if its game is not known."""
    roll = board_game(game).ROLL if is_former and game in names_for() else 0
    if roll and move & (roll | FORMER_BY_DEVICE) == roll | FORMER_BY_DEVICE:
        move, how = move ^ FORMER_BY_DEVICE, ROLLED
    try:
        text = text_of_move(game, move) if game else ""
    except IndexError:
        text = ""
    return ORIGINS[how] + (text or f"move {move}")
