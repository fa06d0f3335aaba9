"""The journal: what happened and what was set, kept in non-volatile memory.

Decides what is written when, and what counts as written.  Must not know the link or what an event
means to a game: it keeps texts, and moves as numbers.

The store is flash: bytes of 0xFF can be programmed at once, anything else costs an erasure of all
of it, in which the loop stands still and a power cut loses everything.  So its slots are filled one
after the other and never touched again.  A check is programmed after what it is of: whatever a
power cut leaves of a slot counts wholly or not at all.  A slot that was finished and is not as its
check says is *damaged*: unless it leaves a gap in the events, nobody knows what it said, and the
journal is set aside.

When the journal is compacted, a mark is set at either end of the store; then the new image is
written, in two halves, then the header's check, then that check once more at the end.  So an
erasure that was cut is told from a bit that has flipped: only what it left may be forgotten, all
else is *set aside*, as it is.  Before the marks a check of the whole is programmed: where they are
set and it is right, nothing is erased yet.  That journal is read, and takes nothing more until it
is compacted.

A store that *is rewritten* whole at each write, and keeps the old or the new (Espressif's), has one
write for whatever belongs together.
"""

from binascii import crc32, hexlify

from .journal_format import (
    BLANK,
    CHECK,
    DAMAGED,
    FIRST,
    HEADER,
    LONGEST_WAIT,
    MORE,
    MOVE,
    SETTING,
    SLOT,
    START,
    STEP_MS,
    TEXT,
    UNDO,
    WAIT,
    WHOLE,
    WHOLE_END,
    Reader,
    check_of,
    check_of_all,
    is_blank,
    number_in,
    record_in,
    runs_of,
)
from .text_codec import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .protocols import Store

_HEADER_CHECK = FIRST - 4
# What a new image fills at most, and how much is erased at once.
_IMAGE = 2048
# The last slots are for what is played before the journal is compacted.
_LEAST_ROOM = 8
# How many bytes are read in one step of a start: 32 slots.
_STEP = 256


def nothing() -> None:
    """Do nothing between two steps."""


class Journal:
    """The records in a store.

    Shape: ``store`` is a mutable sequence of bytes that reads and writes slices.  ``epoch`` is
    eight hex digits, or ``-`` while the journal is set aside; ``problem`` says why it is: "broken",
    "rules", "device", or "" while it is not.  It holds the events ``first`` to ``last``; the first
    of them was ``base`` steps after the epoch began.  ``settings`` maps the ids of settings to
    their values; ``is_new`` tells that the epoch has just begun here, ``was_lost`` that an erasure
    was cut before, ``is_marked`` that one is to begin or goes on, ``is_stale`` that a setting is
    not written; ``end`` is the place behind the last record.  ``between`` is called between the
    steps in which it is read, for all of it takes most of a second.
    """

    def __init__(
        self,
        store: "Store",
        entropy: "Callable[[int], bytes]",
        owner: bytes,
        is_rewritten: bool = False,
        between: "Callable[[], None]" = nothing,
    ):
        self._store = store
        self.between = between
        self._entropy = entropy
        self._owner = owner
        self.is_rewritten = is_rewritten
        # Held back from the start: compacting must not need memory.
        self._image: bytearray | None = None
        self.hold()
        self.settings: dict[int, int] = {}
        self.was_lost = self.is_new = self.is_marked = False
        self._steps: Iterable[None] = ()
        self.load()

    # Reading

    def load(self) -> None:
        """Find what the store holds; begin an epoch where it holds nothing, or a cut erasure."""
        self._finish()
        store, size = self._store, len(self._store)
        header = bytes(store[HEADER:FIRST])
        self.settings.clear()
        self.epoch, self.problem, self._is_damaged, self.is_stale = "-", "", False, False
        self.first, self.last, self.base, self.end = 1, 0, 0, FIRST
        check = crc32(header[:20]).to_bytes(4, "little")
        marks = bytes(store[0:3]) + bytes(store[size - SLOT : size - SLOT + 3])
        # One flipped bit is no mark.
        is_cut = 6 - marks.count(b"\xff") >= 2 or header == BLANK[: len(header)]
        self.is_marked = is_cut and bytes(store[WHOLE:WHOLE_END]) == check_of_all(store)
        is_cut = is_cut and not self.is_marked
        if not is_cut and check not in (header[20:], bytes(store[size - 4 : size])):
            is_cut = bytes(store[size - 4 : size]) == BLANK[:4]
            if not is_cut:
                self.set_aside("broken")
        if is_cut:
            self.was_lost = not is_blank(store)
            self.start_epoch()
            return
        if not self.problem and header[:2] != START:
            self.set_aside("broken")
        if self.problem:
            return
        if bytes(store[size - 4 : size]) == BLANK[:4]:
            # Without it, a bit of the header that flips would be taken for a cut erasure.
            store[size - 4 : size] = check
        self.first = number_in(header, 12)
        self.base = number_in(header, 16)
        self.last = self.first - 1
        self._find_end()
        reader = Reader(self, self.settings)
        is_unknown = False
        try:
            while reader.next():
                # A gap is seen by whoever replays the events.
                is_unknown = is_unknown or (self._is_damaged and not reader.gap)
                self._is_damaged = False
        except (IndexError, ValueError):
            # Its check is right, and it says what no word list of ours can have written.
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
            self.epoch = str(hexlify(header[2:6]), "ascii")

    def _find_end(self) -> None:
        """Find the place behind the last slot in which anything is programmed."""
        store = self._store
        place = len(store) - SLOT
        while place > FIRST and bytes(store[place - SLOT : place]) == BLANK[:SLOT]:
            place -= SLOT
        self.end = place

    def slot(self, place: int) -> bytes | None:
        """Return the six bytes of the slot at a place, None where it is unfinished or damaged."""
        if not place % _STEP:
            self.between()
        record = record_in(bytes(self._store[place : place + SLOT]))
        if record == DAMAGED:
            self._is_damaged = True
        return record or None

    def long_data(self, place: int, data: bytes, size: int) -> bytes | None:
        """Return as many bytes as were written from this slot on, None where some are missing."""
        while len(data) < size:
            place += SLOT
            slot = self.slot(place) if place < self.end else None
            if slot is None or slot[0] != MORE:
                return None
            data += slot[1:]
        return data[:size]

    def set_aside(self, problem: str) -> None:
        """Leave the journal as it is, and write nothing more to it."""
        self._finish()
        self.problem, self.epoch = problem, "-"

    def _finish(self) -> None:
        """Do what has begun: half of it would be a cut erasure."""
        for _ in self._steps:
            pass

    def hold(self) -> None:
        """Hold back the memory that compacting needs.

        Raises: MemoryError (where there is none any more).
        """
        if self._image is None:
            # A store that is rewritten shall have all of it in one write.
            size = len(self._store)
            self._image = bytearray(size if self.is_rewritten else min(size, _IMAGE))

    def release(self) -> None:
        """Release that memory for a moment, for there is no other."""
        self._image = None

    def raw(self, place: int, size: int) -> bytes:
        """Return bytes of the store as they are."""
        return bytes(self._store[place : place + size])

    def __len__(self) -> int:
        return len(self._store)

    # Writing

    def append(self, text: str, move: int | None, after_ms: int) -> int:
        """Keep an event; return the time that is kept for it, since the event before.

        Shape: ``move`` is the int of a move that has one, else None.
        Units: ms.
        """
        if self.problem:
            raise RuntimeError(self.problem)
        steps = max(after_ms, 0) // STEP_MS
        short = min(steps, LONGEST_WAIT)
        if steps > short:
            self._write(bytes((WAIT,)) + (steps - short).to_bytes(4, "little"))
        time = bytes((short & 255, short >> 8))
        number = self.last + 1 & 255
        if move is not None:
            self._write(bytes((MOVE, number, move & 255, move >> 8)) + time)
        elif text == "undo":
            self._write(bytes((UNDO, number, 0, 0)) + time)
        else:
            data = encode(text)
            self._write_long(bytes((TEXT, number, len(data))) + time + data[:1], data[1:])
        self.last += 1
        return steps * STEP_MS

    def set(self, first: int, values: bytes) -> None:
        """Keep the values of settings from an id on; with hardly any room left when compacting."""
        changed = False
        for at in range(len(values)):
            changed = changed or self.settings.get(first + at) != values[at]
            self.settings[first + at] = values[at]
        if changed and not self.problem:
            self.is_stale = self.room() <= _LEAST_ROOM
            if not self.is_stale:
                self._write_setting(first, values)

    def _write_setting(self, first: int, values: bytes) -> None:
        self._write_long(bytes((SETTING, len(values), first)) + values[:3], values[3:])

    def room(self) -> int:
        """Return how many slots are left: none where an erasure is to begin."""
        return 0 if self.is_marked else (len(self._store) - SLOT - self.end) // SLOT

    def start_epoch(self) -> None:
        """Begin a new epoch, in which nothing has happened; the settings stay."""
        for _ in self._rewriting(self._entropy(4), 1, 0, ()):
            self.between()
        self.is_new = True

    def compacting(self, texts: tuple[str, ...], now: int) -> "Iterator[None]":
        """Keep the settings and these texts, as the events that come next, and nothing else.

        Erasing takes long and must not be cut: the players are told first.  Between its steps the
        loop goes on: until the last of them the journal tells no event, and takes none.
        Units: ``now`` in steps since the epoch began.
        """
        self._steps = steps = self._rewriting(self.raw(HEADER + 2, 4), self.last + 1, now, texts)
        return steps

    def _rewriting(
        self, epoch: bytes, first: int, base: int, texts: tuple[str, ...]
    ) -> "Iterator[None]":
        """Rewrite the store in steps, each of which erases it once at most."""
        self.hold()
        old, image, last = self._store, self._image, self.last
        assert image is not None
        size, step = len(old), len(image)
        _blank(image)
        numbers = first.to_bytes(4, "little") + base.to_bytes(4, "little")
        header = START + epoch + self._owner + numbers
        check = crc32(header).to_bytes(4, "little")
        image[HEADER:_HEADER_CHECK] = header
        # What a rewritten store keeps is the image with all of its checks.
        is_rewritten, self.is_rewritten = self.is_rewritten, True
        is_marked, self.is_marked = self.is_marked, False
        self._store, self.end, self.last = image, FIRST, first - 1
        try:
            for start, values in runs_of(self.settings):
                self._write_setting(start, values)
            for text in texts:
                self.append(text, None, 0)
            is_marked = True
        finally:
            # Whatever fails: what is kept from now on must not go into the image.
            self._store, self.is_rewritten, self.is_marked = old, is_rewritten, is_marked
        if is_rewritten:
            image[_HEADER_CHECK:FIRST] = image[size - 4 : size] = check
            old[0:size] = image
        elif is_blank(old):
            old[HEADER : self.end] = image[HEADER : self.end]
        else:
            end, self.end = self.end, FIRST
            last, self.last = self.last, last
            yield
            if bytes(old[WHOLE:WHOLE_END]) == BLANK[:4]:
                old[WHOLE:WHOLE_END] = check_of_all(old)
            for place in (0, 1, 2, size - SLOT, size - SLOT + 1, size - SLOT + 2):
                # Of a mark that was cut before, a part may be there.
                if old[place] == 0xFF:  # type: ignore[index,comparison-overlap]  # a byte
                    old[place : place + 1] = b"\x00"
            # Each assignment is an erasure; the end with its mark is the last to go.
            for at in range(0, size, step):
                yield
                old[at : at + step] = image
                _blank(image)
            yield
            self.end, self.last = end, last
        if not is_rewritten:
            old[_HEADER_CHECK:FIRST] = check
            old[size - 4 : size] = check
        self.epoch, self.problem = str(hexlify(epoch), "ascii"), ""
        self.first, self.base, self.is_marked = first, base, False
        self.is_new = self.is_stale = False
        # What has worked keeps its room as long as anybody holds it.
        self._steps = ()

    def _write_long(self, head: bytes, rest: bytes) -> None:
        """Fill as many slots as it takes."""
        self._write(head)
        for at in range(0, len(rest), 5):
            self._write(bytes((MORE,)) + rest[at : at + 5])

    def _write(self, record: bytes) -> None:
        """Fill the next slot, and then write its check."""
        place = self.end
        if place + SLOT > len(self._store) - SLOT or self.is_marked:
            # Whoever asks for room first never comes here.
            raise RuntimeError("journal full")
        self.end = place + SLOT
        record += BLANK[: CHECK - len(record)]
        check = check_of(record)
        if self.is_rewritten:
            self._store[place : place + SLOT] = record + check
        else:
            self._store[place : place + CHECK] = record
            self._store[place + CHECK : place + SLOT] = check


def _blank(image: bytearray) -> None:
    for at in range(0, len(image), len(BLANK)):
        image[at : at + len(BLANK)] = BLANK
