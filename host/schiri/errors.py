"""Errors of the host: ports, files and versions, each with a stable code and an exit status.

Decides the codes; the words for them are in `schiri.texts`.
"""

import errno
import sys
from collections.abc import Sequence


class HostError(Exception):
    """A port, a file or a version that does not do.

    Shape: ``code`` is stable; ``details`` fill the words of that code.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    @property
    def status(self) -> int:
        """The exit status that stands for it."""
        return STATUS[self.code]


# The check says no: 1.  Malformed: 2.  No device, no port, no file: 3.  Versions: 4.  A bug: 70, as
# ``sysexits.h`` has it.
STATUS = {
    "bug": 70,
    "bug-unwritten": 70,
    "bad-game": 70,
    "no-terminal": 2,
    "page-or-terminal": 2,
    "page-refused": 1,
    "page-full": 3,
    "page-missing": 3,
    "address-unusable": 3,
    "build-too-small": 2,
    "port-or-sim": 2,
    "no-terminal-to-step": 2,
    "no-picture": 2,
    "not-solved": 2,
    "solution-unreadable": 3,
    "config-malformed": 2,
    "file-unreadable": 3,
    "file-unwritable": 3,
    "file-endless": 3,
    "log-not-ours": 3,
    "log-finished": 3,
    "log-in-use": 3,
    "log-different": 3,
    "log-vanished": 3,
    "log-not-kept": 3,
    "log-too-long": 2,
    "log-too-new": 4,
    "port-missing": 3,
    "port-busy": 3,
    "port-failed": 3,
    "port-silent": 3,
    "no-device": 3,
    "no-answer": 3,
    "system-failed": 3,
    "no-pseudo-terminals": 3,
    "no-drive": 2,
    "many-drives": 2,
    "not-a-drive": 2,
    "extra-missing": 2,
    "libraries-unreachable": 3,
    "drive-read-only": 3,
    "drive-full": 3,
    "drive-gone": 3,
    "drive-differs": 3,
    "deploy-unfinished": 3,
    "bundle-missing": 2,
    "bundle-unreadable": 3,
    "bundle-outside": 3,
    "bundle-damaged": 3,
    "bundle-of-build": 2,
    "bundle-of-board": 4,
    "bundle-of-version": 4,
    "board-unsupported": 4,
    "board-different": 4,
    "circuitpython-unsupported": 4,
    "version-mismatch": 4,
    "rules-differ": 4,
    "cannot-measure": 4,
}


# Why a system refuses something, by the names of ``errno``; and what has no number there.
REASONS = (
    *(
        "EACCES",
        "EADDRINUSE",
        "EADDRNOTAVAIL",
        "EDQUOT",
        "EFBIG",
        "EIO",
        "EISDIR",
        "ELOOP",
        "ENAMETOOLONG",
        "ENODEV",
        "ENOENT",
        "ENOSPC",
        "ENOTDIR",
    ),
    *("EPERM", "EROFS", "interrupted", "no-serial-port", "unknown"),
)


def reason_of(error: OSError) -> str:
    """Return why a system refused something: one of `REASONS`, or another name of ``errno``.

    >>> reason_of(OSError(28, "No space left on device")), reason_of(OSError("?"))
    ('ENOSPC', 'unknown')
    """
    return errno.errorcode.get(error.errno or 0, "unknown")


def install_line(*packages: str) -> str:
    """Return the line that installs packages for the interpreter that runs.

    >>> install_line("numpy").endswith(" -m pip install numpy")
    True
    """
    # Only who lacks something needs them, and every command loads this module.
    import shlex
    import subprocess

    words = [sys.executable, "-m", "pip", "install", *packages]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


class BadGame(Exception):
    """A game from outside that is not complete, or takes what another has.

    Shape: ``problems`` are what is wrong, for whoever writes the game.
    """

    def __init__(self, game: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join([game, *problems]))
        self.game = game
        self.problems = list(problems)
