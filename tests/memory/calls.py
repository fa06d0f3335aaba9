"""The evening on CPython: its visible results, and the deepest chain of calls of the device.

Decides which frames count: those of the device's files and of the engines, from `step` on.  Their
bytes can only be measured on the 32-bit MicroPython, which plays the evening with the board's call
stack.
"""

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

from tests.counts import count
from tests.memory import pico
from tests.sources import DEVICE, ENGINES

OURS = (str(DEVICE), str(ENGINES))


class Depth:
    """Counts frames at calls and returns; ``deepest`` names those of the longest chain."""

    def __init__(self) -> None:
        self.deepest: list[str] = []
        self._chain: list[FrameType] = []

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            self._chain.append(frame)
            if len(self._chain) > len(self.deepest):
                self.deepest = [_name_of(each) for each in self._chain]
        elif event == "return" and self._chain and self._chain[-1] is frame:
            self._chain.pop()


def _name_of(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}"


class Evening(NamedTuple):
    """A played evening.

    Shape: ``chain`` is its longest chain of calls, the first one first; ``seen`` a check of all
    lights and messages so far, by phase, as in `pico.Figures`; ``starts`` the files of each fresh
    start, by the phase that it begins with.
    """

    chain: list[str]
    seen: list[str]
    starts: dict[str, pico.Files]

    def measured(self) -> list[pico.Files]:
        """Return the starts to measure in a short evening."""
        return [files for phase, files in self.starts.items() if phase.endswith(pico.MEASURED)]


@cache
def here(build: str) -> Evening:
    """Play the evening of a sample, or of the proof, once for all tests."""
    with TemporaryDirectory() as folder:
        return played(build, Path(folder), count(pico.SHORT, pico.WHOLE))


def played(build: str, folder: Path, share: int = pico.WHOLE) -> Evening:
    """Play the evening."""
    files = pico.blank(share)
    pico.begin(folder, files)
    depth, done = Depth(), Evening([], [], {})

    def look(evening: Any, end: int) -> None:
        if files:
            done.starts[evening.phase] = dict(files)
            files.clear()
        if end:
            done.seen.append(f"{evening.phase}: {evening.digest()}")

    # As on a board: the module is not part of a package.
    sys.path.insert(0, str(pico.HERE))
    try:
        evening = import_module("evening")
        sys.setprofile(depth)
        while evening.play_on(build, str(folder), look):
            files |= {path.name: path.read_bytes() for path in folder.iterdir()}
    finally:
        sys.setprofile(None)
        sys.path.remove(str(pico.HERE))
    return done._replace(chain=depth.deepest)
