"""The journal: events and settings in non-volatile memory.

Decides what is written when, and what counts as written.  Must not know the link or the meaning of
an event: it stores texts, and moves as numbers.

The store is flash: bytes of 0xFF can be programmed at once; anything else, even one more 0 in a
byte, needs an erasure of the whole store, during which the loop blocks and a power cut loses
everything.  So its slots are filled in order and never changed.  A slot has eight bytes:

    0      1       2..5     6 7
    kind   number  payload  check

Events are read in the order of their slots.  The number is the low byte of the event's number, so
that an unreadable slot leaves a gap and shifts nothing.  A text continues in slots of kind MORE,
five bytes each, and counts once the last one is written.

The kind is programmed after the rest.  A slot without a kind is *unfinished*: a power cut left it.
It is skipped, and stays as it is, since voiding it would take an erasure.  Any other slot has all
of the rest.  Its check, 16 bits of the CRC-32 of what is before it, fits one kind alone, so that
half a kind, which a power cut may leave, is as good as a whole one.  A slot whose check fits no
kind is *damaged* by a flipped bit: unless it leaves a gap in the events, its content is unknown,
and the journal is set aside.

A compaction sets a mark at either end of the store; then it writes the new image in two halves, the
header's check, and that check again at the end.  This distinguishes an erasure that was cut from a
flipped bit: only the remains of an erasure may be forgotten, everything else is *set aside*
unchanged.  A check of the whole store is programmed before the marks: if they are set and it is
right, nothing is erased yet.  Such a journal can be read, and takes no more events until it is
compacted.
"""

from binascii import crc32, hexlify

from . import tidy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol

    class Store(Protocol):
        """Non-volatile memory: a sequence of bytes that reads and writes slices."""

        def __len__(self) -> int: ...
        def __getitem__(self, offset: slice) -> bytearray: ...  # type: ignore[explicit-any]
        def __setitem__(  # type: ignore[explicit-any]
            self, offset: slice, data: bytes | bytearray
        ) -> None: ...


FORMAT = 5
START = bytes((0x5A, FORMAT))
SLOT = 8
CHECK = 6
# The header takes three slots, after a blank one: START, the epoch, the owner, the number and the
# time of the first event, and a check.
HEADER = SLOT
FIRST = 4 * SLOT
# Programmed before the marks of an erasure: a CRC-32 of everything between them.
WHOLE, WHOLE_END = 3, 7
# SPENT is before an entry that took time on a clock.
MOVE, ROLLED, TEXT, MORE, WAIT, SPENT, SENSED, CONFIRMED, SETTING = 1, 2, 3, 4, 5, 6, 7, 8, 0x10
KINDS = bytes((MOVE, ROLLED, TEXT, MORE, WAIT, SPENT, SENSED, CONFIRMED, SETTING))
# The kinds of a move, in the order of `link.lines.ORIGINS`.
MOVES = (MOVE, ROLLED, SENSED, CONFIRMED)
# Times are stored in steps of 16 ms; a wait that needs more than two bytes has its own slot before.
STEP_MS = 16
LONGEST_WAIT = 0xFFFE
BLANK = b"\xff" * 64
# The content of a slot whose check fits no kind.
DAMAGED = b""
_HEADER_CHECK = FIRST - 4
# The largest new image, and the bytes that one erasure covers.
_IMAGE = 2048
# The last slots are reserved for moves before a compaction.
_LEAST_ROOM = 8
# Bytes read in one step of a start: 32 slots.
_STEP = 256


def owner_of(device: str, rules: str) -> bytes:
    """Return the owner of a journal: a device, with rules of this digest.

    Shape: two bytes for the device, then four for the rules.
    """
    return crc32(device.encode()).to_bytes(4, "little")[:2] + int(rules, 16).to_bytes(4, "little")


def nothing() -> None:
    """Do nothing between two steps."""


class Journal:
    """The records in a store.

    Shape: ``store`` is a mutable sequence of bytes that reads and writes slices.  ``epoch`` is
    eight hex digits, or ``-`` while the journal is set aside; ``problem`` is the reason: "broken",
    "rules", "device", or "".  It holds the events ``first`` to ``last``; the first one happened
    ``base`` steps after the beginning of the epoch.  ``settings`` maps ids to values; ``is_new``
    means that the epoch has just begun here: the store was blank, as that of a new device and as
    some cuts of an erasure leave it, or an erasure was cut otherwise.  ``is_marked`` means that an
    erasure is due or under way, ``is_stale`` that a setting is not written; ``end`` is the offset
    after the last record.  ``on_progress`` is called between the steps of reading, which take most
    of a second together.
    """

    def __init__(
        self,
        store: "Store",
        entropy: "Callable[[int], bytes]",
        owner: bytes,
        on_progress: "Callable[[], None]" = nothing,
    ):
        self._store = store
        self.on_progress = on_progress
        self._entropy = entropy
        self._owner = owner
        # Reserved from the start: compacting must not need memory.
        self._image: bytearray | None = None
        self.reserve()
        self.settings: dict[int, int] = {}
        self.is_new = self.is_marked = False
        self._steps: Iterable[None] = ()
        self.load()

    # Reading

    def load(self) -> None:
        """Read the store; begin an epoch if it is empty or an erasure was cut."""
        self._finish()
        store, size = self._store, len(self._store)
        header = bytes(store[HEADER:FIRST])
        self.settings.clear()
        self.epoch, self.problem, self._is_damaged, self.is_stale = "-", "", False, False
        self.first, self.last, self.base, self.end = 1, 0, 0, FIRST
        check = crc32(header[:20]).to_bytes(4, "little")
        marks = bytes(store[0:3]) + bytes(store[size - SLOT : size - SLOT + 3])
        # One flipped bit does not make a mark.
        is_cut = 6 - marks.count(b"\xff") >= 2 or header == BLANK[: len(header)]
        self.is_marked = is_cut and bytes(store[WHOLE:WHOLE_END]) == check_of_all(store)
        is_cut = is_cut and not self.is_marked
        if not is_cut and check not in (header[20:], bytes(store[size - 4 : size])):
            is_cut = bytes(store[size - 4 : size]) == BLANK[:4]
            if not is_cut:
                self.set_aside("broken")
        if is_cut:
            self.start_epoch()
            return
        if not self.problem and header[:2] != START:
            self.set_aside("broken")
        if self.problem:
            return
        if bytes(store[size - 4 : size]) == BLANK[:4]:
            # Without it, a flipped bit of the header would look like a cut erasure.
            store[size - 4 : size] = check
        self.first = number_in(header, 12)
        self.base = number_in(header, 16)
        self.last = self.first - 1
        # After the last slot with any programmed bit.
        self.end = size - SLOT
        while self.end > FIRST and bytes(store[self.end - SLOT : self.end]) == BLANK[:SLOT]:
            self.end -= SLOT
        reader = JournalReader(self, self.settings)
        is_unknown = False
        try:
            while reader.next():
                # The replay of the events finds a gap.
                is_unknown = is_unknown or (self._is_damaged and not reader.gap)
                self._is_damaged = False
        except (IndexError, ValueError):
            # Its check is right, but our encoding cannot have written it.
            self.set_aside("broken")
            return
        self.last = reader.number
        if is_unknown or self._is_damaged:
            self.set_aside("broken")
        elif header[6:8] != self._owner[:2]:
            self.set_aside("device")
        elif header[8:12] != self._owner[2:]:
            self.set_aside("rules")
        else:
            # Reading has fragmented the heap, and objects from now on live long: collect first.
            tidy()
            self.epoch = str(hexlify(header[2:6]), "ascii")

    def slot(self, offset: int) -> bytes | None:
        """Return the six bytes of the slot at an offset, None if it is unfinished or damaged."""
        if not offset % _STEP:
            self.on_progress()
        record = record_in(bytes(self._store[offset : offset + SLOT]))
        if record == DAMAGED:
            self._is_damaged = True
        return record or None

    def long_data(self, offset: int, data: bytes, size: int) -> bytes | None:
        """Return the bytes of the text that begins in this slot, None if some are missing."""
        while len(data) < size:
            offset += SLOT
            slot = self.slot(offset) if offset < self.end else None
            if slot is None or slot[0] != MORE:
                return None
            data += slot[1:]
        return data[:size]

    def set_aside(self, problem: str) -> None:
        """Set the journal aside: write nothing more to it."""
        self._finish()
        self.problem, self.epoch = problem, "-"

    def _finish(self) -> None:
        """Complete a compaction: half of it would be a cut erasure."""
        for _ in self._steps:
            pass

    def reserve(self) -> None:
        """Reserve the memory that compacting needs.

        Raises: MemoryError (no memory is free).
        """
        if self._image is None:
            self._image = bytearray(min(len(self._store), _IMAGE))

    def free(self) -> None:
        """Release the reserved memory for a moment: there is no other."""
        self._image = None

    def raw(self, offset: int, size: int) -> bytes:
        """Return raw bytes of the store."""
        return bytes(self._store[offset : offset + size])

    def __len__(self) -> int:
        return len(self._store)

    # Writing

    def append(self, text: str, move: int | None, after_ms: int, how: int = 0) -> int:
        """Store an event; return its stored time since the event before.

        Shape: ``move`` is the int of a move that has one, else None; ``how`` it came about is a
        number of `link.lines.ORIGINS`.
        Units: ms.
        """
        if self.problem:
            raise RuntimeError(self.problem)
        steps = max(after_ms, 0) // STEP_MS
        short = min(steps, LONGEST_WAIT)
        if steps > short:
            self.write(bytes((WAIT,)) + (steps - short).to_bytes(4, "little"))
        time = bytes((short & 255, short >> 8))
        number = self.last + 1 & 255
        if move is not None:
            self.write(bytes((MOVES[how], number, move & 255, move >> 8)) + time)
        else:
            data = encode(text)
            self._write_long(bytes((TEXT, number, len(data))) + time + data[:1], data[1:])
        self.last += 1
        return steps * STEP_MS

    def set(self, first: int, values: bytes) -> None:
        """Keep the values of settings from an id on.

        With hardly any room left, the next compaction writes them.
        """
        changed = False
        for at in range(len(values)):
            changed = changed or self.settings.get(first + at) != values[at]
            self.settings[first + at] = values[at]
        if changed and not self.problem:
            # A slot has room for five values.
            self.is_stale = self.room() <= _LEAST_ROOM + len(values) // 5
            if not self.is_stale:
                self._write_setting(first, values)

    def _write_setting(self, first: int, values: bytes) -> None:
        self._write_long(bytes((SETTING, len(values), first)) + values[:3], values[3:])

    def room(self) -> int:
        """Return the number of free slots: 0 if an erasure is due."""
        return 0 if self.is_marked else (len(self._store) - SLOT - self.end) // SLOT

    def start_epoch(self) -> None:
        """Begin a new epoch, in which nothing has happened; the settings stay."""
        for _ in self._rewriting(self._entropy(4), 1, 0, ()):
            self.on_progress()
        self.is_new = True

    def compacting(self, texts: tuple[str, ...], now: int) -> "Iterator[None]":
        """Compact the journal to the settings and these texts as its next events, in steps.

        Erasing takes long and must not be cut, so the players are warned first.  Between its steps
        the loop goes on; until the last step the journal returns and takes no event.
        Units: ``now`` in steps since the epoch began.
        """
        self._steps = steps = self._rewriting(self.raw(HEADER + 2, 4), self.last + 1, now, texts)
        return steps

    def _rewriting(
        self, epoch: bytes, first: int, base: int, texts: tuple[str, ...]
    ) -> "Iterator[None]":
        """Rewrite the store in steps, at most one erasure each."""
        self.reserve()
        old, image, last = self._store, self._image, self.last
        assert image is not None
        size, step = len(old), len(image)
        _blank(image)
        numbers = first.to_bytes(4, "little") + base.to_bytes(4, "little")
        header = START + epoch + self._owner + numbers
        check = crc32(header).to_bytes(4, "little")
        image[HEADER:_HEADER_CHECK] = header
        self._store, self.end, self.last, self.is_marked = image, FIRST, first - 1, False
        try:
            for start, values in runs_of(self.settings):
                self._write_setting(start, values)
            for text in texts:
                self.append(text, None, 0)
        finally:
            # Even after an error: until then no record is taken, into the image or elsewhere.
            self._store, self.is_marked = old, True
        if is_blank(old):
            old[HEADER : self.end] = image[HEADER : self.end]
        else:
            end, self.end = self.end, FIRST
            last, self.last = self.last, last
            yield
            if bytes(old[WHOLE:WHOLE_END]) == BLANK[:4]:
                old[WHOLE:WHOLE_END] = check_of_all(old)
            for offset in (0, 1, 2, size - SLOT, size - SLOT + 1, size - SLOT + 2):
                # A part of a cut mark may be there.
                if old[offset] == 0xFF:  # type: ignore[index,comparison-overlap]  # a byte
                    old[offset : offset + 1] = b"\x00"
            # Each assignment is an erasure; the end with its mark is erased last.
            for at in range(0, size, step):
                yield
                old[at : at + step] = image
                _blank(image)
            yield
            self.end, self.last = end, last
        old[_HEADER_CHECK:FIRST] = check
        old[size - 4 : size] = check
        self.epoch, self.problem = str(hexlify(epoch), "ascii"), ""
        self.first, self.base, self.is_marked = first, base, False
        self.is_new = self.is_stale = False
        # A finished generator keeps its memory while it is referenced.
        self._steps = ()

    def _write_long(self, head: bytes, rest: bytes) -> None:
        """Fill as many slots as needed."""
        self.write(head)
        for at in range(0, len(rest), 5):
            self.write(bytes((MORE,)) + rest[at : at + 5])

    def write(self, record: bytes) -> None:
        """Fill the next slot, its kind last."""
        offset = self.end
        if offset + SLOT > len(self._store) - SLOT or self.is_marked:
            # The caller has not checked `room`.
            raise RuntimeError("journal full")
        self.end = offset + SLOT
        record += BLANK[: CHECK - len(record)]
        self._store[offset + 1 : offset + SLOT] = record[1:] + check_of(record)
        self._store[offset : offset + 1] = record[:1]


class JournalReader:
    """Reads the events of a journal in order.

    Shape: after `next` has returned True, ``number`` is that of the event, ``gap`` how many numbers
    before it are unreadable, ``at`` the steps since the beginning of the epoch, ``text`` its text,
    or ``move`` the int of a move, else -1, and ``how`` it came about;
    ``spent_ms`` is what it took on a clock, -1 without one;
    ``offset`` is that of the next slot.  Settings between events are put into ``settings``.
    """

    def __init__(self, journal: Journal, settings: dict[int, int] | None = None):
        self._journal = journal
        self._settings = settings
        self.offset = FIRST
        self.number = journal.first - 1
        self.gap = 0
        self.at = journal.base
        self.text = ""
        self.move = self.spent_ms = -1
        self.how = 0

    def go_on_from(self, other: "JournalReader") -> None:
        """Go to the place of another reader of the same journal."""
        self.offset, self.number, self.at = other.offset, other.number, other.at

    def next(self) -> bool:
        """Go to the next event; return False if there is none yet."""
        journal = self._journal
        self.spent_ms = -1
        while self.offset < journal.end:
            offset = self.offset
            self.offset = offset + SLOT
            slot = journal.slot(offset)
            if slot is None:
                continue
            kind = slot[0]
            if kind == WAIT:
                self.at += number_in(slot, 1)
            elif kind == SPENT:
                # A cut may have left it without its entry: then it is written again.
                self.spent_ms = number_in(slot, 1)
            elif kind == SETTING and self._settings is not None:
                values = journal.long_data(offset, slot[3:], slot[1]) or b""
                for at in range(len(values)):
                    self._settings[slot[2] + at] = values[at]
            elif (kind == TEXT or kind in MOVES) and self._read(offset, slot, kind):
                return True
        return False

    def _read(self, offset: int, slot: bytes, kind: int) -> bool:
        time, self.move, self.text = slot[4] | slot[5] << 8, -1, ""
        if kind == TEXT:
            data = self._journal.long_data(offset, slot[5:], slot[2])
            if data is None:
                return False
            time, self.text = slot[3] | slot[4] << 8, decode(data)
        else:
            self.move, self.how = slot[2] | slot[3] << 8, MOVES.index(kind)
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


def check_of(record: bytes) -> bytes:
    return (crc32(record) & 0xFFFF).to_bytes(2, "little")


def check_of_all(store: "Store") -> bytes:
    """Return the check of everything between the marks of an erasure."""
    check, end = 0, len(store) - SLOT
    for at in range(HEADER, end, 64):
        check = crc32(bytes(store[at : min(at + 64, end)]), check)
    return check.to_bytes(4, "little")


def record_in(slot: bytes) -> bytes | None:
    """Return the six bytes of a slot, None if it is unfinished, or DAMAGED."""
    programmed = slot[0] ^ 0xFF
    # A byte has at most one set bit if it is 0 without its lowest set bit.  One 0 is no kind: a cut
    # or a flipped bit left it.
    if not programmed & (programmed - 1):
        return None
    for kind in slot[:1] + KINDS:
        record = bytes((kind,)) + slot[1:CHECK]
        if check_of(record) == slot[CHECK:]:
            return record
    return DAMAGED


def is_blank(store: "Store") -> bool:
    for at in range(0, len(store), 64):
        piece = bytes(store[at : at + 64])
        if piece != BLANK[: len(piece)]:
            return False
    return True


def _blank(image: bytearray) -> None:
    for at in range(0, len(image), len(BLANK)):
        image[at : at + len(BLANK)] = BLANK


# Texts in few bytes: the words and letters are part of the journal's format.  Texts are ASCII, so a
# byte from 0x80 on stands for a word, and one from 0xC0 on for three letters of a position.  Longer
# words come before words that they contain.  One string, because so many would fill a small heap.
_WORDS = (
    b"new switch AB layout=1|new switch AB layout=2|new switch AB layout=3"
    b"|new switch BA layout=1|new switch BA layout=2|new switch BA layout=3"
    b"|new switch |new joggle | swap-may-complete-opponent=| repetition=3| repetition="
    b"| no-field=reroll| no-field=pass| board=own| extreme=| layout=| start=| teams=| goal="
    b"|set position |set turn |resign |dispute |board |checkpoint |score |resume|failed "
    b"|RGBY|GBYR|BYRG|YRGB|AB|BA| 0|undo"
)
_LETTERS = b".bw/"


def encode(text: str) -> bytes:
    """Return a text of ASCII in few bytes.

    >>> len(encode("new switch AB layout=1 repetition=3 start=b"))
    4
    >>> len(encode("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b"))
    14
    """
    data = text.encode()
    byte = 0x80
    for word in _WORDS.split(b"|"):
        data = data.replace(word, bytes((byte,)))
        byte += 1
    # Pack three letters into one in place: the write position never overtakes the read position.
    packed = bytearray(data)
    end = at = 0
    while at < len(data):
        three = [_LETTERS.find(data[at + step : at + step + 1] or b"?") for step in range(3)]
        if min(three) < 0:
            packed[end] = data[at]
            at += 1
        else:
            packed[end] = 0xC0 | three[0] << 4 | three[1] << 2 | three[2]
            at += 3
        end += 1
    return bytes(packed[:end])


def decode(data: bytes) -> str:
    """Return the text; the inverse of `encode`.

    >>> decode(encode("set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb -"))
    'set position bwbwb/wbwbw/bw.wb/wbwbw/bwbwb -'
    """
    words = _WORDS.split(b"|")
    pieces = []
    for byte in data:
        if byte >= 0xC0:
            three = byte >> 4 & 3, byte >> 2 & 3, byte & 3
            pieces.append(bytes([_LETTERS[letter] for letter in three]))
        else:
            pieces.append(words[byte & 0x7F] if byte & 0x80 else bytes((byte,)))
    return str(b"".join(pieces), "ascii")
