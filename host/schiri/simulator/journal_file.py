"""A device's journal as bytes of a file: what it says, read as the device reads it.

Decides nothing about the format: the device's own reader does.  Must not know files.
"""

from typing import NamedTuple

from schiri_device.app.settings import Settings
from schiri_device.journal.journal import Journal
from schiri_device.journal.journal_format import HEADER, STEP_MS, Reader
from schiri_device.link.texts import ROLLED
from schiri_engines.board_games.texts import told_move

JOURNAL_BYTES = 4096
# In the header: the epoch, then the device, then the rules.
EPOCH, DEVICE, RULES, BEHIND = HEADER + 2, HEADER + 6, HEADER + 8, HEADER + 12


class JournalEvent(NamedTuple):
    """An event of a journal.

    Shape: ``gap`` is how many events before it are unreadable.  ``text`` is as the device tells it.
    Units: ``at_ms`` since the epoch began.
    """

    number: int
    at_ms: int
    text: str
    gap: int


class JournalFile(NamedTuple):
    """What a journal says.

    Shape: ``device`` and ``rules`` are what its header has of whose it is, in hex; ``settings`` are
    words of hex; ``problem`` is "header" where that is damaged, "erasure" where one was cut, "text"
    where what follows the events is none, else "".
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
    header = data[EPOCH:DEVICE].hex(), data[DEVICE:RULES].hex(), data[RULES:BEHIND][::-1].hex()
    events: list[JournalEvent] = []
    try:
        # Whose it is does not matter here: it shall not be set aside for that.
        journal = Journal(bytearray(data), bytes, data[DEVICE:BEHIND])
        if journal.is_new:
            problem = "erasure" if journal.was_lost else ""
            return JournalFile("-", "-", "-", 1, "", [], problem)
        if journal.problem:
            return JournalFile("-", "-", "-", 1, "", [], "header")
        settings = Settings(journal.settings).text()
        first = journal.first
    except (ValueError, IndexError):
        return JournalFile(*header, 1, "", [], "text")
    reader, game, problem = Reader(journal), "", ""
    while reader.next():
        game = game if reader.gap == 0 else ""
        text = reader.text
        if text.startswith("new "):
            game = text.split(" ")[1]
        elif reader.move >= 0:
            text = _move_text(game, reader.move)
        events.append(JournalEvent(reader.number, reader.at * STEP_MS, text, reader.gap))
    return JournalFile(*header, first, settings, events, problem)


def _move_text(game: str, move: int) -> str:
    """Return a move as the device tells it, as a number where nobody knows of what game it is."""
    try:
        text: str = told_move(game, move, ROLLED) if game else ""
    except IndexError:
        text = ""
    return text or f"move {move}"
