"""The recorder: the events of devices become games, each in a log of its own.

Decides which log an event goes to, and from which event a device shall go on.  Must not know
ports or screens.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path

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
from schiri.recording.epoch_handover import EpochHandover
from schiri.recording.known_events import KnownEvents, Origin, sets_since_restore
from schiri.referee.referee import DEVICE, DIE

# With these it is known again what is played, whatever came before.
OPENINGS = (CHECKPOINT, BOARD, NEW)
SET = "set "
NO_GAME = "-"


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
    logs whose last line was cut and is left out; ``durable_upto`` is the number of the last event
    that the device need not keep for us: what it says is on the disk, as all before it is.
    ``next_log`` is the file of the log of the next game, where it is not there yet; else, and for
    games after that, they are new ones in the folder.  ``sets_since_restore`` counts the events
    since the device took the game back, or on again, where nothing else was done since.
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
        self.clock = clock
        self.next_log: Path | None = None
        self._shelf = Shelf(folder, clock)
        self.torn = self._shelf.torn
        self._origin: Origin | None = None
        self._last = 0
        # How many events the device had made when it was connected.
        self._upto: int | None = None
        self.durable_upto = 0
        self.letters: tuple[str, ...] = ()
        self._hints: dict[str, int] = {}
        self.sets_since_restore: int | None = None
        self._settings = ""
        # What was told and is not on the disk.
        self._handover = EpochHandover()

    @property
    def is_behind(self) -> bool:
        """Whether events are lost, so that nobody here knows how the game stands."""
        return self._handover.has_lost

    def go_on(self, origin: Origin, upto: int | None = None) -> int:
        """Go on with a device's epoch; return the number of the last event that we have.

        Shape: the device has made no more events than up to ``upto``, None where that is unknown.
        Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-in-use).
        """
        if origin != self._origin or (upto is not None and upto < self._last):
            self._origin, self._upto = origin, upto
            self._handover, self._settings = EpochHandover(), ""
            known = KnownEvents(self._shelf.logs, origin.device, origin.epoch, upto)
            self._last, path = known.last_told(origin.epoch)
            self.durable_upto = self._last
            self._play(None)
            self._play(self._reopen(path) if path else None)
        return self._last

    def leave(self) -> None:
        """Release the device: its journal is set aside."""
        self._origin = None
        self._play(None)
        self._last = self.durable_upto = 0
        self._handover = EpochHandover()

    def record(self, number: int, text: str, times: Times = UNTIMED) -> list[Event]:
        """Write an event of the device to its log; return what came of it: what is on the disk.

        Shape: ``times`` say when it happened.
        Raises: HostError (file-unwritable), Disagreement.
        """
        assert self._origin is not None
        src = self._origin.source(number)
        word, _, rest = text.partition(" ")
        events: list[Event] = []
        if number <= self._last:
            # It was told again.
            return []
        may_ack = False  # Whether the disk need not have what is in it.
        if number != self._last + 1:
            # We did not agree on what came before it, so it is not in this log.
            if word not in OPENINGS:
                raise Disagreement(text)
            self.lose(number - 1)
        handover = self._handover
        if word == CHECKPOINT:
            self._read_checkpoint(text)
            may_ack = not handover.epoch
            handover.first = number if handover.epoch else 0
        elif word == BOARD:
            # It is written with the game that follows, and not before.
            handover.board = rest
            handover.first = handover.first or number
        elif word == NEW:
            events = self._open(text, src, times)
        elif word == SCORE:
            may_ack = True
        elif handover.has_lost:
            handover.extend_lost(number)
        elif word == HINTS and self.current:
            events = self._note_hints(self.current, text, src, times)
        elif word in (RESUME, FAILED):
            may_ack = self.current is None
            events = self._note(word, rest, src, times)
        else:
            events = self._go_on_with(text, src, times)
        self._last = number
        is_next = may_ack and not handover.notes and self.durable_upto == number - 1
        if events or word == NEW or is_next:
            self.durable_upto = number
        return events

    def lose(self, last: int) -> None:
        """Count the events up to this one, which come next, as lost."""
        # With what we did not agree on before them.
        self._handover.lose(self._last + 1, last)
        self._last = last

    def close(self) -> None:
        """Close the log that is open; all of it is on the disk already."""
        if self.current:
            self.current.writer.close()

    def _play(self, logged: LoggedReferee | None) -> None:
        """Let this be the game that goes on; the log of the one before is closed."""
        self.close()
        self.current = logged

    def set_settings(self, text: str) -> None:
        """Keep a device's settings in the log, for the case that the device loses them.

        Raises: HostError (file-unwritable, log-vanished).
        """
        if text != self._settings:
            self._settings = text
            if self.current:
                self.current.note(Settings(text))

    def _read_checkpoint(self, text: str) -> None:
        """Find the game that goes on, as the device tells how it stands."""
        origin = self._origin
        assert origin is not None
        try:
            epoch, number = checkpoint_in(text)
        except ValueError as error:
            raise Disagreement(text) from error
        self._note_lost()
        self._handover.begin()
        path = self._find_game(origin, epoch, number) if epoch != NO_GAME else None
        if path is None or self.current is None or self.current.writer.path != path:
            self._play(self._reopen(path) if path else None)
        if self.current and self.current.referee.table.outcome():
            # Its end was taken back unseen: to a finished log nothing is added.
            self._play(None)

    def _find_game(self, origin: Origin, epoch: str, number: int) -> Path | None:
        """Return the log of the game that a checkpoint names, None where there is none."""
        upto = None if self._upto is None else max(self._upto, self._last)
        known = KnownEvents(self._shelf.logs, origin.device, origin.epoch, upto)
        self._handover.epoch = epoch
        # Where a checkpoint before this one was lost, the game goes on in a log of its own.
        _, path = known.last_told(origin.epoch)
        whole = known.whole_game_of(epoch, number)
        if path and whole and whole != path:
            self._handover.survived, path = "left", whole
        elif epoch == origin.epoch and not known.game_of(epoch, number):
            path = None
        elif path is None:
            self._handover.survived = "erasure"
            path = known.game_of(epoch, number)
            if (last := known.last_told(epoch)[0]) < number:
                self._handover.notes.append(Missing(epoch, last + 1, number))
        return path

    def _note_lost(self) -> None:
        """Note what is lost, now that it is known again what is played."""
        assert self._origin is not None
        note = self._handover.lost_in(self._origin.epoch)
        if note is None:
            return
        if self.current and not self.current.referee.table.outcome():
            self.current.note(note)
            self.durable_upto = note.last
        else:
            self._handover.notes.append(note)

    def _open(self, text: str, src: str, times: Times) -> list[Event]:
        """Begin a game, or go on with the one that a checkpoint has named."""
        self._note_lost()
        epoch, survived = self._handover.complete()
        if not epoch or self.current is None:
            return self._begin(text, src, times) + self._note_restored(survived, "pc")
        # What it says is in the log already.
        return self._note_restored(survived, src, times)

    def _note_restored(self, survived: str, src: str, times: Times = UNTIMED) -> list[Event]:
        if survived and self.current:
            self.sets_since_restore = 0
            return self.current.note(Survived(survived), src, times)
        return []

    def _begin(self, text: str, src: str, times: Times) -> list[Event]:
        origin = self._origin
        assert origin is not None
        try:
            referee, seats = begin_game(text, self._handover.board, self.names)
        except (MalformedText, Refused, ValueError) as error:
            raise Disagreement(text) from error
        game, names = referee.game, list(referee.names)
        header = header_of(game, referee.options, names, origin.device, origin.firmware, seats)
        named, self.next_log = self.next_log, None
        path = named if named and not named.exists() else None
        path = path or new_log_path(self.folder, game, self.clock())
        writer = LogWriter(path, header, self.clock, src, times=times)
        logged = LoggedReferee(referee, writer)
        self._play(logged)
        self.letters, self._hints = tuple(seats), {}
        self.sets_since_restore = None
        for note in self._handover.notes:
            logged.note(note)
        self._handover.notes.clear()
        if self._settings:
            logged.note(Settings(self._settings))
        return [header]

    def _go_on_with(self, text: str, src: str, times: Times) -> list[Event]:
        if self.current is None or self._handover.epoch:
            raise Disagreement(text)
        table = self.current.referee.table
        try:
            # The device knows its people by letters, the log has their names.
            origin = DEVICE if text.startswith(ROLLED) else DIE
            entry = entry_of(Table(table.game, self.letters), text.removeprefix(ROLLED))
            events = self.current.apply([entry], src, origin, times)
        except (MalformedText, Refused) as error:
            raise Disagreement(text) from error
        done, is_set = self.sets_since_restore, text.startswith(SET)
        self.sets_since_restore = done + 1 if is_set and done is not None else None
        return events

    def _note(self, word: str, rest: str, src: str, times: Times) -> list[Event]:
        """Note what a device has survived; return what is on the disk."""
        if self.current is None:
            return []
        event = Survived("power") if word == RESUME else Survived("error", rest)
        return self.current.note(event, src, times)

    def _note_hints(self, logged: LoggedReferee, text: str, src: str, times: Times) -> list[Event]:
        """Note who was shown the best move, or else what is said once more."""
        names, events = dict(zip(self.letters, logged.referee.names, strict=True)), list[Event]()
        try:
            counts = hint_counts(text, names)
        except ValueError as error:
            raise Disagreement(text) from error
        changed = [name for name in counts if counts[name] != self._hints.get(name, 0)]
        for name in changed or sorted(counts, key=lambda each: -counts[each])[:1]:
            events += logged.note(HintGiven(name, counts[name]), src, times)
            src = "pc"
        self._hints = counts
        return events

    def _reopen(self, path: Path) -> LoggedReferee:
        origin = self._origin
        assert origin is not None
        logged = self._shelf.reopen(path)
        past = logged.writer.past
        events = [line.event for line in past]
        self.letters = tuple(logged.writer.header.seats or "")
        self._hints = hints_in(events)
        self.sets_since_restore = sets_since_restore(past, origin.device, origin.epoch)
        noted = (settings_in(events) or [""])[-1]
        if self._settings not in ("", noted):
            logged.note(Settings(self._settings))
        self._settings = self._settings or noted
        return logged
