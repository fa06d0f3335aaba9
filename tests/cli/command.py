"""A command as a user types it, in this process or in its own."""

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from schiri.cli import schiri
from schiri.cli.errors import exit_status

from tests.sources import ROOT

MAIN = "from schiri.cli import main; main()"


class Ran(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def typed(*words: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    argv = sys.argv
    sys.argv = ["schiri", *words]
    try:
        with redirect_stdout(out), redirect_stderr(err):
            status = exit_status(schiri)
    finally:
        sys.argv = argv
    return checked(status, out.getvalue(), err.getvalue())


def command_line(*words: str) -> list[str]:
    return [sys.executable, "-c", MAIN, *words]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a process: this source tree, and English."""
    folders = [ROOT / "engines", ROOT / "firmware", ROOT / "host"]
    path = os.pathsep.join(map(str, folders))
    return {**os.environ, "PYTHONPATH": path, "LANGUAGE": "", "LC_ALL": "C.UTF-8", **more}


def checked(status: int, out: str, err: str) -> Ran:
    """Return the result of a command after checking that it did not crash."""
    assert "Traceback" not in err + out
    assert "Exception" not in err + out
    assert status in (0, 1, 2, 3, 4), (status, err)
    # A failure has a reason. `log verify` and `engine why` print it on standard output.
    assert status == 0 or err or out
    return Ran(status, out, err)
