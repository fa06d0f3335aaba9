"""The recorder: the events of devices become games, each in a log of its own.

Decides which log an event goes to, and from which event a device shall go on.  Must not know
ports or screens.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from schiri_device.link.lines import OWN, ROLLED
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.table import Table

from schiri.faults import Fault
from schiri.log.folder import new_log_path
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.replay import referee_of
from schiri.log.writer import LogWriter, header_of, read_file
from schiri.referee import Referee
from schiri.referee.referee import DEVICE, DIE

Event = dict[str, Any]


# What fits into a line of the link with all that stands around it.
LONGEST_TEXT = 90


class Origin(NamedTuple):
    """Where events come from: a device, and the epoch in which it numbers them."""

    device: str
    epoch: str
    firmware: str

    def source(self, number: int) -> str:
        """Return what stands in a log for one of its events."""
        return f"{self.device}:{self.epoch}:{number}"


class Disagreement(Exception):
    """Device and referee do not see the same game: one of them is wrong.

    Shape: ``text`` is the event that our rules refuse, or what the device shows.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Recorder:
    """Keeps the logs of one folder.

    Shape: ``names`` maps the letters of the people at the device to their names; ``current`` is
    the game that is going on, ``letters`` those of its players in their order.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime],
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.names = dict(names or {})
        self.current: LoggedReferee | None = None
        self.torn: list[Path] = []
        self.clock = clock
        self._origin: Origin | None = None
        self._last = 0
        self.letters: tuple[str, ...] = ()
        # The painted board that a device has told, for the game that follows.
        self._board = ""

    def go_on(self, origin: Origin) -> int:
        """Take up a device's epoch; return the number of its last event that is on our disk.

        Raises: Fault (file-unreadable, file-unwritable, log-too-new).
        """
        if origin != self._origin:
            self._origin = origin
            self._last, path = self._find(origin)
            self.current = self._reopen(path) if path else None
        return self._last

    def take(self, number: int, text: str, times: Event | None = None) -> list[Event]:
        """Write an event of the device to its log; return what came of it: what is on the disk.

        Shape: ``times`` are the event's own keys that say when it happened.
        Raises: Fault (file-unwritable), Disagreement.
        """
        assert self._origin is not None
        src = self._origin.source(number)
        if text.startswith("board "):
            # It is written with the game that follows, and not before.
            self._board = text.removeprefix("board ")
            events = []
        elif text.startswith("new "):
            events = self._begin(text, src, times)
        elif number != self._last + 1:
            # We did not agree on what came before it, so it is not in this log.
            raise Disagreement(text)
        else:
            events = self._go_on_with(text, src, times)
        self._last = number
        return events

    def for_device(self, text: str) -> list[str]:
        """Return a command as a device takes it: letters for names, in ASCII.

        Shape: a roll written together with its move is two requests.

        Raises: MalformedText (text-too-long and the table's), Refused.
        """
        assert self.current is not None
        table = self.current.referee.table
        requests = []
        for entry in table.parse_all(text):
            told = Table(table.game, self.letters).text(entry)
            told = told.encode("unicode_escape").decode("ascii")
            if len(told) > LONGEST_TEXT:
                raise MalformedText("text-too-long", text, str(LONGEST_TEXT))
            requests.append(told)
        return requests

    def _begin(self, text: str, src: str, times: Event | None) -> list[Event]:
        origin = self._origin
        assert origin is not None
        try:
            _, game, seats, *pairs = text.split(" ")
            options = dict(pair.split("=", 1) for pair in pairs)
            if options.get("board") == OWN:
                options["board"] = self._board
            names = [self.names.get(letter, letter) for letter in seats]
            referee = Referee(game, names, options)
        except (MalformedText, Refused, ValueError) as error:
            raise Disagreement(text) from error
        header = header_of(game, referee.options, names, origin.device, origin.firmware, seats)
        header.update(times or {})
        path = new_log_path(self.folder, game, self.clock())
        self.current = LoggedReferee(referee, LogWriter(path, header, self.clock, src))
        self.letters = tuple(seats)
        return [header]

    def _go_on_with(self, text: str, src: str, times: Event | None) -> list[Event]:
        if self.current is None:
            raise Disagreement(text)
        table = self.current.referee.table
        try:
            # The device knows its people by letters and writes ASCII, the log has their names.
            unescaped = text.encode("ascii").decode("unicode_escape")
            # Half a surrogate pair is no text: it could not be written.
            unescaped.encode()
            origin = DEVICE if unescaped.startswith(ROLLED) else DIE
            entry = Table(table.game, self.letters).parse(unescaped.removeprefix(ROLLED))
            return self.current.command(table.text(entry), src, origin, times=times)
        except (MalformedText, Refused, UnicodeError) as error:
            raise Disagreement(text) from error

    def _find(self, origin: Origin) -> tuple[int, Path | None]:
        """Return the last event of an epoch that any log has, and that log."""
        found: tuple[int, Path | None] = (0, None)
        for path in self.folder.glob("*.jsonl"):
            try:
                log = read_file(path)
            except (BrokenLog, Fault):
                continue
            for event in log.events:
                device_epoch, _, number = event["src"].rpartition(":")
                if device_epoch == f"{origin.device}:{origin.epoch}":
                    found = max(found, (int(number), path), key=lambda pair: pair[0])
        return found

    def _reopen(self, path: Path) -> LoggedReferee:
        header = read_file(path).events[0]
        try:
            referee = referee_of(header)
        except BrokenLog as broken:
            raise Fault("log-not-ours", path=path) from broken
        writer = LogWriter(path, header, self.clock, may_be_finished=True)
        self.letters = tuple(header.get("seats") or "")
        if writer.was_torn:
            self.torn.append(path)
        return LoggedReferee(referee, writer)
