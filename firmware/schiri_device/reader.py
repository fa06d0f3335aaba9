"""Reading a journal: its events in order, as texts for the wire.

Decides what comes next: a slot holds a roll and, as soon as it is there, its move.  Must not know
how a record is checked, or who reads.
"""

from .journal import EVENTS, MOVE, SLOT, UNDO, Journal
from .link.lines import ROLLED


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
        # Where the slot ends whose roll was read last, 0 for none: its move is the next event.
        self._slot = 0
        self._at_ms = 0
        # The class of the game whose events these are; before the first there are no moves.
        self._game = self._game_class("switch")
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
            self._slot = journal.slot_of_latest()
        else:
            event = self._read_on()
            if event is None:
                return None
            text, move, after = event
        if move is not None:
            text = self._game.move_text(move)
            roll = self._game.ROLL
            if roll and move & roll == roll and move & self._game.BY_DEVICE:
                text = ROLLED + text
        elif text.startswith("new "):
            self._game = self._game_class(text.split(" ")[1])
        self._at_ms += after
        self.number += 1
        return self.number - 1, self._at_ms, text

    def _read_on(self):
        """Return the text, the move and the time of the next event in the store."""
        journal = self._journal
        if self._slot:
            found = journal.move_of_slot(self._slot)
            if found:
                self._slot = 0
                return "", found[0], found[1]
            if self._offset >= journal.end:
                # It may be to come.
                return None
            self._slot = 0
        while self._offset < journal.end:
            kind, payload, after, self._offset = journal.record(self._offset)
            if payload is None:
                continue
            if kind == SLOT:
                self._slot = self._offset
                return "", self._game.ROLL | payload, after
            if kind in EVENTS:
                text, move = _unpack(kind, payload)
                return text, move, after
        return None


def _unpack(kind: int, payload: bytes) -> tuple:
    """Return the text, or the move, of an event's payload."""
    if kind == MOVE:
        return "", payload[0] | payload[1] << 8
    return "undo" if kind == UNDO else str(payload, "ascii"), None
