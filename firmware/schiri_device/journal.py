"""The journal: what happened and what was set, kept in non-volatile memory.

Decides what is written when, what counts as written, and how events are numbered: from 1 in each
*epoch*, and an epoch lasts from one erasure to the next.  Must not know the link or what an event
means to a game: it keeps texts, and packs the three that come often.  A roll comes with room for
the move that follows it, so that both take one slot; the roll is kept at once, for a roll that
was shown and could be lost would be a second try.

The store is flash: bytes of 0xFF can be programmed at once, anything else costs an erasure of
all of it, in which the loop stands still and a power cut loses everything.  So its slots are
filled one after the other, and never touched again.  A check is programmed after what it is of:
whatever a power cut leaves of a slot counts wholly or not at all, and the next slot is where it
would have been.  Before an erasure a mark is set at either end of the store, and the header's
check comes last of all, so what an erasure that was cut leaves behind is never taken for a
journal.

A store that *is rewritten* whole at each write, and keeps the old or the new (Espressif's), needs
none of that: there whatever belongs together is one write.
"""

from binascii import hexlify, unhexlify

from .shorthand import lengthen, shorten
from .slots import (
    BLANK,
    CHECK,
    FIRST,
    LONGEST_MS,
    LONGEST_SHORT_MS,
    MARK,
    MORE,
    MOVE,
    MOVE_AT,
    PAYLOAD,
    ROLL,
    ROLL_CHECK,
    ROLLS,
    SETTING,
    SHORT_MS,
    SLOT,
    START,
    TEXT,
    TIME,
    UNDO,
    behind_last,
    blank,
    check_of,
    is_blank,
    is_whole,
    runs_of,
)

# The last slots are for what is played before the journal is begun anew.
LEAST_ROOM = 8


class Journal:
    """The records in a store.

    Shape: ``store`` is a mutable sequence of bytes that reads and writes slices.  ``epoch`` is
    four hex digits; ``last`` is the number of the last event, 0 for none; ``settings`` maps the
    ids of settings to their values; ``is_new`` tells that the store held none, ``was_lost`` that
    it held something that made no sense;
    ``end`` is the *place* behind the last record, and ``awaits_move`` that the last one is a roll
    whose move is still to come.
    """

    def __init__(self, store, entropy, is_rewritten: bool = False):
        self._store = store
        self._entropy = entropy
        self.is_rewritten = is_rewritten
        self.settings: dict = {}
        self.was_lost = False
        self.is_new = False
        self.end = FIRST
        if not self.load():
            self.forget()

    # Writing

    def forget(self) -> None:
        """Begin with nothing, for what there is makes no sense."""
        self.is_new = True
        self.was_lost = not is_blank(self._store)
        self.settings.clear()
        self.erase()

    def append(self, text: str, move: int | None, after_ms: int) -> int:
        """Keep an event and return how long after the event before it counts as having been.

        Shape: ``move`` is the int of a move that has one, else None.
        Units: ms.
        """
        after = min(after_ms, LONGEST_MS)
        if move is not None and self.awaits_move and after <= LONGEST_SHORT_MS:
            return self._fill_slot(move, after // SHORT_MS)
        time = after.to_bytes(TIME, "little")
        if move is not None:
            self._write(bytes((MOVE, move & 255, move >> 8)) + time)
        elif text == "undo":
            self._write(bytes((UNDO,)) + time)
        else:
            self._write_long(TEXT, time + shorten(text))
        self.last += 1
        return after

    def append_roll(self, roll: int, move: int, after_ms: int) -> int:
        """Keep a roll, with room for the move that follows; return the same as `append`.

        Shape: ``roll`` is below ROLLS; ``move`` is the same roll as the game's int.
        """
        if after_ms > LONGEST_SHORT_MS:
            return self.append("", move, after_ms)
        after = after_ms // SHORT_MS
        head = bytes((ROLL | roll, after & 255, after >> 8))
        check = bytes((check_of(head)[1],))
        place = self.end
        self.end = place + SLOT
        if self.is_rewritten:
            rest = bytes((BLANK,)) * (ROLL_CHECK - len(head))
            self._store[place : place + CHECK] = head + rest + check
        else:
            self._store[place : place + len(head)] = head
            self._store[place + ROLL_CHECK : place + CHECK] = check
        self.awaits_move = True
        self.last += 1
        return after * SHORT_MS

    def _fill_slot(self, move: int, after: int) -> int:
        start = self.end - SLOT
        record = bytes((move & 255, move >> 8, after & 255, after >> 8))
        whole = bytes(self._store[start : start + MOVE_AT]) + record
        whole += bytes(self._store[start + ROLL_CHECK : start + CHECK])
        self._put(start + MOVE_AT, record, start + CHECK, whole)
        self.awaits_move = False
        self.last += 1
        return after * SHORT_MS

    def set(self, first: int, values: bytes) -> None:
        """Keep the values of settings with ids from the first on.

        Rule: where hardly any room is left, they are written as the journal is begun anew.
        """
        changed = False
        for at in range(len(values)):
            changed = changed or self.settings.get(first + at) != values[at]
            self.settings[first + at] = values[at]
        if changed and self.room() > LEAST_ROOM:
            self._write_long(SETTING, bytes((first,)) + values)

    def room(self) -> int:
        """Return how many slots are left."""
        return (len(self._store) - self.end) // SLOT

    def erase(self, texts: tuple = (), start: int = -1) -> None:
        """Begin a new epoch that holds the settings, these texts, and the events from a place on.

        Erasing takes long and must not be cut: the players are told first.
        """
        old = self._store
        is_fresh = is_blank(old)
        self._store = image = old if is_fresh else blank(len(old))
        epoch = hexlify(self._entropy(2))
        header = START + unhexlify(epoch)
        image[SLOT : SLOT + len(header)] = header
        end, self.end = self.end if start >= 0 else start, FIRST
        try:
            for first, values in runs_of(self.settings):
                self._write_long(SETTING, bytes((first,)) + values)
            for text in texts:
                self._write_long(TEXT, bytes(TIME) + shorten(text))
        finally:
            # Whatever fails: what is kept from now on must not go into the image.
            at = self.end
            self._store, self.end = old, end
        while start < end:
            data, behind = self._read(start)
            if data is not None and old[start] != SETTING:
                image[at : at + behind - start] = old[start:behind]
                at += behind - start
            start = behind
        check = check_of(image[SLOT : SLOT + CHECK])
        if not is_fresh:
            if self.is_rewritten:
                image[SLOT + CHECK : FIRST] = check
            else:
                self._mark()
            # One assignment is one erasure.
            old[0 : len(image)] = image
        if is_fresh or not self.is_rewritten:
            old[SLOT + CHECK : FIRST] = check
        self.load()

    def _mark(self) -> None:
        """Mark both ends: from now on this is no journal."""
        store, size = self._store, len(self._store)
        for place in (0, size - len(MARK)):
            if is_blank(store[place : place + len(MARK)]):
                store[place : place + len(MARK)] = MARK

    def _write(self, record: bytes) -> None:
        """Fill the next slot."""
        place = self.end
        self.end = place + SLOT
        self.awaits_move = False
        whole = record + bytes((BLANK,)) * (CHECK - len(record))
        self._put(place, record, place + CHECK, whole)

    def _write_long(self, kind: int, data: bytes) -> None:
        """Fill as many slots as it takes."""
        self._write(bytes((kind, len(data))) + data[: PAYLOAD - 1])
        for at in range(PAYLOAD - 1, len(data), PAYLOAD):
            self._write(bytes((MORE,)) + data[at : at + PAYLOAD])

    def _put(self, place: int, record: bytes, at: int, whole: bytes) -> None:
        """Write a record, and then the check of its whole slot."""
        check = check_of(whole)
        if self.is_rewritten:
            start = at - CHECK
            self._store[start : start + SLOT] = whole + check
        else:
            self._store[place : place + len(record)] = record
            self._store[at : at + SLOT - CHECK] = check

    # Reading

    def event(self, place: int):
        """Return the first event at a place or behind it, None if there is none yet.

        Shape: ``(text, move, roll, after_ms, place of the next)``; ``move`` is None where there
        is none, ``roll`` -1; a move of the same slot as its roll has a place within the slot.
        """
        while place < self.end:
            if place % SLOT:
                start = place - MOVE_AT
                slot = self._slot(start)
                place = start + SLOT
                if is_whole(slot):
                    after = (slot[5] | slot[6] << 8) * SHORT_MS
                    return "", slot[3] | slot[4] << 8, -1, after, place
                if place == self.end and self.awaits_move:
                    return None
                continue
            kind = self._store[place]
            data, behind = self._read(place)
            if data is not None:
                if kind & ~(ROLLS - 1) == ROLL:
                    after = (data[1] | data[2] << 8) * SHORT_MS
                    return "", None, data[0] - ROLL, after, place + MOVE_AT
                if kind in (MOVE, UNDO, TEXT):
                    at = 3 if kind == MOVE else 1 if kind == UNDO else 0
                    after = int.from_bytes(data[at : at + TIME], "little")
                    if kind == MOVE:
                        return "", data[1] | data[2] << 8, -1, after, behind
                    text = "undo" if kind == UNDO else lengthen(data[TIME:])
                    return text, None, -1, after, behind
            place = behind
        return None

    def _read(self, place: int) -> tuple:
        """Return what the record at a place holds, and the place behind it.

        Shape: the slot, or the data of a long record; None where it does not count.
        """
        slot = self._slot(place)
        behind = place + SLOT
        kind = slot[0]
        if kind & ~(ROLLS - 1) == ROLL:
            return (slot if slot[ROLL_CHECK] == check_of(slot[:MOVE_AT])[1] else None), behind
        if not is_whole(slot):
            return None, behind
        if kind not in (TEXT, SETTING):
            return slot, behind
        size = slot[1]
        data = slot[2 : 1 + PAYLOAD]
        while len(data) < size:
            slot = self._slot(behind)
            if behind >= self.end or slot[0] != MORE or not is_whole(slot):
                return None, behind
            data += slot[1 : 1 + PAYLOAD]
            behind += SLOT
        return data[:size], behind

    def _slot(self, place: int) -> bytes:
        return bytes(self._store[place : place + SLOT])

    def load(self) -> bool:
        """Find what the store holds; False where that makes no sense as a journal."""
        store = self._store
        self.settings.clear()
        self.last = 0
        self.awaits_move = False
        both = bytes(store[0:SLOT]) + bytes(store[len(store) // SLOT * SLOT : len(store)])
        header = self._slot(SLOT)
        if not is_blank(both) or not is_whole(header) or header[:2] != START:
            return False
        self.epoch = str(hexlify(header[2:4]), "ascii")
        self.end = behind_last(store)
        place = FIRST
        while place < self.end:
            kind = store[place]
            start = place
            data, place = self._read(place)
            if data is None:
                continue
            if kind == SETTING:
                for at in range(1, len(data)):
                    self.settings[data[0] + at - 1] = data[at]
            elif kind & ~(ROLLS - 1) == ROLL:
                self.last += 1
                if is_whole(data):
                    self.last += 1
                else:
                    rest = is_blank(data[MOVE_AT:ROLL_CHECK] + data[CHECK:])
                    self.awaits_move = rest and start + SLOT == self.end
            elif kind in (MOVE, UNDO, TEXT):
                self.last += 1
        return True
