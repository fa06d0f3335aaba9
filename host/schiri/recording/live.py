"""A device's table, live: its events into logs, its state for whoever looks.

Decides what becomes of each report: what the device shows, the game, refusals, and whether device
and referee agree.  Runs in the thread that owns the port; other threads read.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import RULES_DIGEST

from schiri.device.actions import Acknowledge, Action, Ask, Cancel, GoOnFrom, MarkStored
from schiri.device.client import NO_EPOCH
from schiri.device.reports import (
    ANEW,
    Answered,
    Connected,
    DeviceRefusal,
    DeviceStatus,
    EventReceived,
    Gone,
    Lights,
    Lost,
    Report,
    SetAside,
    SettingsReceived,
    Snapshot,
    WrongVersion,
)
from schiri.errors import HostError
from schiri.events import Event, Survived
from schiri.log.stored import read_file
from schiri.log.times import Times, times_of
from schiri.recording.device_text import begin_game
from schiri.recording.journals import crc_of, store_journal
from schiri.recording.known_events import Origin
from schiri.recording.recorder import Disagreement, Recorder
from schiri.recording.restore import RestoreQueue, restore_requests, set_requests
from schiri.referee import Referee

# As much may the time of day go apart from the link's clock, from one report to the next.
ASTRAY = timedelta(seconds=1)


class Result(NamedTuple):
    """How a game ended: who played it, and who has won, nobody in a draw."""

    game: str
    names: tuple[str, ...]
    winners: tuple[str, ...]


class LiveTable:
    """What is known of the table at a device.

    Shape: ``connected`` is None while no device answers; ``now`` is what it is doing;
    ``refusal`` is the last one that the
    device has lit, until the next event; ``disagreement`` is what device and referee see
    differently; ``set_aside`` is why a device has set its journal aside, and where that is now.
    ``results`` has how each game ended, by its log; another table may go on with them.
    ``tell`` is called after every report, in the link's thread.
    """

    def __init__(
        self,
        recorder: Recorder,
        tell: Callable[[Report, list[Event]], None],
        results: dict[Path, Result] | None = None,
    ) -> None:
        self.recorder = recorder
        self.connected: Connected | None = None
        self.lights: Lights | None = None
        self.now: DeviceStatus | None = None
        self.refusal: DeviceRefusal | None = None
        self.disagreement: str | None = None
        self.set_aside: tuple[str, Path] | None = None
        self.results = {} if results is None else results
        self._tell = tell
        self._snapshot: Snapshot | None = None
        # What a device is asked that has nothing, and whether it was asked in this connection.
        self._restoring = RestoreQueue()
        self._has_restored = False
        # What brings back a game that somebody wants to go on, until it is there.
        self._wanted: list[str] = []
        self._told = 0
        self._met: set[str] = set()
        # Whether the device was lost because it asked to be greeted.
        self._began_anew = False
        # What was heard last: when by the client's clock, and by the time of day.
        self._last_received: tuple[int, datetime] | None = None
        self._is_astray = False

    @property
    def score(self) -> Counter[str]:
        """How many games each player has won since the program began."""
        return Counter(name for result in self.results.values() for name in result.winners)

    def results_of(self, referee: Referee) -> tuple[tuple[str, ...], ...]:
        """Return who has won each game of one kind that the same people have ended here."""
        played = {referee.game, *referee.names}
        results = self.results.values()
        return tuple(each.winners for each in results if {each.game, *each.names} == played)

    @property
    def referee(self) -> Referee | None:
        """The referee of the game that goes on."""
        current = self.recorder.current
        return current.referee if current else None

    def resume(self, requests: list[str]) -> list[Action]:
        """Let the device go on with a game by these requests; return what is to be done."""
        self._wanted = requests
        return [*self._restoring.begin(requests)]

    @property
    def is_resuming(self) -> bool:
        """Whether a game that is to go on is not there yet."""
        return bool(self._wanted)

    def handle(self, report: Report, received_ms: int) -> list[Action]:
        """Handle a report of the connection, heard at this time; return what is to be done.

        Raises: HostError (version-mismatch, rules-differ, and what a log raises).
        """
        events: list[Event] = []
        actions: list[Action] = []
        self._read_clock(received_ms)
        match report:
            case Connected():
                actions += self._connect(report)
            case EventReceived():
                events, acks = self._record(report)
                actions += acks
            case Snapshot():
                actions += self._handle_snapshot(report)
            case Gone(_, last):
                self.recorder.lose(last)
                self._told = last
            case SetAside():
                actions.append(self._store(report))
            case DeviceRefusal():
                self.refusal = report
            case Answered() if self._restoring.is_answered_by(report):
                actions += self._restoring.go_on_after(report, self._told == 0)
                if not self._restoring.key:
                    self._wanted = []
            case DeviceStatus():
                self.now = report
            case Lights():
                self.lights = report
            case SettingsReceived(settings):
                self.recorder.set_settings(settings)
            case Lost(reason):
                self._began_anew = reason == ANEW if self.connected else self._began_anew
                self.connected = None
                if reason != ANEW:
                    # Whoever wanted it wants it once more when the device is back.
                    self._wanted = []
            case WrongVersion(oldest, newest):
                raise HostError("version-mismatch", oldest=oldest, newest=newest)
        actions += self._compare()
        self._tell(report, events)
        return actions

    def _connect(self, report: Connected) -> list[Action]:
        if report.rules != RULES_DIGEST:
            raise HostError("rules-differ", firmware=report.firmware)
        was_gone = self.connected is None
        self.connected = report
        self._snapshot = None
        self._has_restored = False
        actions: list[Action] = [Cancel(self._restoring.key)] if self._restoring.key else []
        if report.epoch == NO_EPOCH:
            self._told = 0
            self.recorder.leave()
            return actions
        origin = Origin(report.device, report.epoch, report.firmware)
        self._told = self.recorder.go_on(origin, report.last)
        began_anew = self._began_anew and report.device in self._met
        if was_gone and self.recorder.current and not began_anew:
            # A device that has begun anew tells by itself what has happened.
            what = "cable" if report.device in self._met else "pc"
            self.recorder.current.note(Survived(what))
        self._met.add(report.device)
        actions.append(GoOnFrom(self._told + 1))
        if self.recorder.durable_upto:
            actions.append(Acknowledge(self.recorder.durable_upto))
        return actions

    def _read_clock(self, received_ms: int) -> None:
        """Read the time of day, once for all reports that came together."""
        if self._last_received and received_ms == self._last_received[0]:
            return
        now = self.recorder.clock()
        if self._last_received:
            # Where the PC slept, or its clock was set, what was on its way has no known time.
            passed = timedelta(milliseconds=received_ms - self._last_received[0])
            self._is_astray = abs(now - self._last_received[1] - passed) > ASTRAY
        self._last_received = received_ms, now

    def _times(self, told: EventReceived) -> Times:
        if told.ago_ms is None or self._last_received is None or self._is_astray:
            return times_of(told.at_ms)
        when = self._last_received[1] - timedelta(milliseconds=told.ago_ms)
        return times_of(told.at_ms, when, told.within_ms)

    def _record(self, told: EventReceived) -> tuple[list[Event], list[Action]]:
        self.refusal = None
        durable_upto = self.recorder.durable_upto
        try:
            events = self.recorder.record(told.number, told.text, self._times(told))
        except Disagreement as disagreement:
            self.disagreement = disagreement.text
            return [], []
        if current := self.recorder.current:
            # An end can be undone, so the score follows the state and does not count ends.
            state, names = current.referee.state(), tuple(current.referee.names)
            self.results.pop(current.writer.path, None)
            if state.over:
                result = Result(state.game, names, tuple(state.winner))
                self.results[current.writer.path] = result
        self._told = told.number
        if self.recorder.durable_upto > durable_upto:
            # It is on the disk: the device may forget it.
            return events, [Acknowledge(self.recorder.durable_upto)]
        return events, []

    def _handle_snapshot(self, snapshot: Snapshot) -> list[Ask]:
        self._snapshot = snapshot
        if self._wanted:
            # It has begun anew, to have another game in memory.
            return self._restoring.begin(self._wanted)
        # A device with other rules tells it as well.
        has_journal = self.connected is not None and self.connected.epoch != NO_EPOCH
        if snapshot.last != 0 or not has_journal or self._has_restored:
            return []
        # It has nothing: whether it says so or not, it may have had something of ours.
        self._has_restored = True
        return self._restoring.begin(self._restore_requests())

    def _store(self, aside: SetAside) -> MarkStored:
        """Keep a journal that a device has set aside; it may forget it once the disk has it.

        Raises: HostError (file-unwritable).
        """
        assert self.connected is not None
        path = store_journal(self.recorder.folder, self.connected.device, aside.data)
        self.set_aside = aside.why, path
        return MarkStored(crc_of(aside.data))

    def _restore_requests(self) -> list[str]:
        """Return what to ask of a device that has lost its journal, for us to agree again."""
        assert self.connected is not None
        device, epoch = self.connected.device, self.connected.epoch
        return restore_requests(self.recorder.folder, device, epoch)

    def _requests_of_current(self) -> list[str]:
        """Return what to ask so that the device puts the game as it stood before it took it."""
        assert self.recorder.current is not None
        return set_requests(read_file(self.recorder.current.writer.path))

    def _compare(self) -> list[Ask]:
        """Compare the device's snapshot with our game, once we have its last event."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.last > self._told:
            return []
        self._snapshot = None
        ours = self.referee
        if snapshot.last < self._told or not snapshot.began or ours is None:
            return []
        if self.recorder.is_behind:
            return []
        done = self.recorder.sets_since_restore
        if done is not None:
            requests = self._requests_of_current()
            if done < len(requests):
                # Something came between them.
                return self._restoring.begin(requests)
        theirs = _position_of(snapshot, ours.options.get("board", ""))
        if theirs != ours.table.game.position():
            self.disagreement = theirs
        return []


def _position_of(snapshot: Snapshot, board: str) -> str:
    """Return the position that the entries of a snapshot lead to, on our painted board."""
    try:
        referee = begin_game(snapshot.began, board, {}).referee
        for entry in snapshot.entries:
            referee.command(entry)
    except (MalformedText, Refused, ValueError):
        return snapshot.began
    position: str = referee.table.game.position()
    return position
