"""Writes a log file: every event is on the disk before it is reported.

Decides when a file may be continued.  Must not know the meaning of events.
"""

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from schiri_device import VERSION
from schiri_engines.options import chosen_options
from schiri_engines.registry import row_of

from schiri.disk import (
    as_host_error,
    locked,
    make_folder,
    open_private,
    open_to_read,
    sync,
    sync_folder,
    write_whole,
)
from schiri.errors import HostError, reason_of
from schiri.events import Event, Header
from schiri.json_object import Record
from schiri.log.lines import FORMAT, ROOT, UNTIMED, Line, Times, encode, iso
from schiri.log.stored import going_on, read_file
from schiri.match_options import own_options
from schiri.referee import Referee

if TYPE_CHECKING:
    from filelock import FileLock

Clock = Callable[[], datetime]
# Errors of a file system without locks.
WITHOUT_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM)


class PendingLine(NamedTuple):
    """An event, its source, and the other fields of its line.

    Shape: ``proof`` is that of a race.
    """

    event: Event
    src: str = "pc"
    times: Times = UNTIMED
    proof: Record | None = None

    def line(self, n: int, at: str) -> Line:
        """Return the line with this number and time of writing."""
        proof = {"proof": self.proof.json()} if self.proof else {}
        fields = {"n": n, "at": at, "src": self.src, **self.event.json(), **proof}
        fields |= self.times.json()
        return Line(n, at, self.src, self.event, self.times, fields)


class LogWriter:
    """A log file open for appending; until it is closed no other program appends to it.

    Shape: ``header`` is its first event; ``past`` are the events that were in the file, the header
    first; empty in a new file.  ``lines`` are all its lines now.  ``was_torn`` means that its last
    line was cut.  The file stays as it is until the next append or `put_right`, because the log may
    turn out to be another game's.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        clock: Clock,
        src: str = "pc",
        may_be_finished: bool = False,
        times: Times = UNTIMED,
    ) -> None:
        """Go on with an unfinished log of the same game, or begin a new one.

        Shape: with ``may_be_finished`` a log goes on after an end as well, because an end can be
        undone; ``src`` and ``times`` are the header's in a new one.
        Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-not-ours,
        log-finished, log-different, log-in-use, folder-without-locks).
        """
        self.path = path
        self.header = header
        self._clock = clock
        self.past: list[Line] = []
        self.lines: list[Line] = []
        self.was_torn = False
        # The length of our bytes, and whether remains after them must be removed.
        self._size = 0
        self._has_rest = False
        # Whether the last line still needs its newline.
        self._is_open = False
        self._chain = ROOT
        with ExitStack() as opened:
            # Lock before reading: lines that another program appends meanwhile would be lost.
            self._lock = _locked(path)
            opened.callback(self._lock.release)
            # Unlike `Path.exists`, this returns False for a path that is too long.
            if os.path.exists(path):
                self._resume(header, may_be_finished)
            with as_host_error(path):
                self._file = open_private(path, "ab")
            opened.callback(self._file.close)
            with as_host_error(path):
                if self.past:
                    # The last writer may have been killed before it synced.
                    sync(self._file.fileno())
                sync_folder(path.parent)
            if not self.past:
                self.append([PendingLine(header, src, times)])
            opened.pop_all()

    def _resume(self, header: Header, may_be_finished: bool) -> None:
        with going_on(self.path):
            log = read_file(self.path)
        if _game_of(log.header) != _game_of(header):
            raise HostError("log-different", path=self.path)
        if log.is_finished and not may_be_finished:
            raise HostError("log-finished", path=self.path)
        self.past = list(log.lines)
        self.lines = list(self.past)
        self.was_torn = self._has_rest = log.torn
        self._chain, self._size = log.chain, log.size
        with open_to_read(self.path) as file:
            file.seek(log.size - 1)
            self._is_open = file.read(1) != b"\n"

    def append(self, events: Iterable[PendingLine]) -> None:
        """Write events together, each with its source, and wait until the disk has them."""
        at, data, chain = self._now(), b"", self._chain
        new = [each.line(n, at) for n, each in enumerate(events, len(self.lines) + 1)]
        if not new:
            return
        for line in new:
            encoded, chain = encode(line.json, chain)
            data += encoded
        self.put_right()
        self._check_there(self._size)
        with as_host_error(self.path):
            self._write(data)
        # Data written to a deleted file is lost.
        self._check_there(self._size + len(data))
        self.lines += new
        self._chain, self._size = chain, self._size + len(data)

    def replace_header(self, header: Header) -> None:
        """Replace the header of a log without events.

        Rule: events of a game are never changed, so with an event in the log this does nothing.
        After a power cut the file has one header or the other.
        """
        if len(self.lines) > 1:
            return
        line = PendingLine(header).line(1, self._now())
        data, chain = encode(line.json, ROOT)
        with as_host_error(self.path):
            # Some systems cannot replace an open file.
            self._file.close()
            try:
                write_whole(self.path, data)
            finally:
                self._file = open_private(self.path, "ab")
        self.header, self.lines, self._is_open = header, [line], False
        self._chain, self._size = chain, len(data)

    @property
    def last(self) -> datetime | None:
        """When the last entry was made, or when the game began; None if nothing is stored."""
        made = (line for line in reversed(self.lines) if line.entry is not None)
        line = next(made, next(iter(self.lines), None))
        return datetime.fromisoformat(line.at) if line else None

    def _now(self) -> str:
        """Return the time for a line; if the PC's clock was set back, the last line's time."""
        return max([*(line.at for line in self.lines[-1:]), iso(self._clock())])

    def put_right(self) -> None:
        """Remove a cut last line from the file, or give a complete one its newline."""
        if self._is_open:
            self._check_there(self._size)
            with as_host_error(self.path):
                self._write(b"\n")
            self._size, self._is_open = self._size + 1, False
        if self._has_rest:
            with as_host_error(self.path):
                os.ftruncate(self._file.fileno(), self._size)
                sync(self._file.fileno())
            self._has_rest = False

    def close(self) -> None:
        """Close the file; everything is on the disk already."""
        self._file.close()
        self._lock.release()

    def _write(self, data: bytes) -> None:
        number = self._file.fileno()
        # Until they are synced, part of them may be in the file.
        self._has_rest = True
        while data:
            data = data[os.write(number, data) :]
        try:
            sync(number)
        except OSError:
            # How much of it is on the disk is unknown, and a reader would trust it.
            os.ftruncate(number, self._size)
            raise
        self._has_rest = False

    def _check_there(self, size: int) -> None:
        """Raise unless the file is in place and has its expected length."""
        try:
            ours = os.fstat(self._file.fileno())
            is_there = os.path.samestat(ours, os.stat(self.path)) and ours.st_size == size
        except OSError:
            is_there = False
        if not is_there:
            raise HostError("log-vanished", path=self.path)


class NoLog(LogWriter):
    """The log of a game that is not stored."""

    def __init__(self, header: Header) -> None:
        self.path = Path(os.devnull)
        self.header = header
        self.past, self.lines = [], []
        self.was_torn = False

    def append(self, events: Iterable[PendingLine]) -> None:
        """Keep nothing."""

    def replace_header(self, header: Header) -> None:
        """Remember another header."""
        self.header = header

    def put_right(self) -> None:
        """There is nothing to remove."""

    def close(self) -> None:
        """There is nothing to close."""


def _locked(path: Path) -> "FileLock":
    """Lock a log; make its folder if it is missing."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise HostError("log-not-ours", path=path)
    with as_host_error(path):
        for folder in make_folder(path.parent):
            sync_folder(folder.parent)
        try:
            lock = locked(path)
        except OSError as error:
            if error.errno not in WITHOUT_LOCKS:
                raise
            folder, reason = path.parent, reason_of(error)
            raise HostError("folder-without-locks", path=folder, reason=reason) from error
    if not lock:
        raise HostError("log-in-use", path=path)
    return lock


def header_of(
    referee: Referee,
    device: str | None = None,
    firmware: str | None = None,
    seats: str | None = None,
) -> Header:
    """Return the first event of a game's log.

    Shape: ``seats`` are the letters by which the device knows the players, in their order.
    """
    game, names = referee.game, referee.names
    # The first logs had no options of the match: they go on if those have their defaults.
    usual = chosen_options(own_options(game), {}).items()
    options = {name: value for name, value in referee.options.items() if (name, value) not in usual}
    return Header(
        FORMAT, game, options, names, seats, device, firmware, row_of(game).digest, VERSION
    )


def _game_of(header: Header) -> tuple[object, ...]:
    """Return the values that must be equal for a game to continue in a log."""
    return header.game, header.options, header.players
