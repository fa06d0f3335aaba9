"""Errors of the host: ports, files and versions, each with a stable code and an exit status.

Decides the codes; the words for them are in `schiri.texts`.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Sequence
from copy import copy
from pathlib import Path


class HostError(Exception):
    """A port, a file or a version with which a command cannot go on.

    Shape: ``code`` is stable; ``details`` fill the words of that code.
    """

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = details

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def without_folder(self) -> HostError:
        """Return the error with only the name of its file, for people who do not own this PC.

        >>> HostError("file-unwritable", path="/home/ann/logs/a.jsonl").without_folder().details
        {'path': 'a.jsonl'}
        """
        brief = copy(self)
        if "path" in self.details:
            name = Path(str(self.details["path"])).name.encode("utf-8", "replace").decode()
            brief.details = {**self.details, "path": name}
        return brief


# A failed check: 1. Malformed: 2. No device, no port, no file: 3. Versions: 4. A bug: 70, as
# ``sysexits.h`` has it.
_CODES = {
    1: """
        page-refused page-unknown-name
    """,
    2: """
        no-terminal page-or-terminal build-too-small port-or-sim no-terminal-to-step no-picture
        not-solved config-malformed log-too-long log-too-large no-drive many-drives not-a-drive
        extra-missing bundle-missing bundle-of-build bundle-or-editable source-broken
    """,
    3: """
        page-full page-missing address-unusable solution-unreadable file-unreadable
        file-unwritable file-endless folder-without-locks log-not-ours log-finished log-in-use
        log-different log-vanished log-not-kept log-open log-removed page-watching port-missing
        port-busy port-denied port-failed
        port-silent no-device no-answer system-failed no-pseudo-terminals libraries-unreachable
        drive-read-only drive-full drive-gone drive-differs drive-strange deploy-unfinished
        bundle-unreadable bundle-outside bundle-damaged
    """,
    4: """
        log-too-new bundle-of-board bundle-of-version board-unsupported board-different
        board-too-small build-needs-pico-2 circuitpython-unsupported version-mismatch rules-differ
        cannot-measure
    """,
    70: """
        bug bug-unwritten bad-game
    """,
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes.split()}

# Reasons of a system, by the names of ``errno``; and one without a number.
REASONS = (
    *("EACCES", "EADDRINUSE", "EADDRNOTAVAIL", "EDQUOT", "EEXIST", "EFBIG", "EIO", "EISDIR"),
    *("ELOOP", "ENAMETOOLONG", "ENODEV", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"),
    *("damaged", "interrupted", "no-serial-port", "unknown"),
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
    # Imported late: every command loads this module, but only a missing package needs these.
    import shlex
    import subprocess

    words = [sys.executable, "-m", "pip", "install", *packages]
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


class BadGame(Exception):
    """A game from outside that is not complete, or in conflict with another.

    Shape: ``problems`` are sentences for its author.
    """

    def __init__(self, game: str, problems: Sequence[str]) -> None:
        super().__init__("\n".join([game, *problems]))
        self.game = game
        self.problems = list(problems)
