"""The recorder: the events of a device become games, each in a log of its own.

Decides which log an event goes to, and from which event a device shall go on.  Must not know
ports or screens.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from schiri_device.link.texts import ROLLED
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.table import Table

from schiri.events import Event, HintGiven, Missing, Settings, Survived
from schiri.log.folder import new_log_path
from schiri.log.logged import LoggedReferee
from schiri.log.notes import hints_in, settings_in
from schiri.log.shelf import Shelf
from schiri.log.times import UNTIMED, Times
from schiri.log.writer import LogWriter, header_of
from schiri.recording.device_text import (
    BOARD,
    CHECKPOINT,
    FAILED,
    HINTS,
    NEW,
    RESUME,
    SCORE,
    begin_game,
    checkpoint_in,
    entry_of,
    hint_counts,
)
from schiri.recording.known_events import KnownEvents, Origin
from schiri.referee.referee import DEVICE, DIE

# With these it is known again what is played, whatever came before.
OPENINGS = (CHECKPOINT, BOARD, NEW)
NO_GAME = "-"
# Where no device is, or its journal is set aside.
NOBODY = Origin("", "", "")


class Disagreement(Exception):
    """Device and referee do not see the same game: one of them is wrong.

    Shape: ``text`` is the event that our rules refuse, or what the device shows.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Progress(NamedTuple):
    """How far a device has reported its epoch, and what of it is in no log yet.

    Shape: without a device ``origin`` is `NOBODY`.  It had made ``made`` events when it was
    connected, None where that is unknown.  ``last`` is the last event that was reported, or is
    lost; the device need not keep for us those up to ``durable``.
    Of a game that no log has yet: ``board`` is its painted board, ``epoch`` the one from which it
    goes on, ``first`` the first event about it, ``survived`` why it came back ("erasure" with an
    older epoch, "left" after another game).  ``lost`` are the first and the last event that are
    lost, until it is known again what is played; ``notes`` belong into the next log that begins.
    """

    origin: Origin = NOBODY
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
        """Return it with the next events up to this one lost, and what was half reported.

        >>> progress = Progress(Origin("DEV1", "89abcdef", "1"), last=4, first=3)
        >>> progress.lose(6).lost, progress.lose(6).lose(9).lost
        ((3, 6), (3, 9))
        """
        first = self.lost[0] if self.lost else self.first or self.last + 1
        return self._replace(last=upto, lost=(first, upto), board="", epoch="")


class Recorder:
    """Keeps the logs of one folder.

    Shape: ``names`` maps the letters of the people at the device to their names.  ``next_log`` is
    the file of the log of the next game, where it is not there yet; else, and for games after that,
    they are new ones in the folder.  ``current`` is the game that goes on.  ``torn`` are the
    logs whose last line was cut and is left out; whoever says so removes them.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime],
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.clock = folder, clock
        self.names = dict(names or {})
        self.next_log: Path | None = None
        self.progress = Progress()
        self.current: LoggedReferee | None = None
        self._shelf = Shelf(folder, clock)
        self.torn = self._shelf.torn

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the players of the game, in the order of their seats."""
        return tuple((self.current and self.current.writer.header.seats) or "")

    def go_on(self, origin: Origin, made: int | None = None) -> int:
        """Go on with a device's epoch; return the number of the last event that we have.

        Shape: the device has made so many events, None where that is unknown.
        Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-in-use).
        """
        if origin != self.progress.origin or (made is not None and made < self.progress.last):
            known = KnownEvents(self._shelf.logs, origin.device, origin.epoch, made)
            last, path = known.last_told(origin.epoch)
            self.progress = Progress(origin, made, last, last)
            self._play(None)
            self._reopen(path)
        return self.progress.last

    def leave(self) -> None:
        """Release the device: its journal is set aside."""
        self.progress = Progress()
        self._play(None)

    def close(self) -> None:
        """Close the log that is open; all of it is on the disk already."""
        if self.current:
            self.current.writer.close()

    def set_settings(self, text: str) -> None:
        """Keep a device's settings in the log, for the case that the device loses them.

        Raises: HostError (file-unwritable, log-vanished).
        """
        if text != self.progress.settings:
            self.progress = self.progress._replace(settings=text)
            if self.current:
                self.current.note(Settings(text))

    def lose(self, upto: int) -> None:
        """Count the events up to this one, which come next, as lost."""
        self.progress = self.progress.lose(upto)

    def record(self, number: int, text: str, times: Times = UNTIMED) -> list[Event]:
        """Write an event of the device to its log; return what came of it: what is on the disk.

        Shape: ``times`` say when it happened.
        Raises: HostError (file-unwritable), Disagreement.
        """
        now = self.progress
        assert now.origin != NOBODY
        if number <= now.last:
            # It was told again.
            return []
        word, _, rest = text.partition(" ")
        if number != now.last + 1:
            # We did not agree on what came before it, so it is not in this log.
            if word not in OPENINGS:
                raise Disagreement(text)
            self.progress = now = now.lose(number - 1)
        src, events, is_for_no_log = now.origin.source(number), list[Event](), False
        if word == CHECKPOINT:
            self.progress = now = self._read_checkpoint(text, number)
            is_for_no_log = not now.epoch
        elif word == BOARD:
            # It is written with the game that follows, and not before.
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
                event = Survived("power") if word == RESUME else Survived("error", rest)
                events = self.current.note(event, src, times)
        else:
            events = self._go_on_with(text, src, times)
        now = self.progress
        is_next = is_for_no_log and not now.notes and now.durable == number - 1
        is_durable = bool(events) or word == NEW or is_next
        self.progress = now._replace(last=number, durable=number if is_durable else now.durable)
        return events

    def _play(self, logged: LoggedReferee | None) -> None:
        """Let this be the game that goes on; the log of the one before is closed."""
        self.close()
        self.current = logged

    def _read_checkpoint(self, text: str, number: int) -> Progress:
        """Find the game that goes on, as the device reports how it stands."""
        try:
            epoch, upto = checkpoint_in(text)
        except ValueError as error:
            raise Disagreement(text) from error
        # It says again what was half reported.
        now = self._note_lost()._replace(board="", epoch="", first=0, survived="")
        path = None
        if epoch != NO_GAME:
            path, now = self._find_game(now._replace(epoch=epoch, first=number), upto)
        if path is None or self.current is None or self.current.writer.path != path:
            self.progress = now
            self._play(None)
            now = self._reopen(path)
        if self.current and _is_over(self.current):
            # Its end was taken back unseen: to a finished log nothing is added.
            self._play(None)
        return now

    def _find_game(self, now: Progress, number: int) -> tuple[Path | None, Progress]:
        """Return the log of the game that had this event in ``now.epoch``, None for none."""
        (device, current, _), epoch = now.origin, now.epoch
        made = None if now.made is None else max(now.made, now.last)
        known = KnownEvents(self._shelf.logs, device, current, made)
        # Where a checkpoint before this one was lost, the game goes on in a log of its own.
        _, path = known.last_told(current)
        whole = known.whole_game_of(epoch, number)
        if path and whole and whole != path:
            return whole, now._replace(survived="left")
        if epoch == current and not known.game_of(epoch, number):
            return None, now
        if path is None:
            path = known.game_of(epoch, number)
            now = now._replace(survived="erasure")
            if (last := known.last_told(epoch)[0]) < number:
                now = now._replace(notes=(*now.notes, Missing(epoch, last + 1, number)))
        return path, now

    def _note_lost(self) -> Progress:
        """Note what is lost, now that it is known again what is played."""
        now = self.progress
        if now.lost:
            note = Missing(now.origin.epoch, *now.lost)
            if self.current and not _is_over(self.current):
                self.current.note(note)
                now = now._replace(lost=None, durable=note.last)
            else:
                now = now._replace(lost=None, notes=(*now.notes, note))
        return now

    def _open(self, text: str, src: str, times: Times) -> list[Event]:
        """Begin a game, or go on with the one that a checkpoint has named."""
        now = self._note_lost()
        self.progress = now._replace(epoch="", first=0, survived="")
        logged, events = self.current, list[Event]()
        if logged is None or not now.epoch:
            logged, events = self._begin(text, src, times)
            src, times = "pc", UNTIMED
        if now.survived:
            events += logged.note(Survived(now.survived), src, times)
        return events

    def _begin(self, text: str, src: str, times: Times) -> tuple[LoggedReferee, list[Event]]:
        now = self.progress
        try:
            referee, seats = begin_game(text, now.board, self.names)
        except (MalformedText, Refused, ValueError) as error:
            raise Disagreement(text) from error
        (device, _, firmware), names = now.origin, list(referee.names)
        header = header_of(referee.game, referee.options, names, device, firmware, seats)
        named, self.next_log = self.next_log, None
        path = named if named and not named.exists() else None
        path = path or new_log_path(self.folder, referee.game, self.clock())
        writer = LogWriter(path, header, self.clock, src, times=times)
        logged = LoggedReferee(referee, writer)
        self._play(logged)
        for note in now.notes:
            logged.note(note)
        self.progress = now._replace(notes=())
        if now.settings:
            logged.note(Settings(now.settings))
        return logged, [header]

    def _go_on_with(self, text: str, src: str, times: Times) -> list[Event]:
        logged = self.current
        if logged is None or self.progress.epoch:
            raise Disagreement(text)
        try:
            # The device knows its people by letters, the log has their names.
            table = Table(logged.referee.table.game, self.letters)
            entry = entry_of(table, text.removeprefix(ROLLED))
            origin = DEVICE if text.startswith(ROLLED) else DIE
            return logged.apply([entry], src, origin, times)
        except (MalformedText, Refused) as error:
            raise Disagreement(text) from error

    def _note_hints(self, logged: LoggedReferee, text: str, src: str, times: Times) -> list[Event]:
        """Note who was shown the best move, or else what is said once more."""
        try:
            names = dict(zip(self.letters, logged.referee.names, strict=True))
            counts = hint_counts(text, names)
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
        """Go on with the game of a log, with none for None."""
        now = self.progress
        if path:
            self.current = logged = self._shelf.reopen(path)
            noted = (settings_in(line.event for line in logged.writer.past) or [""])[-1]
            if now.settings not in ("", noted):
                logged.note(Settings(now.settings))
            self.progress = now = now._replace(settings=now.settings or noted)
        return now


def _is_over(logged: LoggedReferee) -> bool:
    return logged.referee.table.outcome() is not None
