"""The logs of games that the PC keeps: a new one, or one that goes on.

Decides which log that is.  Must not know screens.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from schiri.errors import HostError
from schiri.log.folder import new_log_path
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.replay import referee_of
from schiri.log.stored import read_file
from schiri.log.writer import LogWriter, NoLog, header_of
from schiri.referee import Referee

Clock = Callable[[], datetime]


def begin_log(folder: Path | None, clock: Clock, referee: Referee, log: str = "") -> LoggedReferee:
    """Return the referee of a game that begins now, with a log of its own.

    Shape: where a file is named as its log, the game goes on that is unfinished there; without a
    folder and a file it is kept nowhere.
    Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-not-ours, log-finished,
    log-different, log-in-use).
    """
    header = header_of(referee.game, referee.options, list(referee.names))
    if folder is None and not log:
        return LoggedReferee(referee, NoLog(header))
    path = Path(log) if log or folder is None else new_log_path(folder, referee.game, clock())
    return LoggedReferee(referee, LogWriter(path, header, clock))


def go_on_with(path: Path, clock: Clock) -> LoggedReferee:
    """Return the referee of a game of cards that goes on where its log ends.

    Raises: HostError (file-unreadable, file-unwritable, log-too-new, log-not-ours, log-finished,
    log-in-use).
    """
    try:
        header = read_file(path).header
        return LoggedReferee(referee_of(header), LogWriter(path, header, clock))
    except BrokenLog as broken:
        raise HostError("log-not-ours", path=path) from broken
