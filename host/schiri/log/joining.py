"""Joining: a device's epoch goes on from an older one, and a log with it.

Decides which of a new epoch's events are on the disk already and which are missing.  Must not know
files.
"""

from typing import NamedTuple

from schiri.log.notes import Event, missing

# Events of a device that are no entries of a game.
AFTER, SCORE, BOARD, NEW, RESUME, FAILED = "after", "score", "board", "new", "resume", "failed"

# Of a game that was given back, `new` is no later event than this.
GIVEN_BACK = 3


class Known(NamedTuple):
    """What is known of an epoch that another one goes on from.

    Shape: ``last`` is the number of its last event that is on the disk, or that an older epoch
    had; ``has_game`` tells that a log has the game that was going on at its end.
    """

    last: int = 0
    has_game: bool = False


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

    def known(self, on_disk: int, before: "Carried | None", there: Known) -> Known:
        """Return what is known of the epoch, of which so much is on the disk.

        Shape: ``before`` is what that epoch went on from, ``there`` what is known of it.
        """
        last, has_game = on_disk, on_disk >= max(self.began, 1)
        if before and before.gap(there.last) is None:
            last = max(last, before.upto - (before.last - there.last))
        if before and there.has_game:
            has_game = has_game or self.began <= before.upto
        return Known(last, has_game)

    @property
    def is_given_back(self) -> bool:
        """Whether the device had lost that epoch, and was told by a PC where its game stood."""
        return self.copies == 0 and self.upto <= GIVEN_BACK

    def gap(self, known: int) -> Event | None:
        """Return the note of what is missing for one who knows so many events, None for nothing."""
        last = self.last - self.copies
        return missing(self.epoch, known + 1, last) if known < last else None

    def says_news(self, number: int, text: str, known: Known) -> bool:
        """Tell whether an event says something that is not known yet."""
        if number > self.upto:
            return True
        old = self.old_number(number)
        if old is not None:
            return old > known.last
        if self.gap(known.last) is None:
            return False
        # The game is known to have begun; where it stood is not.
        return not (known.has_game and text.partition(" ")[0] in (BOARD, NEW))
