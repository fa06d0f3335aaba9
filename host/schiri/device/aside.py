"""A journal that a device has set aside, read byte by byte.

Decides which bytes are asked for next, and that they count only whole.  Must not know files, or
what the bytes mean.
"""

import re
from binascii import crc32

from schiri.device.asking import ASK_AGAIN_MS
from schiri.device.reports import SetAside

# More bytes than any store has.
MOST_BYTES = 1 << 16
CRC = re.compile("[0-9a-f]{8}")
WHYS = ("broken", "rules", "device")


class AsideReader:
    """Puts the bytes of a journal together, for one connection.

    Units: times in ms of the PC's own clock.
    """

    def __init__(self) -> None:
        self._restart("", 0, "")

    def _restart(self, why: str, size: int, crc: str) -> None:
        self._why, self._size, self._crc = why, size, crc
        self._data = b""
        # Whether all of it was told to whoever stores it, and whether they have.
        self._is_told = self._is_stored = False
        self._due_ms: int | None = None

    @property
    def is_known(self) -> bool:
        """Whether the device has said what it has set aside."""
        return bool(self._why)

    def question(self, now_ms: int) -> str | None:
        """Return what to say to the device, None while nothing is due.

        >>> reader = AsideReader()
        >>> reader.begin(["broken", "4", "b63cfbcd"])
        >>> reader.question(0), reader.question(999), reader.question(1000)
        ('bytes 0', None, 'bytes 0')
        >>> reader.read(["0", "0102"]), reader.question(1001)
        (None, 'bytes 2')
        >>> reader.read(["2", "0304"])
        SetAside(why='broken', data=b'\\x01\\x02\\x03\\x04')
        """
        is_due = self._due_ms is None or now_ms >= self._due_ms
        if not self._why or not is_due or self._is_told > self._is_stored:
            return None
        self._due_ms = now_ms + ASK_AGAIN_MS
        return f"stored {self._crc}" if self._is_stored else f"bytes {len(self._data)}"

    def store(self, crc: str) -> None:
        """Tell the device, until it greets anew, that the journal with this CRC is stored."""
        if crc == self._crc and self._is_told:
            self._is_stored = True
            self._due_ms = None

    def begin(self, words: list[str]) -> None:
        """Read what the device says of the journal; said again, it changes nothing."""
        if len(words) != 3 or words[0] not in WHYS or not CRC.fullmatch(words[2]):
            return
        if not words[1].isdigit() or not 0 < int(words[1]) <= MOST_BYTES:
            return
        why, size, crc = words[0], int(words[1]), words[2]
        if (why, size, crc) != (self._why, self._size, self._crc):
            self._restart(why, size, crc)

    def read(self, words: list[str]) -> SetAside | None:
        """Read some of its bytes; return the journal with the last of them, once.

        Rule: of bytes that are not those asked for last none count; where all of them are not
        what the device says they are, they are asked for once more.
        """
        if not self._why or self._is_told or len(words) != 2 or words[0] != str(len(self._data)):
            return None
        try:
            data = bytes.fromhex(words[1])
        except ValueError:
            return None
        if not data or len(self._data) + len(data) > self._size:
            return None
        self._data += data
        self._due_ms = None
        if len(self._data) < self._size:
            return None
        whole, self._data = self._data, b""
        self._is_told = f"{crc32(whole):08x}" == self._crc
        return SetAside(self._why, whole) if self._is_told else None
