"""What logs have of the events that a device has told.

Decides how much of an epoch is there, and which log has a game.  Must not know the wire, or what
an entry does.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from schiri.events import Event, Survived
from schiri.log.lines import Line, Log
from schiri.log.notes import missing_in

Logs = Iterable[tuple[Path, Log | None]]


class Origin(NamedTuple):
    """Where events come from: a device, and the epoch in which it numbers them."""

    device: str
    epoch: str
    firmware: str

    def source(self, number: int) -> str:
        """Return what stands in a log for one of its events."""
        return f"{self.device}:{self.epoch}:{number}"


class KnownEvents(NamedTuple):
    """What the logs of a folder have of one device's events.

    Shape: ``logs`` returns each log in which a mark stands with its path, None for what cannot be
    read as one.  In ``epoch`` the device has made no more events than up to ``upto``.
    Rule: epochs are drawn, so that two may meet in a name.  What has events of this one that the
    device has not made yet is of another one.
    """

    logs: Callable[[str], Logs]
    device: str
    epoch: str = ""
    upto: int | None = None

    def last_told(self, epoch: str) -> tuple[int, Path | None]:
        """Return the last event of an epoch that any log has or names as lost, and that log."""
        found: tuple[int, Path | None] = (0, None)
        for path, log, numbers in self._of(epoch):
            lost = [note.last for note in missing_in(log.events) if note.epoch == epoch]
            found = max(found, (max(numbers + lost), path), key=lambda pair: pair[0])
        return found

    def game_of(self, epoch: str, number: int) -> Path | None:
        """Return the log of the game that has an event, None where there is none.

        Rule: of a game that a checkpoint tells the log need not have its `new`, but a later event.
        """
        logs = (path for path, _, has in self._of(epoch) if min(has) <= number <= max(has))
        return self.whole_game_of(epoch, number) or next(logs, None)

    def whole_game_of(self, epoch: str, number: int) -> Path | None:
        """Return the log that has just this event, None where there is none, or where it lacks
        what came last: the same game may then go on in another log."""
        for path, log, numbers in self._of(epoch):
            if number in numbers:
                told = [line for line in log.lines if line.src != "pc" or missing_in([line.event])]
                return None if missing_in([told[-1].event]) else path
        return None

    def _of(self, epoch: str) -> Iterator[tuple[Path, Log, list[int]]]:
        """Yield each log with events of an epoch, and their numbers."""
        of = f"{self.device}:{epoch}"
        for path, log in self.logs(f"{of}:"):
            srcs = [line.src.rpartition(":") for line in log.lines] if log else []
            numbers = [int(number) for whose, _, number in srcs if whose == of]
            made = self.upto if epoch == self.epoch else None
            if log and numbers and (made is None or max(numbers) <= made):
                yield path, log, numbers


def is_taken_back(event: Event) -> bool:
    """Return whether an event says that a device took the game back, or on again."""
    return isinstance(event, Survived) and event.what in ("erasure", "left")


def sets_since_restore(lines: Iterable[Line], device: str, epoch: str) -> int | None:
    """Return how many events ago a device took a game back, or went on with one that was left.

    Shape: ``lines`` are a log's; the device took it back in this epoch.  None where it did not,
    or anything but setting how the game stood came since.
    """
    count = None
    for line in lines:
        if is_taken_back(line.event):
            count = 0 if line.src.startswith(f"{device}:{epoch}:") else None
        elif line.entry is not None:
            is_set = line.entry.startswith("set ")
            count = count + 1 if is_set and count is not None else None
    return count
