"""Synchronises a device with its logs: reports become events on the disk, and lost games are
restored.

Decides what each report leads to, what is requested without an intent, and whether device and
referee agree.  Must not know threads, ports, or who shows the table.
"""

import re
from binascii import crc32
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple, cast

from schiri_device.builds import load
from schiri_engines.game import BoardGame
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import board_digests

from schiri.device import reports
from schiri.device.client import FOREVER_MS, NO_EPOCH, DeviceClient, Done, Request
from schiri.device.reports import NOBODY, DeviceView
from schiri.disk import as_host_error, write_whole
from schiri.errors import HostError
from schiri.events import Event, Incident
from schiri.log.lines import Times, iso
from schiri.log.stored import read_file
from schiri.names import person_of
from schiri.recording.device_text import begin_game
from schiri.recording.event_store import Disagreement, EventSource, EventStore, sets_since_restore
from schiri.recording.restore import RESTORE, SETTINGS, restore_requests, set_requests
from schiri.referee import Referee

# How far the time of day may drift from the link's clock between two reports.
ASTRAY = timedelta(seconds=1)
# The end of the name of an option of one player.
PERSONAL = re.compile(r"-[a-d]$")
Match = tuple[str, frozenset[str], tuple[tuple[str, str], ...]]
# Bytes of a journal in a line of its file.
BYTES_A_LINE = 32


class Result(NamedTuple):
    """The result of a game: its match, and its winners, none in a draw."""

    match: Match
    winners: tuple[str, ...]


Results = dict[Path, Result]


def match_of(referee: Referee) -> Match:
    """Return the key of a game's match: game, players and options, in any seats."""
    # Personal options follow the person when seats change.
    options = sorted((PERSONAL.sub("", name), value) for name, value in referee.options.items())
    return referee.game, frozenset(map(person_of, referee.names)), tuple(options)


class ReadTime(NamedTuple):
    """The time of reading a report: by the client's clock, and the time of day.

    Shape: ``is_astray`` means that the PC slept or its clock was set since the last report; then
    the time of reports is unknown.
    """

    at_ms: int
    at: datetime
    is_astray: bool = False

    def then(self, at_ms: int, at: datetime) -> "ReadTime":
        passed = timedelta(milliseconds=at_ms - self.at_ms)
        return ReadTime(at_ms, at, abs(at - self.at - passed) > ASTRAY)

    def times(self, event: reports.EventReceived) -> Times:
        if event.ago_ms is None or self.is_astray:
            return Times(event.at_ms)
        when = self.at - timedelta(milliseconds=event.ago_ms)
        return Times(event.at_ms, iso(when), event.within_ms)


class DeviceSync:
    """The recording of a device: a fold of its reports into logs and a state.

    Shape: ``device`` is what the device has reported, at first the build that it may have; its
    refusal stays until the next event.  ``set_aside`` is why it has
    set its journal aside, and the path of the stored journal.  ``results`` has the result of each
    game, by its log; another recording can continue them.
    """

    def __init__(
        self,
        store: EventStore,
        client: DeviceClient,
        device: DeviceView = NOBODY,
        results: Results | None = None,
    ) -> None:
        self.store, self.client = store, client
        self.device = device
        self.results = {} if results is None else results
        self.set_aside: tuple[str, Path] | None = None
        # The request that restores a game, while it is open, and the texts that follow it.
        self._request: Request | None = None
        self._later: Sequence[str] = ()
        # The requests that resume a game, and the callback for when the device has it.
        self._resuming: tuple[Sequence[str], Done] | None = None
        self._read_time: ReadTime | None = None
        # The snapshot that must still be compared, and whether an empty device was restored.
        self._snapshot: reports.Snapshot | None = None
        self._is_restored = False
        # Why the last device was lost, and the devices that answered since the program began.
        self._lost = reports.ANEW
        self._met: set[str] = set()

    @property
    def referee(self) -> Referee | None:
        current = self.store.current
        return current.referee if current else None

    def results_of(self, referee: Referee) -> tuple[tuple[str, ...], ...]:
        """Return the winners of each finished game of a match, one after the other."""
        match, results = match_of(referee), reversed(self.results.values())
        found = [each.winners for each in takewhile(lambda each: each.match == match, results)]
        return tuple(found[::-1])

    def resume(self, requests: Sequence[str], done: Done) -> Request:
        """Let the device resume a game by these requests; return the first of them.

        Rule: ``done`` is called once it has the game, or never if it is lost before that.
        """
        self._resuming = requests, done
        self._ask(requests)
        assert self._request
        return self._request

    def disconnect(self) -> None:
        self.device = self.device._replace(connected=None)

    def handle(self, report: reports.Report, received_ms: int) -> list[Event]:
        """Handle a report of the connection; return the events that are on the disk.

        Raises: HostError (version-mismatch, rules-differ, and errors of the log).
        """
        if not self._read_time or received_ms != self._read_time.at_ms:
            # Once for all reports that came together: writing takes time.
            now = self.store.clock()
            was = self._read_time
            self._read_time = was.then(received_ms, now) if was else ReadTime(received_ms, now)
        events: list[Event] = []
        match report:
            case reports.Connected():
                self._connect(report)
            case reports.EventReceived():
                durable_upto = self.store.progress.durable
                events = self._record(report, self._read_time)
                if self.store.progress.durable > durable_upto:
                    # It is on the disk: the device may forget it.
                    self.client.acknowledge(self.store.progress.durable)
            case reports.Gone(_, last):
                self.store.lose(last)
            case reports.Snapshot():
                self._snapshot = report
                self._restore(report)
            case reports.SetAside(why, data):
                # The device may forget its journal once the disk has it.
                assert self.device.connected is not None
                path = store_journal(self.store.folder, self.device.connected.device, data)
                self.set_aside = why, path
                self.client.mark_stored(crc_of(data))
            case reports.RefusalReport():
                self.device = self.device._replace(refusal=report)
            case reports.DeviceStatus():
                self.device = self.device._replace(status=report)
            case reports.TimeLeft():
                self.device = self.device._replace(left=report._replace(at_ms=received_ms))
            case reports.Lights():
                self.device = self.device._replace(lights=report)
            case reports.SettingsReceived(settings):
                self.store.set_settings(settings)
            case reports.Lost(reason):
                if self.device.connected or self._lost == reports.SILENT:
                    self._lost = reason
                self.disconnect()
                if reason != reports.ANEW:
                    # It must be requested again when the device is back.
                    self._resuming = None
            case reports.WrongVersion(oldest, newest):
                raise HostError("version-mismatch", oldest=oldest, newest=newest)
        if self.store.progress.last and self._request and self._request.text.startswith(RESTORE):
            # Something has happened there, so a busy device will not accept a game any more.
            self._request.until_ms = 0
        self._compare()
        return events

    def forget_refusal(self) -> None:
        """Show the last refusal no longer: something else was done."""
        self.device = self.device._replace(refusal=None)

    def _connect(self, report: reports.Connected) -> None:
        if report.rules not in board_digests():
            raise HostError("rules-differ", firmware=report.firmware)
        was = self.device.connected
        # For an unknown build, the panel of the last build stays.
        build = load(report.build) or self.device.build
        self.device = self.device._replace(connected=report, build=build)
        self._snapshot, self._is_restored = None, False
        self._ask(())
        if report.epoch == NO_EPOCH:
            self.store.leave()
            return
        self.store.go_on(EventSource(report.device, report.epoch, report.firmware), report.last)
        if was is None and self.store.current:
            if report.device not in self._met:
                self.store.current.note(Incident("pc"))
            elif self._lost not in (reports.ANEW, reports.SILENT):
                # A device that has restarted reports that itself.  A device that was only silent
                # was not unplugged: the PC was slow or slept.
                self.store.current.note(Incident("cable"))
        self._met.add(report.device)
        self.client.go_on_from(self.store.progress.last + 1)
        if self.store.progress.durable:
            self.client.acknowledge(self.store.progress.durable)

    def _record(self, event: reports.EventReceived, read_time: ReadTime) -> list[Event]:
        self.forget_refusal()
        try:
            events = self.store.record(event.number, event.text, read_time.times(event))
        except Disagreement as disagreement:
            self.device = self.device._replace(disagreement=str(disagreement))
            return []
        if current := self.store.current:
            # An end can be undone, so the score follows the state and does not count ends.
            state = current.referee.state()
            self.results.pop(current.writer.path, None)
            if state.over:
                result = Result(match_of(current.referee), tuple(state.winner))
                self.results[current.writer.path] = result
        return events

    def _restore(self, snapshot: reports.Snapshot) -> None:
        """Restore the device's game if it had to restart for it, or has lost it."""
        if self._resuming:
            # It has restarted to load another game.
            self._ask(self._resuming[0])
            return
        connected = self.device.connected
        # A device with other rules reports this as well.
        has_journal = connected is not None and connected.epoch != NO_EPOCH
        if connected is None or snapshot.last or not has_journal or self._is_restored:
            return
        # It is empty: it may have lost a game that our logs have.
        self._is_restored = True
        folder = self.store.folder
        self._ask(restore_requests(folder, connected.device, connected.epoch))

    def _ask(self, requests: Sequence[str]) -> None:
        """Make these requests one after the other, instead of earlier ones."""
        if self._request:
            self.client.cancel(self._request)
        self._request, self._later = None, requests[1:]
        if requests:
            # It may be restarting with another game, or show a notice that somebody has to see.
            self._request = self.client.ask(requests[0], self._go_on, FOREVER_MS)

    def _go_on(self, refusal: reports.RefusalReport | None) -> None:
        """Go on with the next request; a refusal ends them, except one of settings."""
        assert self._request
        if refusal and not self._request.text.startswith(SETTINGS):
            self._later = ()
        self._request = None
        self._ask(self._later)
        if self._request is None and self._resuming:
            (_, done), self._resuming = self._resuming, None
            done(refusal)

    def _compare(self) -> None:
        """Compare the device's snapshot with our game, once we have its last event."""
        snapshot, last = self._snapshot, self.store.progress.last
        if snapshot is None or snapshot.last > last:
            return
        self._snapshot = None
        current, (origin, *_) = self.store.current, self.store.progress
        is_behind = self.store.progress.lost is not None
        if snapshot.last < last or not snapshot.began or current is None or is_behind:
            return
        done = sets_since_restore(current.writer.lines, origin.device, origin.epoch)
        if done is not None:
            # The device must return to the position from before the restore.
            requests = set_requests(read_file(current.writer.path))
            if done < len(requests):
                # Something happened between them.
                self._ask(requests)
                return
        referee = current.referee
        theirs = _position_of(snapshot, referee.options.get("board", ""))
        if theirs != board_text_of(referee):
            self.device = self.device._replace(disagreement=theirs)


def _position_of(snapshot: reports.Snapshot, board: str) -> str:
    """Return the position after the entries of a snapshot, on our painted board."""
    try:
        referee, _ = begin_game(snapshot.began, board, {})
        for entry in snapshot.entries:
            # A snapshot has no times; the end of one changes no board.
            if not entry.startswith("flag "):
                referee.command(entry)
    except (MalformedText, Refused, ValueError):
        return snapshot.began
    return board_text_of(referee)


def board_text_of(referee: Referee) -> str:
    return cast(BoardGame, referee.table.game).board_text()


# Journals that devices have set aside, as files


def crc_of(data: bytes) -> str:
    """Return the CRC-32 of a journal as written in the link and in the name of its file.

    >>> crc_of(b"123456789")
    'cbf43926'
    """
    return f"{crc32(data):08x}"


def store_journal(folder: Path, device: str, data: bytes) -> Path:
    """Write a journal in hex and wait until the disk has it; return its path."""
    name = re.sub(r"[^0-9A-Za-z]", "_", device)
    path = folder / f"journal-{name}-{crc_of(data)}.hex"
    text = data.hex("\n", -BYTES_A_LINE) + "\n"
    with as_host_error(path):
        write_whole(path, text.encode())
    return path
