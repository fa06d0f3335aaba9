"""The journal: what happened and what was set, kept in non-volatile memory.

Decides the form of a record, what counts as written, and how events are numbered: from 1 in each
*epoch*, and an epoch lasts from one erasure to the next.  Must not know the link or what an event
means to a game: it keeps texts, and packs the two that come often.

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

FORMAT = 1
BLANK = 0xFF
LONGEST_MS = 0xFFFFFF
TIME = 3
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
        if not self._load():
            self.was_lost = not _is_blank(store, 0)
            self.erase()

    # Writing

    def append(self, text: str, move: int | None, after_ms: int) -> int:
        """Keep an event and return its number.

        Shape: ``move`` is the int of a move that has one, else None.
        Units: ``after_ms`` since the event before.
        """
        after = min(after_ms, LONGEST_MS)
        if move is not None:
            record = (after << 24 | move << 8 | MOVE).to_bytes(6, "little")
        elif text == "undo":
            record = (after << 8 | UNDO).to_bytes(4, "little")
        else:
            record = bytes((TEXT, len(text))) + text.encode() + after.to_bytes(TIME, "little")
        self._write(record)
        self.latest = (text, move, after)
        self.last += 1
        return self.last

    def set(self, setting: int, value: int) -> None:
        """Keep a setting."""
        if self.settings.get(setting) != value:
            self.settings[setting] = value
            self._write(bytes((SETTING, setting, value)))

    def room(self) -> int:
        """Return how many bytes are left."""
        return len(self._store) - self.end

    def erase(self) -> None:
        """Begin a new epoch that holds nothing but the settings.

        Erasing takes long and must not be cut: the players are told first.
        """
        self.epoch = str(hexlify(self._entropy(2)), "ascii")
        self.last = 0
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
        check = crc32(record[:-CHECK]) & 0x7FFF
        if record[-2] != check & 255 or record[-1] != check >> 8:
            return kind, None, 0, end
        if kind not in EVENTS:
            return kind, bytes(record[1:-CHECK]), 0, end
        payload = bytes(record[2 if kind == TEXT else 1 : -CHECK - TIME])
        return kind, payload, record[-5] | record[-4] << 8 | record[-3] << 16, end

    def _span(self, at: int) -> tuple:
        """Return the kind and the size of the record at an offset."""
        kind = self._store[at]
        payload = PAYLOAD[kind]
        if payload < 0:
            payload = 1 + self._store[at + 1]
        return kind, 1 + payload + (TIME if kind in EVENTS else 0) + CHECK

    def _load(self) -> bool:
        """Find what the store holds; False where that makes no sense as a journal."""
        store = self._store
        at = 0
        while at < len(store) and store[at] != BLANK:
            if store[at] not in PAYLOAD or at + 1 >= len(store):
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
        at = 0
        while at < self.end:
            kind, payload, _, at = self.record(at)
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
        return bool(self.epoch)


class Reader:
    """Reads the events of a journal in order, from any number on.

    Shape: ``number`` is that of the next event.
    """

    def __init__(self, journal: Journal, game_class):
        self._journal = journal
        self._game_class = game_class
        self.go_to(1)

    def go_to(self, number: int) -> None:
        """Let the event of this number be the next one."""
        self._offset = 0
        self._at_ms = 0
        self._move_text = str
        self.number = 1
        while self.number < number and self.read():
            pass

    def read(self):
        """Return ``(number, at_ms, text)`` of the next event, None if there is none.

        Units: ``at_ms`` since the epoch began, as far as the device was running.
        """
        journal = self._journal
        if self.number == journal.last and journal.latest:
            # What has just happened need not be read back.
            text, move, after = journal.latest
            self._offset = journal.end
        else:
            while True:
                if self._offset >= journal.end:
                    return None
                kind, payload, after, self._offset = journal.record(self._offset)
                if payload is not None and kind in EVENTS:
                    break
            text, move = _unpack(kind, payload)
        if move is not None:
            text = self._move_text(move)
        elif text.startswith("new "):
            self._move_text = self._game_class(text.split(" ")[1]).move_text
        self._at_ms += after
        self.number += 1
        return self.number - 1, self._at_ms, text


def _unpack(kind: int, payload: bytes) -> tuple:
    """Return the text, or the move, of an event's payload."""
    if kind == MOVE:
        return "", payload[0] | payload[1] << 8
    return "undo" if kind == UNDO else str(payload, "ascii"), None


def _with_check(record: bytes) -> bytes:
    # The high byte stays below 0x80, and so never is 0xFF.
    return record + (crc32(record) & 0x7FFF).to_bytes(CHECK, "little")


def _is_blank(store, start: int) -> bool:
    for at in range(start, len(store), 64):
        piece = bytes(store[at : at + 64])
        if piece != b"\xff" * len(piece):
            return False
    return True
