"""Reading a journal: its events in order, as texts for the wire.

Decides how an event is told, and that going far back takes several calls: no press waits for it.
Must not know how a record is checked, or who reads.
"""

from .journal import FIRST, Journal
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
        self.number = number
        self._reached = 1
        self._place = FIRST
        self._at_ms = 0
        # The class of the game whose events these are; before the first there are no moves.
        self._game = self._game_class("switch")

    def read(self):
        """Return ``(number, at_ms, text)`` of the next event, None if it is not found yet.

        Units: ``at_ms`` since the epoch began, as far as the device was running.
        """
        # So many at once that nobody has to wait for it.
        for _ in range(8):
            event = self._journal.event(self._place)
            if event is None:
                return None
            text, move, roll, after, self._place = event
            self._at_ms += after
            if roll >= 0:
                move = self._game.ROLL | roll
            if move is not None:
                text = self._game.move_text(move)
                kind = self._game.ROLL
                if kind and move & kind == kind and move & self._game.BY_DEVICE:
                    text = ROLLED + text
            elif text.startswith("new "):
                self._game = self._game_class(text.split(" ")[1])
            self._reached += 1
            if self._reached > self.number:
                self.number = self._reached
                return self._reached - 1, self._at_ms, text
        return None
