"""A device's table, live: its events into logs, its state for whoever looks.

Decides what is told of a link: what the device shows, the game, refusals, and loudly when device
and referee do not agree.  Runs in the thread that owns the port; others read.
"""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import RULES_DIGEST

from schiri.device.client import NO_EPOCH, DeviceClient
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
from schiri.log.notes import survived
from schiri.log.times import times_of
from schiri.recording.device_text import begin_game
from schiri.recording.journals import crc_of, store_journal
from schiri.recording.recorder import SET, Disagreement, Origin, Recorder
from schiri.recording.restore import RestoreQueue, restore_requests
from schiri.referee import Referee

Event = dict[str, Any]

# As much may the time of day go apart from the link's clock, from one report to the next.
ASTRAY = timedelta(seconds=1)


class LiveTable:
    """What is known of the table at a device.

    Shape: ``connected`` is None while no device answers; ``now`` is what it is doing;
    ``refusal`` is the last one that the
    device has lit, until the next event; ``disagreement`` is what device and referee see
    differently; ``set_aside`` is why a device has set its journal aside, and where that is now.
    ``tell`` is called after every report, in the link's thread.
    """

    def __init__(self, recorder: Recorder, tell: Callable[[Report, list[Event]], None]) -> None:
        self.recorder = recorder
        self.connected: Connected | None = None
        self.lights: Lights | None = None
        self.now: DeviceStatus | None = None
        self.refusal: DeviceRefusal | None = None
        self.disagreement: str | None = None
        self.set_aside: tuple[str, Path] | None = None
        self._winners: dict[Path, list[str]] = {}
        self._tell = tell
        self._snapshot: Snapshot | None = None
        # What we know of a device that has nothing, and whether that was begun to give back.
        self._giving = RestoreQueue()
        self._has_given = False
        self._told = 0
        self._met: set[str] = set()
        # Whether the device was lost because it asked to be greeted.
        self._began_anew = False
        # What was heard last: when by the peer's clock, and by the time of day.
        self._heard: tuple[int, datetime] | None = None
        self._is_astray = False

    @property
    def score(self) -> Counter[str]:
        """How many games each player has won since the program began."""
        return Counter(name for winners in self._winners.values() for name in winners)

    @property
    def referee(self) -> Referee | None:
        """The referee of the game that goes on."""
        current = self.recorder.current
        return current.referee if current else None

    def handle(self, report: Report, client: DeviceClient) -> None:
        """Handle a report of the link.

        Raises: HostError (version-mismatch, rules-differ, and what a log raises).
        """
        events: list[Event] = []
        self._hear(client.heard_ms)
        if isinstance(report, Connected):
            self._connect(report, client)
        elif isinstance(report, EventReceived):
            events = self._take(report, client)
        elif isinstance(report, Snapshot):
            self._take_snapshot(report, client)
        elif isinstance(report, Gone):
            self.recorder.lose(report.last)
            self._told = report.last
        elif isinstance(report, SetAside):
            self._store(report, client)
        elif isinstance(report, DeviceRefusal):
            self.refusal = report
        elif isinstance(report, Answered):
            if not self._giving.take(report, client.ask, self._told == 0):
                self.refusal = report.refusal
        elif isinstance(report, DeviceStatus):
            self.now = report
        elif isinstance(report, Lights):
            self.lights = report
        elif isinstance(report, SettingsReceived):
            self.recorder.set_settings(report.settings)
        elif isinstance(report, Lost):
            if self.connected:
                self._began_anew = report.reason == ANEW
            self.connected = None
        elif isinstance(report, WrongVersion):
            raise HostError("version-mismatch", oldest=report.oldest, newest=report.newest)
        self._compare(client)
        self._tell(report, events)

    def _connect(self, report: Connected, client: DeviceClient) -> None:
        if report.rules != RULES_DIGEST:
            raise HostError("rules-differ", firmware=report.firmware)
        was_gone = self.connected is None
        self.connected = report
        self._snapshot = None
        self._has_given = False
        client.cancel(self._giving.asked)
        if report.epoch == NO_EPOCH:
            self._told = 0
            self.recorder.leave()
            return
        origin = Origin(report.device, report.epoch, report.firmware)
        self._told = self.recorder.go_on(origin)
        began_anew = self._began_anew and report.device in self._met
        if was_gone and self.recorder.current and not began_anew:
            # A device that has begun anew tells by itself what has happened.
            what = "cable" if report.device in self._met else "pc"
            self.recorder.current.note(survived(what))
        self._met.add(report.device)
        client.go_on_from(self._told + 1)
        if self.recorder.durable_upto:
            client.acknowledge(self.recorder.durable_upto)

    def _hear(self, heard_ms: int) -> None:
        """Look at the time of day, once for all that was heard together."""
        if self._heard and heard_ms == self._heard[0]:
            return
        now = self.recorder.clock()
        if self._heard:
            # Where the PC slept, or its clock was set, what was on its way has no known time.
            passed = timedelta(milliseconds=heard_ms - self._heard[0])
            self._is_astray = abs(now - self._heard[1] - passed) > ASTRAY
        self._heard = heard_ms, now

    def _times(self, told: EventReceived) -> Event:
        if told.ago_ms is None or self._heard is None or self._is_astray:
            return times_of(told.at_ms)
        when = self._heard[1] - timedelta(milliseconds=told.ago_ms)
        return times_of(told.at_ms, when, told.within_ms)

    def _take(self, told: EventReceived, client: DeviceClient) -> list[Event]:
        self.refusal = None
        durable_upto = self.recorder.durable_upto
        try:
            events = self.recorder.take(told.number, told.text, self._times(told))
        except Disagreement as no:
            self.disagreement = no.text
            return []
        if current := self.recorder.current:
            # An end can be undone, so the score follows the state and does not count ends.
            self._winners[current.writer.path] = current.referee.state()["winner"]
        if self.recorder.durable_upto > durable_upto:
            # It is on the disk: the device may forget it.
            client.acknowledge(self.recorder.durable_upto)
        self._told = told.number
        return events

    def _take_snapshot(self, snapshot: Snapshot, client: DeviceClient) -> None:
        self._snapshot = snapshot
        # A device with other rules tells it as well.
        has_journal = self.connected is not None and self.connected.epoch != NO_EPOCH
        if snapshot.last == 0 and has_journal and not self._has_given:
            # It has nothing: whether it says so or not, it may have had something of ours.
            self._has_given = True
            self._giving.begin(self._to_give_back(), client.ask)

    def _store(self, aside: SetAside, client: DeviceClient) -> None:
        """Keep a journal that a device has set aside; it may forget it once the disk has it.

        Raises: HostError (file-unwritable).
        """
        assert self.connected is not None
        path = store_journal(self.recorder.folder, self.connected.device, aside.data)
        self.set_aside = aside.why, path
        client.stored(crc_of(aside.data))

    def _to_give_back(self) -> list[str]:
        """Return what to ask of a device that has lost its journal, for us to agree again."""
        assert self.connected is not None
        device, epoch = self.connected.device, self.connected.epoch
        return restore_requests(self.recorder.folder, device, epoch)

    def _compare(self, client: DeviceClient) -> None:
        """Hold the device's snapshot against our game, once we have all that it speaks of."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.last > self._told:
            return
        self._snapshot = None
        ours = self.referee
        if snapshot.last < self._told or not snapshot.began or ours is None:
            return
        if self.recorder.is_behind:
            return
        done = self.recorder.sets_since_restore
        if done is not None:
            requests = [each for each in self._to_give_back() if each.startswith(SET)]
            if done < len(requests):
                # Something came between them.
                self._giving.begin(requests, client.ask)
                return
        theirs = _position_of(snapshot, ours.options.get("board", ""))
        if theirs != ours.table.game.position():
            self.disagreement = theirs


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
