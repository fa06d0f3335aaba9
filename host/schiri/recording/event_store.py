"""The event store: the events of a device become games, each in a log of its own.

Decides which log an event goes to, how much of an epoch the logs have, and from which event a
device continues.  Must not know ports or screens.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from schiri_device.link.events import BOARD, CHECKPOINT, FAILED, HINTS, NEW, OPENINGS, RESUME, SCORE
from schiri_engines.clock import with_names
from schiri_engines.refusals import MalformedText, Refused

from schiri.events import DeviceSettings, Event, HintGiven, Incident, Missing
from schiri.log.annotations import hints_in, settings_in
from schiri.log.folder import new_log_path, remove_unbegun
from schiri.log.index import LoggedNumbers, LogIndex, index_in
from schiri.log.lines import UNTIMED, Line, Times
from schiri.log.logged import LoggedReferee, continue_log
from schiri.log.removal import removed_folder
from schiri.log.writer import LogWriter, header_of
from schiri.recording import device_text

# The logs that have events of a device and epoch, as `LogIndex.numbers_of` yields them.
NumbersOf = Callable[[str], Iterable[tuple[Path, LoggedNumbers]]]


class EventSource(NamedTuple):
    """The source of events: a device, and the epoch in which it numbers them."""

    device: str
    epoch: str
    firmware: str

    def source(self, number: int) -> str:
        """Return the source of one of its events, as a log writes it."""
        return f"{self.device}:{self.epoch}:{number}"


class KnownEvents(NamedTuple):
    """The events of one device in the logs of a folder.

    Shape: in ``epoch`` the device has made events up to ``upto`` so far.
    Rule: epochs are random, so two can be equal by chance.  A log with events that the device has
    not made yet belongs to another epoch.
    """

    numbers_of: NumbersOf
    device: str
    epoch: str = ""
    upto: int | None = None

    def last_reported(self, epoch: str) -> tuple[int, Path | None]:
        """Return the last event of an epoch that a log contains or notes as lost, and that log."""
        found: tuple[int, Path | None] = (0, None)
        for path, log, numbers in self._of(epoch):
            lost = [note.last for note in log.missing if note.epoch == epoch]
            found = max(found, (max([*numbers, *lost]), path), key=lambda pair: pair[0])
        return found

    def game_of(self, epoch: str, number: int) -> Path | None:
        """Return the log of the game with an event, or None.

        Rule: for the ``new`` of a checkpoint, the log may have only later events of the game.
        """
        logs = (path for path, _, has in self._of(epoch) if min(has) <= number <= max(has))
        return self.whole_game_of(epoch, number) or next(logs, None)

    def whole_game_of(self, epoch: str, number: int) -> Path | None:
        """Return the log that has exactly this event.

        Shape: None if there is none, or if it lacks the last events: the same game may then go on
        in another log.
        """
        for path, log, numbers in self._of(epoch):
            if number in numbers:
                return None if log.is_cut else path
        return None

    def _of(self, epoch: str) -> Iterator[tuple[Path, LoggedNumbers, Sequence[int]]]:
        """Yield each log with events of an epoch, and their numbers.

        Rule: a copy that went on elsewhere comes after the log that ends with this epoch.
        """
        of, made = f"{self.device}:{epoch}", self.upto if epoch == self.epoch else None
        found = [
            (path, log, log.numbers[of]) for path, log in self.numbers_of(of) if of in log.numbers
        ]
        are_ours = [each for each in found if made is None or max(each[2]) <= made]
        return iter(sorted(are_ours, key=lambda each: each[1].last != of))


def is_taken_back(event: Event) -> bool:
    """Return whether an event says that a device restored or resumed the game."""
    return isinstance(event, Incident) and event.what in ("erasure", "left")


def sets_since_restore(lines: Iterable[Line], device: str, epoch: str) -> int | None:
    """Return how many events ago a game was restored on a device or resumed.

    Shape: ``lines`` are a log's; only this epoch counts.  None if it did not, or if other events
    than corrections came since.
    """
    count = None
    for line in lines:
        if is_taken_back(line.event):
            count = 0 if line.src.startswith(f"{device}:{epoch}:") else None
        elif line.entry is not None:
            is_set = line.entry.startswith("set ")
            count = count + 1 if is_set and count is not None else None
    return count


NO_GAME = "-"
# Without a device, or while its journal is set aside.
NOBODY = EventSource("", "", "")


class Disagreement(Exception):
    """Device and referee disagree: the event that our rules refuse, or the device's position."""


class Progress(NamedTuple):
    """How far a device has reported its epoch, and which events no log has yet.

    Shape: without a device ``origin`` is `NOBODY`.  It had made ``made`` events when it was
    connected, None where that is unknown.  ``last`` is the last event that was reported, or is
    lost; the device need not keep for us those up to ``durable``.
    For a game that no log has yet, ``board`` is its painted board, ``epoch`` the one from which it
    goes on, ``first`` the first event about it, ``survived`` why it came back ("erasure" with an
    older epoch, "left" after another game).  ``lost`` are the first and the last event that are
    lost, until the game is known again.  ``notes`` belong to the next log that begins.
    """

    origin: EventSource = NOBODY
    made: int | None = None
    last: int = 0
    durable: int = 0
    settings: str = ""
    board: str = ""
    epoch: str = ""
    first: int = 0
    survived: str = ""
    lost: tuple[int, int] | None = None
    notes: tuple[Missing, ...] = ()

    def lose(self, upto: int) -> "Progress":
        """Return the progress with the next events up to this one lost, partly reported ones too.

        >>> progress = Progress(EventSource("DEV1", "89abcdef", "1"), last=4, first=3)
        >>> progress.lose(6).lost, progress.lose(6).lose(9).lost
        ((3, 6), (3, 9))
        """
        first = self.lost[0] if self.lost else self.first or self.last + 1
        return self._replace(last=upto, lost=(first, upto), board="", epoch="")


class EventStore:
    """Keeps the logs of one folder.

    Shape: ``names`` maps the letters of the people at the device to their names.  ``next_log`` is
    the file for the log of the next game, if it does not exist yet; other games get new files in
    the folder.  ``current`` is the unfinished game.  ``torn`` are the logs whose last line was cut
    and is left out; the caller reports and removes them.
    """

    def __init__(
        self, folder: Path, clock: Callable[[], datetime], names: Mapping[str, str] = {}
    ) -> None:
        self.folder, self.clock = folder, clock
        self.names = dict(names)
        self.next_log: Path | None = None
        self.progress = Progress()
        self.current: LoggedReferee | None = None
        self.torn: list[Path] = []

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the players of the game, in the order of their seats."""
        return tuple((self.current and self.current.writer.header.seats) or "")

    def go_on(self, origin: EventSource, made: int | None = None) -> int:
        """Continue a device's epoch; return the number of the last event that we have.

        Shape: ``made`` is the number of events of the device, None if unknown.
        """
        if origin != self.progress.origin or (made is not None and made < self.progress.last):
            events = KnownEvents(self._index().numbers_of, origin.device, origin.epoch, made)
            last, path = events.last_reported(origin.epoch)
            self.progress = Progress(origin, made, last, last)
            self._play(None)
            self._reopen(path)
        return self.progress.last

    def leave(self) -> None:
        """Release the device: its journal is set aside."""
        self.progress = Progress()
        self._play(None)

    def close(self) -> None:
        if self.current:
            self.current.writer.close()

    def set_settings(self, text: str) -> None:
        """Keep a device's settings in the log, in case the device loses them."""
        if text != self.progress.settings:
            self.progress = self.progress._replace(settings=text)
            if self.current:
                self.current.note(DeviceSettings(text))

    def lose(self, upto: int) -> None:
        """Count the events up to this one, which come next, as lost."""
        self.progress = self.progress.lose(upto)

    def record(self, number: int, text: str, times: Times = UNTIMED) -> list[Event]:
        """Write an event of the device to its log; return the events that are on the disk.

        Shape: ``times`` are those of the event.
        Raises: HostError (file-unwritable), Disagreement.
        """
        now = self.progress
        assert now.origin != NOBODY
        if number <= now.last:
            # A repetition.
            return []
        word, _, rest = text.partition(" ")
        if number != now.last + 1:
            # An earlier event was refused, so this one does not belong in this log.
            if word not in OPENINGS:
                raise Disagreement(text)
            self.progress = now = now.lose(number - 1)
        src, events, is_for_no_log = now.origin.source(number), list[Event](), False
        if word == CHECKPOINT:
            self.progress = now = self._read_checkpoint(text, number)
            is_for_no_log = not now.epoch
        elif word == BOARD:
            # It is written only with the game that follows.
            self.progress = now._replace(board=rest, first=now.first or number)
        elif word == NEW:
            events = self._open(text, src, times)
        elif word == SCORE:
            is_for_no_log = True
        elif now.lost:
            self.progress = now._replace(lost=(now.lost[0], number))
        elif word == HINTS and self.current:
            events = self._note_hints(self.current, text, src, times)
        elif word in (RESUME, FAILED):
            is_for_no_log = self.current is None
            if self.current:
                event = Incident("power") if word == RESUME else Incident("error", rest)
                events = self.current.note(event, src, times)
        else:
            events = self._go_on_with(text, src, times)
        now = self.progress
        is_next = is_for_no_log and not now.notes and now.durable == number - 1
        is_durable = bool(events) or word == NEW or is_next
        self.progress = now._replace(last=number, durable=number if is_durable else now.durable)
        return events

    def _play(self, logged: LoggedReferee | None) -> None:
        self.close()
        self.current = logged

    def _read_checkpoint(self, text: str, number: int) -> Progress:
        """Find the log of the game that a checkpoint describes."""
        try:
            epoch, upto = device_text.checkpoint_in(text)
        except ValueError as error:
            raise Disagreement(text) from error
        # A checkpoint repeats events that were only partly reported.
        now = self._note_lost()._replace(board="", epoch="", first=0, survived="")
        path = None
        if epoch != NO_GAME:
            path, now = self._find_game(now._replace(epoch=epoch, first=number), upto)
        if path is None or self.current is None or self.current.writer.path != path:
            self.progress = now
            self._play(None)
            now = self._reopen(path)
        if self.current and self.current.is_over:
            # Its end was undone without a report: nothing is added to a finished log.
            self._play(None)
        return now

    def _find_game(self, now: Progress, number: int) -> tuple[Path | None, Progress]:
        """Return the log of the game that had this event in ``now.epoch``, or None."""
        (device, current, _), epoch = now.origin, now.epoch
        made = None if now.made is None else max(now.made, now.last)
        events = KnownEvents(self._index().numbers_of, device, current, made)
        # If a checkpoint before this one was lost, the game goes on in a new log.
        _, path = events.last_reported(current)
        whole = events.whole_game_of(epoch, number)
        if path and whole and whole != path:
            return whole, now._replace(survived="left")
        if epoch == current and not events.game_of(epoch, number):
            return None, now
        if path is None:
            path = events.game_of(epoch, number)
            now = now._replace(survived="erasure")
            if (last := events.last_reported(epoch)[0]) < number:
                now = now._replace(notes=(*now.notes, Missing(epoch, last + 1, number)))
        return path, now

    def _note_lost(self) -> Progress:
        """Note the lost events, now that the game is known again."""
        now = self.progress
        if now.lost:
            note = Missing(now.origin.epoch, *now.lost)
            if self.current and not self.current.is_over:
                self.current.note(note)
                now = now._replace(lost=None, durable=note.last)
            else:
                now = now._replace(lost=None, notes=(*now.notes, note))
        return now

    def _open(self, text: str, src: str, times: Times) -> list[Event]:
        """Begin a game, or continue the one that a checkpoint has named."""
        now = self._note_lost()
        self.progress = now._replace(epoch="", first=0, survived="")
        logged, events = self.current, list[Event]()
        if logged is None or not now.epoch:
            logged, events = self._begin(text, src, times)
            src, times = "pc", UNTIMED
        if now.survived:
            events += logged.note(Incident(now.survived), src, times)
        return events

    def _begin(self, text: str, src: str, times: Times) -> tuple[LoggedReferee, list[Event]]:
        now = self.progress
        try:
            referee, seats = device_text.begin_game(text, now.board, self.names)
        except (MalformedText, Refused, ValueError) as error:
            raise Disagreement(text) from error
        header = header_of(referee, now.origin.device, now.origin.firmware, seats)
        named, self.next_log = self.next_log, None
        path = named if named and not os.path.exists(named) else None
        path = path or new_log_path(self.folder, referee.game, self.clock())
        writer = LogWriter(path, header, self.clock, src, times=times)
        logged = LoggedReferee(referee, writer)
        self._play(logged)
        for note in now.notes:
            logged.note(note)
        self.progress = now._replace(notes=())
        if now.settings:
            logged.note(DeviceSettings(now.settings))
        return logged, [header]

    def _go_on_with(self, text: str, src: str, times: Times) -> list[Event]:
        logged = self.current
        if logged is None or self.progress.epoch:
            raise Disagreement(text)
        try:
            # The device knows its players by letters, the log by name.
            here = logged.referee.table
            table = with_names(here, tuple(self.letters))
            entry_text, spent_ms = device_text.timed(text) if here.clock else (text, None)
            origin, entry_text = device_text.origin_of(entry_text)
            entry = device_text.entry_of(table, entry_text)
            return logged.apply([entry], src, origin, times, spent_ms)
        except (MalformedText, Refused) as error:
            raise Disagreement(text) from error

    def _note_hints(self, logged: LoggedReferee, text: str, src: str, times: Times) -> list[Event]:
        """Note new hints, or repeat the last note."""
        try:
            names = dict(zip(self.letters, logged.referee.names, strict=True))
            counts = device_text.hint_counts(text, names)
        except ValueError as error:
            raise Disagreement(text) from error
        had = hints_in(line.event for line in logged.writer.lines)
        changed = [name for name in counts if counts[name] != had.get(name, 0)]
        events: list[Event] = []
        for name in changed or sorted(counts, key=lambda each: -counts[each])[:1]:
            events += logged.note(HintGiven(name, counts[name]), src, times)
            src = "pc"
        return events

    def _reopen(self, path: Path | None) -> Progress:
        """Continue the game of a log; None for no game."""
        now = self.progress
        if path:
            self.current = logged = continue_log(path, self.clock, may_be_finished=True)
            if logged.writer.was_torn:
                self.torn.append(path)
            noted = (settings_in(line.event for line in logged.writer.past) or [""])[-1]
            if now.settings not in ("", noted):
                logged.note(DeviceSettings(now.settings))
            self.progress = now = now._replace(settings=now.settings or noted)
        return now

    def _index(self) -> LogIndex:
        """Return the index of the folder; remove logs that never began.

        Rule: a log that was removed from the list goes on where it lies.  Without it, the device
        would report its game again.
        """
        found = index_in(self.folder, removed_folder(self.folder))
        self.torn += [file.path for file in found.unread if remove_unbegun(file.path)]
        return found
