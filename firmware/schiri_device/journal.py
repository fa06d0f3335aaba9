"""The journal: what happened and what was set, kept in non-volatile memory.

Decides the form of a record, what counts as written, and how events are numbered: from 1 in each
*epoch*, and an epoch lasts from one erasure to the next.  Must not know the link or what an event
means to a game: it keeps texts, and packs the three that come often.  A roll comes with room for
the move that follows it, so that both take one slot; the roll is kept at once, for a roll that
was shown and could be lost would be a second try.

The store is flash: bytes of 0xFF can be programmed at once, anything else costs an erasure of
all of it, in which the loop stands still and a power cut loses everything.  So records are only
appended into 0xFF, and a record counts only if its check is right; the last byte of a check is
never 0xFF, so a record that a power cut tore is always told from a whole one.
"""

from binascii import crc32, hexlify, unhexlify

# Kinds of record, and the bytes of their payload; -1: the first byte of it counts the rest.
HEADER = 0x5A
MOVE = 0x01
UNDO = 0x02
TEXT = 0x03
SETTING = 0x10
PAYLOAD = {HEADER: 3, MOVE: 2, UNDO: 0, TEXT: -1, SETTING: 2}
EVENTS = (MOVE, UNDO, TEXT)

# A slot: kind and roll in one byte, a short time, a short check; then the move, a short time and
# a check.
SLOT = 0x40
SLOT_ROLLS = 16
SLOT_SIZE = 10
ROLL_SIZE = 4
# Units of a short time; what lasts longer than they reach is kept as a record of its own.
SHORT_MS = 16
LONGEST_SHORT_MS = 0xFFFE * SHORT_MS

FORMAT = 2
BLANK = 0xFF
# 49 days.
LONGEST_MS = 0xFFFFFFFF
TIME = 4
CHECK = 2


class Journal:
    """The records in a store.

    Shape: ``store`` is a mutable sequence of bytes that reads and writes slices.  ``epoch`` is
    four hex digits; ``last`` is the number of the last event, 0 for none; ``settings`` maps the
    ids of settings to their values; ``was_lost`` tells that what the store held made no sense;
    ``latest`` is the last event that was appended since the start, None before; ``end`` is the
    offset behind the last record.
    """

    def __init__(self, store, entropy):
        self._store = store
        self._entropy = entropy
        self.settings: dict = {}
        self.was_lost = False
        self.epoch = ""
        self.last = 0
        self.latest: tuple | None = None
        self.end = 0
        # Where the move of the last slot goes, 0 where there is none to come.
        self._open = 0
        if not self._load():
            self.was_lost = not _is_blank(store, 0)
            self.erase()

    # Writing

    def append(self, text: str, move: int | None, after_ms: int) -> int:
        """Keep an event and return how long after the event before it counts as having been.

        Shape: ``move`` is the int of a move that has one, else None.
        Units: ms.
        """
        after = min(after_ms, LONGEST_MS)
        if move is not None and self._open and after <= LONGEST_SHORT_MS:
            self._fill_slot(move, after)
            return self._count(text, move, after // SHORT_MS * SHORT_MS)
        if move is not None:
            record = (after << 24 | move << 8 | MOVE).to_bytes(3 + TIME, "little")
        elif text == "undo":
            record = (after << 8 | UNDO).to_bytes(1 + TIME, "little")
        else:
            record = bytes((TEXT, len(text))) + text.encode() + after.to_bytes(TIME, "little")
        self._write(record)
        return self._count(text, move, after)

    def append_roll(self, roll: int, move: int, after_ms: int) -> int:
        """Keep a roll, with room for the move that follows; return the same as `append`.

        Shape: ``roll`` is below SLOT_ROLLS; ``move`` is the same roll as the game's int.
        """
        if after_ms > LONGEST_SHORT_MS:
            return self.append("", move, after_ms)
        head = bytes((SLOT | roll,)) + (after_ms // SHORT_MS).to_bytes(2, "little")
        start = self.end
        self.end = start + SLOT_SIZE
        self._store[start : start + ROLL_SIZE] = head + bytes((crc32(head) & 0x7F,))
        self._open = start + ROLL_SIZE
        return self._count("", move, after_ms // SHORT_MS * SHORT_MS)

    def _fill_slot(self, move: int, after: int) -> None:
        record = _with_check((after // SHORT_MS << 16 | move).to_bytes(4, "little"))
        self._store[self._open : self.end] = record
        self._open = 0

    def _count(self, text: str, move: int | None, after: int) -> int:
        self.latest = (text, move, after)
        self.last += 1
        return after

    def set(self, setting: int, value: int) -> None:
        """Keep a setting."""
        if self.settings.get(setting) != value:
            self.settings[setting] = value
            self._write(bytes((SETTING, setting, value)))

    def slot_of_latest(self) -> int:
        """Return where the last slot ends if its move is still to come, else 0."""
        return self.end if self._open else 0

    def room(self) -> int:
        """Return how many bytes are left."""
        return len(self._store) - self.end

    def erase(self) -> None:
        """Begin a new epoch that holds nothing but the settings.

        Erasing takes long and must not be cut: the players are told first.
        """
        self.epoch = str(hexlify(self._entropy(2)), "ascii")
        self.last = 0
        self._open = 0
        records = _with_check(bytes((HEADER, FORMAT)) + unhexlify(self.epoch))
        for setting in sorted(self.settings):
            records += _with_check(bytes((SETTING, setting, self.settings[setting])))
        self.end = len(records)
        if _is_blank(self._store, 0):
            self._store[0 : self.end] = records
            return
        # One assignment is one erasure, and as much as a small heap has in one piece.
        whole = bytearray(len(self._store))
        for at in range(len(whole)):
            whole[at] = records[at] if at < self.end else BLANK
        self._store[0 : len(whole)] = whole

    def _write(self, record: bytes) -> None:
        record = _with_check(record)
        self._open = 0
        start = self.end
        self.end = start + len(record)
        self._store[start : self.end] = record

    # Reading

    def record(self, at: int):
        """Return ``(kind, payload, after_ms, end)`` of the record at an offset.

        Shape: the payload is None where a power cut tore the record.
        """
        kind, size = self._span(at)
        end = at + size
        record = self._store[at:end]
        if kind == SLOT:
            check = crc32(record[: ROLL_SIZE - 1]) & 0x7F
            if record[ROLL_SIZE - 1] != check:
                return kind, None, 0, end
            return kind, record[0] - SLOT, (record[1] | record[2] << 8) * SHORT_MS, end
        check = crc32(record[:-CHECK]) & 0x7FFF
        if record[-2] != check & 255 or record[-1] != check >> 8:
            return kind, None, 0, end
        if kind not in EVENTS:
            return kind, bytes(record[1:-CHECK]), 0, end
        payload = bytes(record[2 if kind == TEXT else 1 : -CHECK - TIME])
        after = int.from_bytes(bytes(record[-CHECK - TIME : -CHECK]), "little")
        return kind, payload, after, end

    def move_of_slot(self, end: int):
        """Return ``(move, after_ms)`` of the slot that ends there, None where it has none."""
        record = self._store[end - SLOT_SIZE + ROLL_SIZE : end]
        if _with_check(bytes(record[:-CHECK])) != bytes(record):
            return None
        return record[0] | record[1] << 8, (record[2] | record[3] << 8) * SHORT_MS

    def _span(self, at: int) -> tuple:
        """Return the kind and the size of the record at an offset."""
        kind = self._store[at]
        if kind & ~(SLOT_ROLLS - 1) == SLOT:
            return SLOT, SLOT_SIZE
        payload = PAYLOAD[kind]
        if payload < 0:
            payload = 1 + self._store[at + 1]
        return kind, 1 + payload + (TIME if kind in EVENTS else 0) + CHECK

    def _load(self) -> bool:
        """Find what the store holds; False where that makes no sense as a journal."""
        store = self._store
        at = 0
        while at < len(store) and store[at] != BLANK:
            is_slot = store[at] & ~(SLOT_ROLLS - 1) == SLOT
            if (not is_slot and store[at] not in PAYLOAD) or at + 1 >= len(store):
                return False
            if store[at] == TEXT and store[at + 1] == BLANK:
                # Torn before its length: make it a short one, so that it can be stepped over.
                store[at + 1 : at + 2] = b"\x00"
            at += self._span(at)[1]
            if at > len(store):
                return False
        self.end = at
        if not _is_blank(store, at):
            return False
        at = awaited = 0
        while at < self.end:
            kind, payload, _, at = self.record(at)
            awaited = 0
            if payload is None:
                continue
            if kind == HEADER:
                if self.epoch or payload[0] != FORMAT:
                    return False
                self.epoch = str(hexlify(payload[1:]), "ascii")
            elif not self.epoch:
                return False
            elif kind == SETTING:
                self.settings[payload[0]] = payload[1]
            else:
                self.last += 1
                if kind == SLOT and self.move_of_slot(at):
                    self.last += 1
                elif kind == SLOT:
                    awaited = at - SLOT_SIZE + ROLL_SIZE
        self._open = awaited if awaited and _is_blank(store, awaited) else 0
        return bool(self.epoch)


def _with_check(record: bytes) -> bytes:
    # The high byte stays below 0x80, and so never is 0xFF.
    return record + (crc32(record) & 0x7FFF).to_bytes(CHECK, "little")


def _is_blank(store, start: int) -> bool:
    for at in range(start, len(store), 64):
        piece = bytes(store[at : at + 64])
        if piece != b"\xff" * len(piece):
            return False
    return True
