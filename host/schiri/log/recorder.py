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
from schiri.log.joining import AFTER, BOARD, FAILED, NEW, RESUME, SCORE, Carried, Known
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.notes import missing_in, settings, survived
from schiri.log.replay import referee_of
from schiri.log.writer import LogWriter, header_of, logs_in, never_began, read_file
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
    the game that is going on, ``letters`` those of its players in their order; ``torn`` are the
    logs whose last line was cut and is left out; ``kept`` is the number of the last event that the
    device need not keep for us.
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
        self.kept = 0
        self.letters: tuple[str, ...] = ()
        # The painted board that a device has told, for the game that follows.
        self._board = ""
        # The epoch that this one goes on from, how much of it we have, and what is to be noted
        # in the log that is begun next.
        self._carried: Carried | None = None
        self._known = Known()
        self._gaps: list[Event] = []
        self._settings = ""

    def go_on(self, origin: Origin) -> int:
        """Take up a device's epoch; return the number of its last event that is on our disk.

        Raises: Fault (file-unreadable, file-unwritable, log-too-new).
        """
        if origin != self._origin:
            self._origin = origin
            self._last, path = self._find(origin)
            self.kept = self._last
            self._carried, self._known, self._gaps = None, Known(), []
            self.current = self._reopen(path) if path else None
        return self._last

    def take(self, number: int, text: str, times: Event | None = None) -> list[Event]:
        """Write an event of the device to its log; return what came of it: what is on the disk.

        Shape: ``times`` are the event's own keys that say when it happened.
        Raises: Fault (file-unwritable), Disagreement.
        """
        assert self._origin is not None
        src = self._origin.source(number)
        word, _, rest = text.partition(" ")
        carried = self._carried
        is_safe = True
        events: list[Event] = []
        if number != self._last + 1 and word not in (BOARD, NEW):
            # We did not agree on what came before it, so it is not in this log.
            raise Disagreement(text)
        if word == AFTER:
            is_safe = self._join(text)
        elif carried and not carried.says_news(number, text, self._known):
            is_safe = not self._gaps
        elif word == BOARD:
            # It is written with the game that follows, and not before.
            self._board, is_safe = rest, False
        elif word == NEW:
            events = self._begin(text, src, times)
        elif word in (RESUME, FAILED):
            events, is_safe = self._note(word, rest, src, times)
        elif word != SCORE:
            events = self._go_on_with(text, src, times)
        self._last = number
        if events or is_safe:
            self.kept = number
        return events

    @property
    def since_given_back(self) -> int | None:
        """How many events ago the device went on with a game of ours; None where it never did."""
        carried = self._carried
        return self._last - carried.upto if carried and carried.is_given_back else None

    def take_settings(self, text: str) -> None:
        """Keep a device's settings in the log, for the case that the device loses them.

        Raises: Fault (file-unwritable, log-vanished).
        """
        if text != self._settings:
            self._settings = text
            if self.current:
                self.current.note(settings(text))

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
        for gap in self._gaps:
            self.current.note(gap)
        self._gaps.clear()
        if self._settings:
            self.current.note(settings(self._settings))
        return [header]

    def _go_on_with(self, text: str, src: str, times: Event | None) -> list[Event]:
        if self.current is None:
            raise Disagreement(text)
        table = self.current.referee.table
        try:
            # The device knows its people by letters, the log has their names.
            origin = DEVICE if text.startswith(ROLLED) else DIE
            entry = _parsed(Table(table.game, self.letters), text.removeprefix(ROLLED))
            return self.current.command(table.text(entry), src, origin, times=times)
        except (MalformedText, Refused) as error:
            raise Disagreement(text) from error

    def _note(
        self, word: str, rest: str, src: str, times: Event | None
    ) -> tuple[list[Event], bool]:
        """Note what a device has survived; return what is on the disk, and whether all is."""
        if self.current is None:
            return [], True
        event = survived("power") if word == RESUME else {**survived("error"), "text": rest}
        return self.current.note({**event, **(times or {})}, src), False

    def _join(self, text: str) -> bool:
        """Go on in the log of the epoch that this one goes on from; return whether we have it all.

        Raises: Fault (file-unwritable, log-vanished, log-not-ours), Disagreement.
        """
        origin = self._origin
        assert origin is not None
        before = self._carried
        try:
            carried = self._carried = Carried.parse(text)
        except ValueError as error:
            raise Disagreement(text) from error
        on_disk, path = self._find(origin._replace(epoch=carried.epoch))
        known = carried.known(on_disk, before, self._known)
        if path:
            self.current = self._reopen(path)
        gap = carried.gap(known.last)
        if gap and self.current and self.current.referee.table.outcome():
            # Its end was taken back unseen; to a finished log nothing is added.
            known = known._replace(has_game=False)
        self._known = known
        if gap and self.current and gap not in missing_in(self.current.writer.past):
            self.current.note(gap)
        if self.current and carried.is_given_back and gap is None:
            self.current.note(survived("erasure"))
        if gap and not known.has_game:
            self._gaps.append(gap)
        return gap is None and not self._gaps

    def _find(self, origin: Origin) -> tuple[int, Path | None]:
        """Return the last event of an epoch that any log has, and that log."""
        found: tuple[int, Path | None] = (0, None)
        for path, log in logs_in(self.folder):
            if log is None and never_began(path):
                self._take_away(path)
            for event in log.events if log else ():
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
        logged = LoggedReferee(referee, writer)
        if writer.was_torn:
            writer.put_right()
            self.torn.append(path)
        return logged

    def _take_away(self, path: Path) -> None:
        """Take a log away that has no game: nothing of it was acknowledged."""
        try:
            path.unlink()
        except OSError:
            # It keeps no other log from being written.
            return
        self.torn.append(path)


def _parsed(table: Table, text: str) -> Any:
    """Return the entry that a device tells, in ASCII.

    Raises: MalformedText, Refused.
    """
    try:
        unescaped = text.encode("ascii").decode("unicode_escape")
        # Half a surrogate pair is no text: it could not be written.
        unescaped.encode()
        return table.parse(unescaped)
    except (UnicodeError, MalformedText):
        # A backslash that was never meant to begin anything else.
        return table.parse(text)
