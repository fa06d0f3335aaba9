"""Whether a log tells a game as the rules have it, line by line, and in the order of time.

Decides what is wrong with a line that is whole and in its place.  Must not know files, or words.
"""

from collections.abc import Iterable, Iterator

from schiri.events import Header
from schiri.log.lines import BrokenLog, Line
from schiri.log.notes import missing_in
from schiri.log.replay import Replay, referee_of


def verified(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of a log, that of the header first, as long as nothing is wrong with them.

    Rule: names and options are those of the game, every entry is legal where it stands and brings
    about what follows it; corrections, and what the table let stand, are entries as any other.
    Whose events are lost nobody can follow further.  Neither the PC's time nor a device's goes
    back, and what a device tells comes from the log's own.
    Raises: BrokenLog (log-bad-header, log-refused, log-disagrees, log-bad-field, log-time-back,
    log-other-device).
    """
    played: Replay | None = None
    order = _Order()
    for line in lines:
        order.check(line)
        if isinstance(line.event, Header) and line.n == 1:
            played = Replay(referee_of(line.event))
        elif missing_in([line.event]):
            played = None
        elif played:
            played.follow(line)
        yield line


class _Order:
    """The times of a log so far, and whose events it has."""

    def __init__(self) -> None:
        self._at = ""
        # By epoch: when a device made its last event.
        self._ms: dict[str, int] = {}
        self._device: str | None = None

    def check(self, line: Line) -> None:
        """Raise `BrokenLog` unless a line may come next."""
        # All times have one form, in which the later one is the greater text.
        if line.at < self._at:
            raise BrokenLog(line.n, "log-time-back")
        self._at = line.at
        if isinstance(line.event, Header) and line.n == 1:
            self._device = line.event.device
        if line.src == "pc":
            return
        epoch = line.src.rpartition(":")[0]
        if epoch.partition(":")[0] != self._device:
            raise BrokenLog(line.n, "log-other-device")
        ms = line.times.ms
        if ms is not None:
            if ms < self._ms.get(epoch, ms):
                raise BrokenLog(line.n, "log-time-back")
            self._ms[epoch] = ms
