"""Joining: a device's epoch goes on from an older one, and a log with it.

Decides which of a new epoch's events are on the disk already and which are missing.  Must not know
files.
"""

from typing import NamedTuple

from schiri.log.notes import Event, missing

# Events of a device that are no entries of a game.
AFTER, SCORE, BOARD, NEW, RESUME, FAILED = "after", "score", "board", "new", "resume", "failed"


class Carried(NamedTuple):
    """What a device says of the epoch that its new one goes on from.

    Shape: ``last`` is the number of that epoch's last event; the last ``copies`` of its events
    are told anew, up to the number ``upto``; before them stands how their game began, which it did
    there with the number ``began``, and where it stood.

    >>> carried = Carried.parse("after ab12 300 8 12 260")
    >>> carried.old_number(5), carried.old_number(12), carried.old_number(4)
    (293, 300, None)
    """

    epoch: str
    last: int
    copies: int
    upto: int
    began: int

    @classmethod
    def parse(cls, text: str) -> "Carried":
        """Return what an event says.

        Raises: ValueError (what says nothing of the kind).
        """
        word, epoch, *numbers = text.split(" ")
        last, copies, upto, began = (int(number) for number in numbers)
        if word != AFTER or not 0 <= copies <= min(last, upto):
            raise ValueError(text)
        return cls(epoch, last, copies, upto, began)

    def old_number(self, number: int) -> int | None:
        """Return the number that an event had there, None for one that is no copy."""
        is_copy = self.upto - self.copies < number <= self.upto
        return self.last - (self.upto - number) if is_copy else None

    def gap(self, known: int) -> Event | None:
        """Return the note of what is missing for one who knows so many events, None for nothing."""
        last = self.last - self.copies
        return missing(self.epoch, known + 1, last) if known < last else None

    def is_known(self, number: int, text: str, known: int) -> bool:
        """Tell whether an event says nothing new to one who knows so many of that epoch."""
        if number > self.upto:
            return False
        old = self.old_number(number)
        if old is not None:
            return old <= known
        if self.gap(known) is None:
            return True
        # The game is known to have begun; where it stood is not.
        return known >= self.began and text.partition(" ")[0] in (BOARD, NEW)
