"""The events of a device as they come over the link, for one connection.

Decides which events count, each once and in order, and what the device is told of that.  Must not
know what an event means.
"""

from schiri.device.reports import EventReceived, Gone

# In digits, the number of an event.
LONGEST_NUMBER = 10


class EventReader:
    """Puts the events of one epoch into their order."""

    def __init__(self, epoch: str) -> None:
        self._epoch = epoch
        # The event that comes next, and what is on our disk; -1 until we were told.
        self._next = self._kept = -1
        self._asks = False
        self._has_ack = False
        # The event that was missed last.
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
        """Ask for the events from this number on."""
        self._next = number
        self._asks = True

    def acknowledge(self, number: int) -> None:
        """Tell the device that the events up to this one are on our disk, or gone."""
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
        """Read a ``gone`` message; return which events are lost if they come next.

        Rule: what we have of them was told before they were lost, and is not gone for us.
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
        """Ask once more for the events from the next one on: the device has not heard it."""
        self._asks = self._next > 0

    def _miss(self, first: int, last: int) -> None:
        """Take note of events that are not the next ones."""
        if last <= self._kept:
            # They were told again, so the device has not heard from us that we have them.
            self._has_ack = True
        elif first > self._next > 0 and self._asked_gap != self._next:
            # Something was lost: it is asked for once; if that is lost too, the device's own
            # patience brings the events again.
            self._asked_gap = self._next
            self._asks = True


def is_number(word: str) -> bool:
    """Return whether this can be the number of an event; a device counts in 32 bits.

    >>> is_number("4294967295"), is_number("10000000000"), is_number("-1")
    (True, False, False)
    """
    return word.isdigit() and len(word) <= LONGEST_NUMBER
