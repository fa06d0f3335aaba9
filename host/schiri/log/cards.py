"""The logs of card games, which the PC writes: a new one, or the last, where it goes on.

Decides which log goes on.  Must not know screens.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from schiri.errors import HostError
from schiri.log.folder import new_log_path
from schiri.log.lines import BrokenLog
from schiri.log.logged import LoggedReferee
from schiri.log.replay import referee_of
from schiri.log.writer import LogWriter, header_of, never_began, read_file
from schiri.referee import Referee

Clock = Callable[[], datetime]


def begin_log(folder: Path, clock: Clock, referee: Referee) -> LoggedReferee:
    """Return the referee of a game that begins now, with a log of its own.

    Raises: HostError (file-unwritable).
    """
    header = header_of(referee.game, referee.options, list(referee.names))
    path = new_log_path(folder, referee.game, clock())
    return LoggedReferee(referee, LogWriter(path, header, clock))


def go_on_with_last(folder: Path, clock: Clock, game: str) -> LoggedReferee | None:
    """Return the referee of the newest logged game of this kind, None where it is finished.

    A log that is not whole, or not ours, is not gone on with either: it is left as it is.
    """
    # Without the suffix, a second one of the same moment comes after the first.
    paths = sorted(folder.glob(f"*-{game}*.jsonl"), key=lambda path: path.stem)
    while paths and never_began(paths[-1]):
        paths.pop()
    if not paths:
        return None
    try:
        log = read_file(paths[-1])
        if log.is_finished:
            return None
        header = log.header
        return LoggedReferee(referee_of(header), LogWriter(paths[-1], header, clock))
    except (BrokenLog, HostError):
        return None
