"""The format of the journal: slots of eight bytes, and how their events are read in order.

Decides the format, how events are numbered, and that a slot that has become unreadable leaves a gap
and shifts nothing.  Must not know when anything is written.

    0      1       2..5     6 7
    kind   number  payload  check

The number is the low byte of an event's.  A text goes on in slots of kind MORE, which have five
bytes each, and counts when the last of them is there.

A check is twelve bits of a CRC-32, and above them how many of these are 0.  So no check can become
another one by bits that are 1 and should be 0, which is what a power cut leaves: a slot that is
unfinished is told from one in which a bit has flipped.
"""

from binascii import crc32

from .text_codec import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .journal import Journal
    from .protocols import Store

FORMAT = 4
START = bytes((0x5A, FORMAT))
SLOT = 8
CHECK = 6
# The header takes three slots, behind one that is blank: START, the epoch, whose journal it is, the
# number and the time of its first event, and a check.
HEADER = SLOT
FIRST = 4 * SLOT
# Before the marks of an erasure are set: a CRC-32 of all that lies between them.
WHOLE, WHOLE_END = 3, 7
MOVE, UNDO, TEXT, MORE, WAIT, SETTING = 1, 2, 3, 4, 5, 0x10
# Times are kept in steps of 16 ms; what lasts longer than two bytes can say has a slot before it.
STEP_MS = 16
LONGEST_WAIT = 0xFFFE
BLANK = b"\xff" * 64
# What is read of a slot that was finished, and is not as its check says.
DAMAGED = b""


def owner_of(device: str, rules: str) -> bytes:
    """Return whose journal it is: a device's, under the rules of this digest.

    Shape: two bytes for the device, then four for the rules.
    """
    return crc32(device.encode()).to_bytes(4, "little")[:2] + int(rules, 16).to_bytes(4, "little")


class Reader:
    """Reads the events of a journal in order.

    Shape: after `next` has returned True, ``number`` is that of the event, ``gap`` how many numbers
    before it are unreadable, ``at`` the steps since the epoch began, ``text`` what it says, or
    ``move`` the int of a move, else -1; ``place`` is where the next slot is.  Settings on the way
    are put into ``settings``.
    """

    def __init__(self, journal: "Journal", settings: dict[int, int] | None = None):
        self._journal = journal
        self._settings = settings
        self.place = FIRST
        self.number = journal.first - 1
        self.gap = 0
        self.at = journal.base
        self.text = ""
        self.move = -1

    def go_on_from(self, other: "Reader") -> None:
        """Go to where another reader of the same journal is."""
        self.place, self.number, self.at = other.place, other.number, other.at

    def next(self) -> bool:
        """Go to the next event; return False where there is none yet."""
        journal = self._journal
        while self.place < journal.end:
            place = self.place
            self.place = place + SLOT
            slot = journal.slot(place)
            if slot is None:
                continue
            kind = slot[0]
            if kind == WAIT:
                self.at += number_in(slot, 1)
            elif kind == SETTING and self._settings is not None:
                values = journal.long_data(place, slot[3:], slot[1]) or b""
                for at in range(len(values)):
                    self._settings[slot[2] + at] = values[at]
            elif kind in (MOVE, UNDO, TEXT) and self._read(place, slot, kind):
                return True
        return False

    def _read(self, place: int, slot: bytes, kind: int) -> bool:
        time, self.move, self.text = slot[4] | slot[5] << 8, -1, ""
        if kind == TEXT:
            data = self._journal.long_data(place, slot[5:], slot[2])
            if data is None:
                return False
            time, self.text = slot[3] | slot[4] << 8, decode(data)
        elif kind == UNDO:
            self.text = "undo"
        else:
            self.move = slot[2] | slot[3] << 8
        self.gap = (slot[1] - self.number - 1) & 255
        self.number += self.gap + 1
        self.at += time
        return True


def runs_of(settings: dict[int, int]) -> list[tuple[int, bytes]]:
    """Return the settings as pairs of a first id and the values from there on."""
    runs: list[tuple[int, bytes]] = []
    for setting in sorted(settings):
        if runs and runs[-1][0] + len(runs[-1][1]) == setting:
            runs[-1] = (runs[-1][0], runs[-1][1] + bytes((settings[setting],)))
        else:
            runs.append((setting, bytes((settings[setting],))))
    return runs


def number_in(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


# How many bits of a number from 0 to 15 are 0.
_NOUGHTS = b"\4\3\3\2\3\2\2\1\3\2\2\1\2\1\1\0"


def check_of(record: bytes) -> bytes:
    check = crc32(record) & 0xFFF
    noughts = _NOUGHTS[check & 15] + _NOUGHTS[check >> 4 & 15] + _NOUGHTS[check >> 8]
    return (noughts << 12 | check).to_bytes(2, "little")


def check_of_all(store: "Store") -> bytes:
    """Return the check of all that lies between the marks of an erasure."""
    check, end = 0, len(store) - SLOT
    for at in range(HEADER, end, 64):
        check = crc32(bytes(store[at : min(at + 64, end)]), check)
    return check.to_bytes(4, "little")


def record_in(slot: bytes) -> bytes | None:
    """Return the six bytes that a slot says, None where it is unfinished, or DAMAGED."""
    check = check_of(slot[:CHECK])
    if slot[CHECK:] == check:
        return slot[:CHECK]
    found, right = int.from_bytes(slot[CHECK:], "little"), int.from_bytes(check, "little")
    # Of each at most one bit is set where it is 0 without its lowest one.
    flipped, programmed = found ^ right, found ^ 0xFFFF
    if not flipped & (flipped - 1):
        # A bit of the check has flipped, or was not programmed any more.
        return slot[:CHECK]
    # Bits are programmed from 1 to 0; one that is 0 alone has flipped in a blank check.
    return None if found & right == right or not programmed & (programmed - 1) else DAMAGED


def is_blank(store: "Store") -> bool:
    for at in range(0, len(store), 64):
        piece = bytes(store[at : at + 64])
        if piece != BLANK[: len(piece)]:
            return False
    return True
