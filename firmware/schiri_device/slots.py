"""The slots of a journal: ten bytes each, and how they are checked.

Decides the format; whatever changes here changes FORMAT.

    0      1..6               7              8 9
    kind   payload, then FF   check of roll  check

A check is never 0xFF, so a slot without one is told from a slot with one.  Long payloads go on in
slots of kind MORE, and count when the last of them is there.  A slot of kind ROLL, to which the
number of the roll is added, has a short time, and later a move and a short time.  The first slot
and what is left over at the end of the store bear a mark while it is being erased; the second slot
is the header.
"""

from binascii import crc32

from .loading import tidy

SLOT = 10
FIRST = 2 * SLOT
PAYLOAD = 6
ROLL_CHECK = 7
CHECK = 8
# Where the move of a roll's slot begins.
MOVE_AT = 3

HEADER = 0x5A
MOVE = 0x01
UNDO = 0x02
TEXT = 0x03
MORE = 0x04
SETTING = 0x10
ROLL = 0x40
ROLLS = 16

FORMAT = 2
BLANK = 0xFF
MARK = b"\x00\x00\x00"
TIME = 4
LONGEST_MS = 0xFFFFFFFF
# Units of the short times of a roll and its move; what lasts longer is a record of its own.
SHORT_MS = 16
LONGEST_SHORT_MS = 0xFFFE * SHORT_MS
START = bytes((HEADER, FORMAT))


def blank(size: int) -> bytearray:
    """Return an image of an empty store, on a heap that has just been tidied."""
    tidy()
    image = bytearray(size)
    for at in range(size):
        image[at] = BLANK
    return image


def check_of(record) -> bytes:
    # The high byte stays below 0x80, and so never is 0xFF.
    return (crc32(record) & 0x7FFF).to_bytes(SLOT - CHECK, "little")


def is_whole(slot: bytes) -> bool:
    return slot[CHECK] | slot[CHECK + 1] << 8 == crc32(slot[:CHECK]) & 0x7FFF


def runs_of(settings: dict) -> list:
    """Return the settings as pairs of a first id and the values from there on."""
    runs: list = []
    for setting in sorted(settings):
        if runs and runs[-1][0] + len(runs[-1][1]) == setting:
            runs[-1] = (runs[-1][0], runs[-1][1] + bytes((settings[setting],)))
        else:
            runs.append((setting, bytes((settings[setting],))))
    return runs


def behind_last(store) -> int:
    """Return the place behind the last slot in which anything is programmed."""
    place = len(store) // SLOT * SLOT
    while place > FIRST and is_blank(store[place - SLOT : place]):
        place -= SLOT
    return place


def is_blank(store) -> bool:
    for at in range(0, len(store), 64):
        piece = bytes(store[at : at + 64])
        if piece != b"\xff" * len(piece):
            return False
    return True
