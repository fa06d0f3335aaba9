"""A referee whose every entry is in a log before the answer is given.

Decides nothing about games or files: it joins the two.
"""

from collections.abc import Iterable

from schiri.errors import HostError
from schiri.events import Entry, Event, Made
from schiri.json_object import Record
from schiri.log.lines import BrokenLog, Line
from schiri.log.replay import replay
from schiri.log.times import UNTIMED, Times
from schiri.log.writer import LogWriter, Sourced
from schiri.referee import Referee
from schiri.referee.referee import DIE


class LoggedReferee:
    """A referee, and the log that it keeps.

    Shape: ``past`` are the events that the log had before, without its header.
    Raises: HostError (log-not-ours: the file's events are not this game's).
    """

    def __init__(self, referee: Referee, writer: LogWriter) -> None:
        self.referee = referee
        self.writer = writer
        self.past: list[Event] = []
        self._held: list[Sourced] = []
        if writer.past:
            try:
                due = replay(writer.past, referee, self._remember)
                # A power cut may have come between an entry and what it brought about.
                writer.append(Sourced(event) for event in due)
            except BrokenLog as broken:
                writer.close()
                raise HostError("log-not-ours", path=writer.path) from broken
            except HostError:
                writer.close()
                raise

    def _remember(self, line: Line) -> None:
        self.past.append(line.event)

    def command(self, text: str, proof: Record | None = None) -> list[Event]:
        """Carry out a command, log it, and return its events.

        Shape: ``proof`` is what a race was decided from, kept with its entry.
        Raises: MalformedText, Refused, HostError (file-unwritable, log-vanished).
        """
        return self._write(self.referee.command(text), "pc", proof=proof)

    def apply(
        self, entries: Iterable[Entry], src: str, origin: str = DIE, times: Times = UNTIMED
    ) -> list[Event]:
        """Apply entries that a device has told, log them, and return their events.

        Shape: ``origin`` is what a roll was made with; ``times`` say when the first entry
        was made.
        Raises: Refused, HostError (file-unwritable, log-vanished).
        """
        events = self.referee.apply(entries, origin)
        return self._write(events, src, times)

    def note(self, event: Event, src: str = "pc", times: Times = UNTIMED) -> list[Event]:
        """Write a note into the log of a game that goes on; return what is on the disk.

        Rule: the last line of a finished game is its end.  What comes after it is held back
        until that end is undone if it has a number of the device's, else it is not noted.
        Raises: HostError (file-unwritable, log-vanished).
        """
        is_over = self.referee.table.outcome() is not None
        if not is_over or src != "pc":
            self._held.append(Sourced(event, src, times))
        if is_over:
            return []
        held = self._pop_held()
        self.writer.append(held)
        return [each.event for each in held]

    def _write(
        self, events: list[Event], src: str, times: Times = UNTIMED, proof: Record | None = None
    ) -> list[Event]:
        """Write the events of a command, in one piece with what was held back."""
        if isinstance(events[0], Made):
            first, *rest = (
                Sourced(event, src if isinstance(event, Made) else "pc") for event in events
            )
            first = first._replace(times=times, proof=proof)
            self.writer.append([*self._pop_held(), first, *rest])
        return events

    def _pop_held(self) -> list[Sourced]:
        held, self._held = self._held, []
        return held
