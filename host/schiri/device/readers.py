"""Readers for one connection: events, clock, and the game in memory.

Decides which messages count, each once and in order, and the next request.  Must not know their
meaning, nor the time of day.
"""

import re
from binascii import crc32
from collections import deque
from typing import NamedTuple

from schiri.device.reports import EventReceived, Gone, Lights, SetAside, Snapshot

# After this time a request without an answer is repeated.
ASK_AGAIN_MS = 1000
# Digits in the number of an event.
LONGEST_NUMBER = 10
# More lines than any game's snapshot has.
MOST_PARTS = 1000
# More bytes than any store has.
MOST_BYTES = 1 << 16
CRC = re.compile("[0-9a-f]{8}")
WHYS = ("broken", "rules", "device")
Rgb = tuple[int, int, int]
EVERY_MS = 60_000
# While there is no answer, or only a slow one.
RETRY_MS = 1000
LONG_MS = 150
MOST_SAMPLES = 16
# How far the two clocks may drift apart, in parts per million of the time since the sample.
DRIFT_PPM = 100
# The journal stores short times in steps of 16 ms; both clocks have whole milliseconds.
ROUNDING_MS = 20
# Times further away than this are not trusted.
FARTHEST_MS = 366 * 24 * 3600 * 1000


class EventReader:
    """Puts the events of one epoch in order."""

    def __init__(self, epoch: str) -> None:
        self._epoch = epoch
        # The next event, and the last one on our disk; -1 until known.
        self._next = self._kept = -1
        self._asks = False
        self._has_ack = False
        # The last missed event.
        self._asked_gap = 0

    def question(self) -> str | None:
        """Return what to say to the device, None while there is nothing.

        >>> reader = EventReader("89abcdef")
        >>> reader.go_on_from(3)
        >>> reader.acknowledge(2)
        >>> reader.question(), reader.question(), reader.question()
        ('again 89abcdef 3', 'ack 89abcdef 2', None)
        """
        if self._asks:
            self._asks = False
            return f"again {self._epoch} {self._next}"
        if self._has_ack:
            self._has_ack = False
            return f"ack {self._epoch} {self._kept}"
        return None

    def go_on_from(self, number: int) -> None:
        self._next = number
        self._asks = True

    def acknowledge(self, number: int) -> None:
        """Acknowledge the events up to this one: they are on our disk, or lost."""
        self._kept = number
        self._has_ack = True

    def read_event(self, words: list[str]) -> EventReceived | None:
        """Read an ``event`` message; return the event if it is the next one."""
        if len(words) < 3 or not (is_number(words[0]) and words[1].isdigit()):
            return None
        number = int(words[0])
        if number == self._next:
            self._next += 1
            return EventReceived(number, int(words[1]), " ".join(words[2:]))
        self._miss(number, number)
        return None

    def read_gone(self, words: list[str]) -> Gone | None:
        """Read a ``gone`` message; return the lost events if they are next.

        Rule: those that we already have are not lost for us.
        """
        if len(words) != 2 or not (is_number(words[0]) and is_number(words[1])):
            return None
        first, last = int(words[0]), int(words[1])
        if first <= self._next <= last:
            first, self._next = self._next, last + 1
            return Gone(first, last)
        self._miss(first, last)
        return None

    def ask_again(self) -> None:
        """Repeat the request for events from the next one on; the device did not receive it."""
        self._asks = self._next > 0

    def _miss(self, first: int, last: int) -> None:
        if last <= self._kept:
            # They were sent again, so the device has not received our acknowledgement.
            self._has_ack = True
        elif first > self._next > 0 and self._asked_gap != self._next:
            # Events were lost: ask for them once.  If that request is lost too, the device sends
            # them again by itself after a while.
            self._asked_gap = self._next
            self._asks = True


def is_number(word: str) -> bool:
    """Return whether this can be the number of an event; a device counts in 32 bits.

    >>> is_number("4294967295"), is_number("10000000000"), is_number("-1")
    (True, False, False)
    """
    return word.isdigit() and len(word) <= LONGEST_NUMBER


class SnapshotReader:
    """Assembles a snapshot, once in each connection."""

    def __init__(self, now_ms: int) -> None:
        # The lines of the current snapshot, and their common header.
        self._parts: list[str] = []
        self._of = (0, 0)
        self._is_whole = False
        # When it was requested, or the device was still sending it; None to ask at once.
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
        """Keep waiting: the device is still sending, and the snapshot will follow by itself."""
        self._asked_ms = now_ms

    def read(self, words: list[str]) -> Snapshot | None:
        """Read a line of it; return the snapshot with its last line."""
        if len(words) < 3 or not all(word.isdigit() for word in words[:3]):
            return None
        part, count, last = (int(word) for word in words[:3])
        if part == 0 or self._of != (count, last):
            # Lines of two different snapshots cannot be combined.
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


class AsideReader:
    """Assembles the bytes of a journal, for one connection."""

    def __init__(self) -> None:
        self._restart("", 0, "")

    def _restart(self, why: str, size: int, crc: str) -> None:
        self._why, self._size, self._crc = why, size, crc
        self._data = b""
        # Whether all of it was passed on to be stored, and whether it is stored.
        self._is_told = self._is_stored = False
        self._due_ms: int | None = None

    @property
    def is_known(self) -> bool:
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
        """Report until the next greeting that the journal with this CRC is stored."""
        if crc == self._crc and self._is_told:
            self._is_stored = True
            self._due_ms = None

    def begin(self, words: list[str]) -> None:
        """Read the description of the journal; a repetition changes nothing."""
        if len(words) != 3 or words[0] not in WHYS or not CRC.fullmatch(words[2]):
            return
        if not words[1].isdigit() or not 0 < int(words[1]) <= MOST_BYTES:
            return
        why, size, crc = words[0], int(words[1]), words[2]
        if (why, size, crc) != (self._why, self._size, self._crc):
            self._restart(why, size, crc)

    def read(self, words: list[str]) -> SetAside | None:
        """Read some of its bytes; return the journal with the last of them, once.

        Rule: only the bytes requested last count; if the CRC of all is wrong, they are requested
        again.
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


class LightsReader:
    """Assembles colours and frames."""

    def __init__(self) -> None:
        self._brightness = ""
        self._colours: dict[str, Rgb] = {}

    def read(self, words: list[str]) -> Lights | None:
        """Read a ``colours`` or ``frame`` message; return the lights of a frame if they are known.

        >>> reader = LightsReader()
        >>> reader.read(["colours", "3", "0", "000000ff8040"])
        >>> reader.read(["frame", "3", "1/2", "01"]).colours
        [(0, 0, 0), (127, 64, 32)]
        """
        if len(words) != 4 or not all(words):
            return None
        kind, brightness, third, fourth = words
        if kind == "colours":
            if brightness != self._brightness:
                self._brightness, self._colours = brightness, {}
            self._learn(third, fourth)
            return None
        is_known = brightness == self._brightness and set(fourth) <= set(self._colours)
        scale, _, total = third.partition("/")
        if not is_known or not (scale.isdigit() and total.isdigit() and int(total)):
            return None
        share, whole = int(scale), int(total)
        if share > whole:
            return None
        return Lights([_scaled(self._colours[letter], share, whole) for letter in fourth])

    def _learn(self, first: str, hexes: str) -> None:
        try:
            values = bytes.fromhex(hexes)
        except ValueError:
            return
        for at in range(0, len(values) - 2, 3):
            red, green, blue = values[at : at + 3]
            self._colours[chr(ord(first[0]) + at // 3)] = (red, green, blue)


def _scaled(colour: Rgb, share: int, whole: int) -> Rgb:
    red, green, blue = (value * share // whole for value in colour)
    return red, green, blue


class Sample(NamedTuple):
    """A reading of the device's clock, between question and answer on the PC's clock."""

    asked_ms: int
    answered_ms: int
    device_ms: int

    def within_ms(self, device_ms: int) -> int:
        """Return the largest error of a time that is based on this sample."""
        drift = abs(device_ms - self.device_ms) * DRIFT_PPM // 1_000_000
        return (self.answered_ms - self.asked_ms) // 2 + drift + ROUNDING_MS


class DeviceClock:
    """The clock of a device while it is connected.

    Shape: ``was_asked`` says whether this device was asked.
    Units: ms; the device's since the beginning of its epoch, the PC's on a monotonic clock.
    """

    def __init__(self) -> None:
        # Never reused, so that a late answer does not count for a later question.
        self._number = 0
        self.forget()

    def forget(self) -> None:
        self.was_asked = False
        self._samples: deque[Sample] = deque(maxlen=MOST_SAMPLES)
        self._boot_ms = -1
        self._due_ms = 0
        # When each question that may still be answered was asked.
        self._asked_ms: dict[str, int] = {}

    def question(self, now_ms: int) -> str | None:
        """Return the question for the device, None while nothing is due.

        >>> clock = DeviceClock()
        >>> clock.question(0), clock.question(999), clock.question(1000)
        ('clock 1', None, 'clock 2')
        """
        if self.was_asked and now_ms < self._due_ms:
            return None
        self.was_asked = True
        self._number += 1
        self._due_ms = now_ms + RETRY_MS
        self._asked_ms[str(self._number)] = now_ms
        self._asked_ms.pop(str(self._number - MOST_SAMPLES), None)
        return f"clock {self._number}"

    def read(self, now_ms: int, words: list[str]) -> None:
        """Read the words of an answer; ignore an answer to no open question."""
        if len(words) != 3 or words[0] not in self._asked_ms:
            return
        if words[1].isdigit() and (words[2] == "-" or words[2].isdigit()):
            boot_ms = -1 if words[2] == "-" else int(words[2])
            asked_ms = self._asked_ms.pop(words[0])
            if now_ms - asked_ms <= LONG_MS:
                self._due_ms = now_ms + EVERY_MS
            self.add(asked_ms, now_ms, int(words[1]), boot_ms)

    def add(self, asked_ms: int, answered_ms: int, device_ms: int, boot_ms: int) -> None:
        """Add a sample: the device's clock at some time between question and answer.

        Shape: ``boot_ms`` is its time when the device started, -1 if that was before the epoch.
        """
        self._samples.append(Sample(asked_ms, answered_ms, device_ms))
        self._boot_ms = boot_ms

    def ago(self, now_ms: int, device_ms: int) -> tuple[int, int] | None:
        """Return the age of an event and its largest error, None if unknown.

        Rule: times before the device was switched on cannot be known; otherwise the best of the
        last samples counts, with half its round trip, the drift since, and rounding.

        >>> clock = DeviceClock()
        >>> clock.add(1000, 1010, 500_000, 90_000)
        >>> clock.ago(1020, 499_995), clock.ago(1020, 90_000)
        ((20, 25), None)
        """
        if not self._samples or device_ms <= self._boot_ms:
            return None
        best = min(self._samples, key=lambda sample: sample.within_ms(device_ms))
        within = best.within_ms(device_ms)
        ago = now_ms - (best.asked_ms + best.answered_ms) // 2 - (device_ms - best.device_ms)
        if ago < -within or abs(device_ms - best.device_ms) > FARTHEST_MS:
            return None
        return max(ago, 0), within
