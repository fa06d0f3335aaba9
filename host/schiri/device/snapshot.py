"""The snapshot of a device's game, read from the lines that tell it.

Decides when it is asked for, and which lines make a whole one.  Must not know what they mean.
"""

from schiri.device.asking import ASK_AGAIN_MS
from schiri.device.reports import Snapshot

# More lines than any game's snapshot has.
MOST_PARTS = 1000


class SnapshotReader:
    """Puts a snapshot together, once a connection.

    Units: times in ms of the PC's own clock.
    """

    def __init__(self, now_ms: int) -> None:
        # The lines of the snapshot that is being told, and what all of them say of it.
        self._parts: list[str] = []
        self._of = (0, 0)
        self._is_whole = False
        # When it was asked for, or the device was still telling; None to ask at once.
        self._asked_ms: int | None = now_ms

    def question(self, now_ms: int) -> str | None:
        """Return what to say to the device, None while nothing is due.

        >>> reader = SnapshotReader(0)
        >>> reader.question(999), reader.question(1000)
        (None, 'snapshot')
        >>> reader.read(["0", "2", "3", "new", "switch", "AB"])
        >>> reader.read(["1", "2", "3", "moves", "a1-c3,b1-a1"])
        Snapshot(last=3, began='new switch AB', entries=['a1-c3', 'b1-a1'])
        """
        is_due = self._asked_ms is None or now_ms - self._asked_ms >= ASK_AGAIN_MS
        if self._is_whole or not is_due:
            return None
        self._asked_ms = now_ms
        return "snapshot"

    def wait(self, now_ms: int) -> None:
        """Wait on, for the device is still telling something and the snapshot comes by itself."""
        self._asked_ms = now_ms

    def read(self, words: list[str]) -> Snapshot | None:
        """Read a line of it; return the snapshot with its last line."""
        if len(words) < 3 or not all(word.isdigit() for word in words[:3]):
            return None
        part, count, last = (int(word) for word in words[:3])
        if part == 0 or self._of != (count, last):
            # Lines of two snapshots are none.
            self._parts, self._of = [], (count, last)
        if count == 0:
            self._is_whole = True
            return Snapshot(last, "", [])
        if part == len(self._parts) < MOST_PARTS:
            self._parts.append(" ".join(words[3:]))
        if part != count - 1:
            return None
        parts, self._parts = self._parts, []
        self._is_whole = len(parts) == count
        if not self._is_whole:
            self._asked_ms = None
            return None
        began, *lines = parts
        return Snapshot(last, began, _entries(lines))


def _entries(lines: list[str]) -> list[str]:
    entries = []
    for line in lines:
        kind, _, text = line.partition(" ")
        entries += text.split(",") if kind == "moves" else [text]
    return entries
