"""The debug log: the lines before an unexpected error.

Decides its path and contents: every traceback with the last lines before it, and with `write_all`
each line as it comes.  Must not know the meaning of the lines.
"""

import logging
from collections import deque
from contextlib import closing
from io import TextIOWrapper
from pathlib import Path

from schiri.disk import make_folder, private
from schiri.errors import HostError, reason_of

LOGGER = logging.getLogger("schiri")
# The logger of a simulated device's tracebacks, which help the author of a game.
FAILURES = LOGGER.getChild("device")
# How many lines before a traceback are written with it, and how large a file may become.
RECENT = 200
MOST_BYTES = 1 << 20
BACKUPS = 3
FORM = "%(asctime)s.%(msecs)03d %(threadName)s %(message)s"


class DebugLog(logging.Handler):
    """The last lines, and the file for them.

    Shape: ``failure`` is why the file could not be written, or None; ``last`` is the last error,
    which may be logged at several places but is written once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.writes_all = False
        self.failure: OSError | None = None
        self.last: BaseException | None = None
        self._recent: deque[logging.LogRecord] = deque(maxlen=RECENT)

    def emit(self, record: logging.LogRecord) -> None:
        """Store a line; an error is written with the lines before it."""
        self._recent.append(record)
        if self.writes_all or record.levelno >= logging.ERROR:
            try:
                self._write()
            except OSError as error:
                self.failure = error
            else:
                self.failure = None

    def _write(self) -> None:
        # Slow to load, and needed only for writing.
        from logging.handlers import RotatingFileHandler

        class PrivateFiles(RotatingFileHandler):
            def _open(self) -> TextIOWrapper:
                """Open the file; it is called again for each new one."""
                return open(
                    self.baseFilename, "a", encoding="utf-8", errors="replace", opener=private
                )

        path = log_path()
        make_folder(path.parent)
        file = PrivateFiles(path, maxBytes=MOST_BYTES, backupCount=BACKUPS)
        file.setFormatter(logging.Formatter(FORM, "%Y-%m-%d %H:%M:%S"))
        with closing(file):
            while self._recent:
                record = self._recent.popleft()
                if file.shouldRollover(record):
                    file.doRollover()
                assert file.stream
                file.stream.write(file.format(record) + "\n")


_handler = DebugLog()
LOGGER.addHandler(_handler)
LOGGER.setLevel(logging.DEBUG)
LOGGER.propagate = False


def log_path() -> Path:
    """Return the path of the file, in the user's folder for such logs."""
    from platformdirs import user_log_path

    return user_log_path("schiri", appauthor=False) / "debug.log"


def write_all() -> bool:
    """Write each line as it comes from now on; return False if that was so already."""
    was, _handler.writes_all = _handler.writes_all, True
    return not was


def print_failures() -> None:
    """Print each traceback of a simulated device on standard error, if all is written."""
    if _handler.writes_all:
        FAILURES.addHandler(logging.StreamHandler())


def bug(error: BaseException) -> HostError:
    """Log an unexpected error; return one with words for the user."""
    if error is not _handler.last:
        _handler.last = error
        LOGGER.error("bug", exc_info=error)
    if _handler.failure:
        reason = reason_of(_handler.failure)
        return HostError("bug-unwritten", path=log_path(), reason=reason, error=repr(error))
    return HostError("bug", path=log_path())
