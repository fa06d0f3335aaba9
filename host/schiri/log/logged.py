"""A referee that logs every entry before it answers.

Joins a referee and a log.  Must not know games, or the form of a file.
"""

from collections.abc import Iterable
from pathlib import Path

from schiri.errors import HostError
from schiri.events import Entry, EntryMade, Event
from schiri.json_object import Record
from schiri.log.folder import new_log_path
from schiri.log.lines import UNTIMED, Times
from schiri.log.replay import Replay, referee_of
from schiri.log.stored import going_on, read_file
from schiri.log.writer import Clock, LogWriter, NoLog, PendingLine, header_of
from schiri.referee import DIE, Referee


class LoggedReferee:
    """A referee, and its log.

    Shape: ``past`` are the events that were already in the log, without its header.
    """

    def __init__(self, referee: Referee, writer: LogWriter) -> None:
        self.referee = referee
        self.writer = writer
        self.past: list[Event] = []
        self._held: list[PendingLine] = []
        if writer.past:
            try:
                with going_on(writer.path):
                    played = Replay(referee)
                    self.past = [line.event for line in map(played.follow, writer.past[1:])]
                # Power may have been cut between an entry and its events.
                writer.append(PendingLine(event) for event in played.due)
            except HostError:
                writer.close()
                raise

    @property
    def is_over(self) -> bool:
        return self.referee.table.outcome() is not None

    def command(self, *texts: str, proof: Record | None = None) -> list[Event]:
        """Carry out commands, all or none, log them, and return their events.

        Shape: ``proof`` is that of a race, logged with its entry.
        """
        return self._write(self.referee.command(*texts), "pc", proof=proof)

    def apply(
        self,
        entries: Iterable[Entry],
        src: str,
        origin: str = DIE,
        times: Times = UNTIMED,
        spent_ms: int | None = None,
    ) -> list[Event]:
        """Apply entries, log them, and return their events.

        Shape: ``origin`` is the roller of a roll; ``times`` are those of the first entry, and
        ``spent_ms`` what it took on a device's clock.
        """
        events = self.referee.apply(entries, origin, spent_ms)
        return self._write(events, src, times)

    def note(self, event: Event, src: str = "pc", times: Times = UNTIMED) -> list[Event]:
        """Write a note into the log of an unfinished game; return what is on the disk.

        Rule: the last line of a finished game is its end.  A later note with a number of the device
        is held back until that end is undone; others are dropped.
        """
        if not self.is_over or src != "pc":
            self._held.append(PendingLine(event, src, times))
        if self.is_over:
            return []
        held = self._pop_held()
        self.writer.append(held)
        return [each.event for each in held]

    def _write(
        self, events: list[Event], src: str, times: Times = UNTIMED, proof: Record | None = None
    ) -> list[Event]:
        """Write the events of a command, in one piece with those held back."""
        if isinstance(events[0], EntryMade):
            first, *rest = (
                PendingLine(event, src if isinstance(event, EntryMade) else "pc")
                for event in events
            )
            first = first._replace(times=times, proof=proof)
            self.writer.append([*self._pop_held(), first, *rest])
        return events

    def _pop_held(self) -> list[PendingLine]:
        held, self._held = self._held, []
        return held


def begin_log(folder: Path | None, clock: Clock, referee: Referee, log: str = "") -> LoggedReferee:
    """Return the referee of a new game, with its own log.

    Shape: an unfinished game in a named file goes on; without a folder and a file there is no log.
    """
    header = header_of(referee)
    if folder is None and not log:
        return LoggedReferee(referee, NoLog(header))
    path = Path(log) if log or folder is None else new_log_path(folder, referee.game, clock())
    return LoggedReferee(referee, LogWriter(path, header, clock))


def continue_log(path: Path, clock: Clock, may_be_finished: bool = False) -> LoggedReferee:
    """Return the referee of a game that continues its log; a cut last line is removed."""
    with going_on(path):
        header = read_file(path).header
        referee = referee_of(header)
    logged = LoggedReferee(referee, LogWriter(path, header, clock, may_be_finished=may_be_finished))
    logged.writer.put_right()
    return logged
