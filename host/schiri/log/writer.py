"""A log file that is being written: every event is on the disk before anybody is told.

Decides when a file may be continued.  Must not know what the events mean.
"""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from schiri_engines.catalog import RULES_DIGEST

from schiri import VERSION
from schiri.faults import Fault
from schiri.log.lines import FORMAT, ROOT, BrokenLog, Log, NewerLog, encode, read
from schiri.log.times import iso

Clock = Callable[[], datetime]

# What must be the same for a game to go on in a log.
SAME = ("game", "options", "players")


def read_file(path: Path) -> Log:
    """Return the log in a file.

    Raises: Fault (file-unreadable, file-endless, log-too-new), BrokenLog.
    """
    try:
        if path.is_char_device():
            raise Fault("file-endless", path=path)
        return read(path.read_bytes())
    except OSError as error:
        raise Fault("file-unreadable", path=path, reason=error.strerror) from error
    except NewerLog as newer:
        raise Fault("log-too-new", path=path, format=newer.format) from newer


class LogWriter:
    """A log file open for appending.

    Shape: ``past`` are the events that the file held before, the header first; empty in a new
    file.  ``was_torn`` tells that its last line was cut; the rest of it stays until something is
    appended, for whoever opened the log may find that it is not this game's.
    """

    def __init__(
        self,
        path: Path,
        header: dict[str, Any],
        clock: Clock,
        src: str = "pc",
        may_be_finished: bool = False,
    ) -> None:
        """Go on with an unfinished log of the same game, or begin a new one.

        Shape: ``may_be_finished`` goes on after an end as well, for an end can be undone.
        Raises: Fault (file-unreadable, file-unwritable, log-too-new, log-not-ours,
        log-finished, log-different).
        """
        self.path = path
        self._clock = clock
        self.past: list[dict[str, Any]] = []
        self.was_torn = False
        self._whole_size: int | None = None
        self._n = 0
        self._chain = ROOT
        # Unlike `Path.exists`, this takes a path that is too long as one that is not there.
        if os.path.exists(path):
            self._resume(header, may_be_finished)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise Fault("file-unwritable", path=path, reason=error.strerror) from error
        if not self.past:
            self.append(header, src)

    def _resume(self, header: dict[str, Any], may_be_finished: bool) -> None:
        if not self.path.is_file():
            raise Fault("log-not-ours", path=self.path)
        try:
            log = read_file(self.path)
        except BrokenLog as broken:
            raise Fault("log-not-ours", path=self.path) from broken
        if any(log.events[0].get(key) != header.get(key) for key in SAME):
            raise Fault("log-different", path=self.path)
        if log.is_finished and not may_be_finished:
            raise Fault("log-finished", path=self.path)
        self.past, self.was_torn = log.events, log.torn
        self._n, self._chain = len(log.events), log.chain
        if log.torn:
            self._whole_size = log.size

    def append(self, event: dict[str, Any], src: str = "pc") -> None:
        """Write one event and wait until the disk has it.

        Raises: Fault (file-unwritable).
        """
        line, chain = encode(self._n + 1, iso(self._clock()), src, event, self._chain)
        try:
            if self._whole_size is not None:
                self._file.truncate(self._whole_size)
                self._whole_size = None
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Fault("file-unwritable", path=self.path, reason=error.strerror) from error
        self._n, self._chain = self._n + 1, chain

    def close(self) -> None:
        """Close the file; all is on the disk already."""
        self._file.close()


def header_of(
    game: str,
    options: dict[str, str],
    players: list[str],
    device: str | None = None,
    firmware: str | None = None,
    seats: str | None = None,
) -> dict[str, Any]:
    """Return the first event of a game's log.

    Shape: ``seats`` are the letters by which the device knows the players, in their order.
    """
    return {
        "event": "game",
        "format": FORMAT,
        "game": game,
        "options": options,
        "players": players,
        "seats": seats,
        "device": device,
        "firmware": firmware,
        "rules": RULES_DIGEST,
        "schiri": VERSION,
    }
