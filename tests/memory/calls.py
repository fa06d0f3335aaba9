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
    lights and messages so far, by phase, as in `pico.Figures`.
    """

    chain: list[str]
    seen: list[str]


@cache
def played(build: str) -> Evening:
    """Play the evening, once for all tests."""
    with TemporaryDirectory() as folder:
        return _played(build, pico.begin(Path(folder)))


def _played(build: str, folder: Path) -> Evening:
    depth = Depth()
    seen: list[str] = []

    def look(evening: Any, end: int) -> None:
        if end:
            seen.append(f"{evening.phase}: {evening.digest()}")

    # As on a board: the module is not part of a package.
    sys.path.insert(0, str(pico.HERE))
    try:
        evening = import_module("evening")
        sys.setprofile(depth)
        while evening.play_on(build, str(folder), look):
            pass
    finally:
        sys.setprofile(None)
        sys.path.remove(str(pico.HERE))
    return Evening(depth.deepest, seen)
