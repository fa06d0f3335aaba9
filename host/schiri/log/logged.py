"""A referee whose every entry is in a log before the answer is given.

Decides nothing about games or files: it joins the two.
"""

from typing import Any

from schiri.errors import HostError
from schiri.log.lines import BrokenLog
from schiri.log.replay import replay
from schiri.log.writer import LogWriter
from schiri.referee import Referee
from schiri.referee.referee import DIE, Event


class LoggedReferee:
    """A referee, and the log that it keeps.

    Raises: HostError (log-not-ours: the file's events are not this game's).
    """

    def __init__(self, referee: Referee, writer: LogWriter) -> None:
        self.referee = referee
        self.writer = writer
        self._held: list[tuple[Event, str]] = []
        if writer.past:
            try:
                due = replay(writer.past, referee)
            except BrokenLog as broken:
                raise HostError("log-not-ours", path=writer.path) from broken
            # A power cut may have come between an entry and what it brought about.
            for event in due:
                writer.append(event)

    def command(
        self,
        text: str,
        src: str = "pc",
        origin: str = DIE,
        proof: dict[str, Any] | None = None,
        times: dict[str, Any] | None = None,
    ) -> list[Event]:
        """Carry out a command, log it, and return its events.

        Shape: ``proof`` is what a race was decided from, kept with its entry; ``times`` are the
        entry's own keys that say when it happened.
        Raises: MalformedText, Refused, HostError (file-unwritable, log-vanished).
        """
        events = self.referee.command(text, origin)
        if "entry" in events[0]:
            self._write_held()
            if proof:
                events[0]["proof"] = proof
            events[0].update(times or {})
            for event in events:
                self.writer.append(event, src if "entry" in event else "pc")
        return events

    def note(self, event: Event, src: str = "pc") -> list[Event]:
        """Write a note into the log of a game that goes on; return what is on the disk.

        Rule: the last line of a finished game is its end.  What comes after it is held back
        until that end is undone if it has a number of the device's, else it is not noted.
        Raises: HostError (file-unwritable, log-vanished).
        """
        is_over = self.referee.table.outcome() is not None
        if not is_over or src != "pc":
            self._held.append((event, src))
        return [] if is_over else self._write_held()

    def _write_held(self) -> list[Event]:
        written = [event for event, _ in self._held]
        for event, src in self._held:
            self.writer.append(event, src)
        self._held.clear()
        return written
