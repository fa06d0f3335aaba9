"""Any caller can step the worker: it runs without threads, as in a browser."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import ROOT
from tests.table import unthreaded


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", program, str(folder)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_whole_game_is_played_without_a_thread(tmp_path: Path) -> None:
    words = [sys.executable, "-m", unthreaded.__name__, str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and " lines, " in done.stdout


@pytest.mark.parametrize(
    "program",
    [
        "from schiri.table import session",
        "from schiri.simulator import threaded",
        "import threading; threading.Thread(target=print).start()",
        "import queue",
        "import socket",
    ],
)
def test_threads_are_found(program: str, tmp_path: Path) -> None:
    forbid = f"from {unthreaded.__name__} import forbid; forbid()\n"
    assert run(forbid, tmp_path).returncode == 0
    assert run(forbid + program, tmp_path).returncode == 1
