"""The numbers that a device has given its events: which of them a log may leave out.

Decides where a log has a gap.  Must not know bytes.
"""

from typing import Protocol

from schiri.events import Event
from schiri.log.notes import missing_in, survived_in

# So many events in a row may be in no log: those of a checkpoint.
UNLOGGED = range(2, 5)


class Numbered(Protocol):
    """A line of a log, as far as it has a number of a device."""

    @property
    def src(self) -> str: ...
    @property
    def event(self) -> Event: ...


class DeviceNumbers:
    """What is known of the devices' numbers in the lines of a log so far."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        # What is noted as missing is none of what may be left out.
        self._noted: dict[str, int] = {}
        self._before = ""

    def follows(self, line: Numbered) -> bool:
        """Return whether the next line goes on without a gap but those noted.

        Rule: in no log is what a device tells of a game that the log has when its journal was
        compacted: a checkpoint, the score, the board, and how the game began; nor the score that it
        tells before it is restarted, after which the game goes on, or its end is taken back.  What
        came since a game was left is in the logs of others.
        """
        last, noted, before = self._last, self._noted, self._before
        self._before = line.event.kind
        for note in missing_in([line.event]):
            for epoch in [each for each in last if each.endswith(f":{note.epoch}")]:
                noted[epoch] = note.last
                if note.first - last[epoch] - 1 in (0, *UNLOGGED):
                    last[epoch] = note.last
        if line.src == "pc":
            return True
        epoch, _, text = line.src.rpartition(":")
        number = int(text)
        known = last.get(epoch, number - 1)
        last[epoch] = number
        unlogged = number - known - 1
        if survived_in([line.event])["left"]:
            return unlogged >= 0
        is_score = line.event.kind == "survived" or before == "end"
        may_be = unlogged in UNLOGGED or (unlogged == 1 and is_score)
        return not unlogged or (may_be and noted.get(epoch, 0) <= known)
