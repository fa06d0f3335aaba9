"""The logs of a folder: those that a crash has cut are put right as they are opened.

Decides what becomes of a log that was cut.  Must not know devices.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from schiri.disk import Lock
from schiri.errors import HostError
from schiri.log.finding import having
from schiri.log.lines import BrokenLog, Log
from schiri.log.logged import LoggedReferee
from schiri.log.replay import referee_of
from schiri.log.stored import read_file
from schiri.log.writer import LogWriter, logs_in, never_began


class Shelf:
    """The logs of one folder.

    Shape: ``torn`` are the logs whose last line was cut and is left out.
    """

    def __init__(self, folder: Path, clock: Callable[[], datetime]) -> None:
        self.torn: list[Path] = []
        self._folder = folder
        self._clock = clock

    def logs(self, mark: str) -> Iterator[tuple[Path, Log | None]]:
        """Yield each log in which a mark stands, as `logs_in` does.

        Rule: one that was cut in its first line goes.
        """
        for path, log in logs_in(self._folder, having(mark)):
            if log is None and never_began(path):
                self._remove(path)
            yield path, log

    def reopen(self, path: Path) -> LoggedReferee:
        """Go on with a log, finished or not.

        Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-not-ours,
        log-in-use).
        """
        header = read_file(path).header
        try:
            referee = referee_of(header)
        except BrokenLog as broken:
            raise HostError("log-not-ours", path=path) from broken
        writer = LogWriter(path, header, self._clock, may_be_finished=True)
        logged = LoggedReferee(referee, writer)
        if writer.was_torn:
            writer.put_right()
            self.torn.append(path)
        return logged

    def _remove(self, path: Path) -> None:
        """Remove a log that has no game: nothing of it was acknowledged.

        Rule: one that another program has open gets its first line just now.
        """
        try:
            lock = Lock(path)
        except OSError:
            # It keeps no other log from being written.
            return
        try:
            if lock.is_ours and never_began(path):
                path.unlink()
                self.torn.append(path)
        except OSError:
            return
        finally:
            lock.release()
