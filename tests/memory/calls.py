"""The deepest chain of calls of the device, found on CPython.

Decides what counts: frames of the device's files and of the engines, from `step` on.  How many
bytes they take is for the 32-bit MicroPython to say: it plays the evening in the board's room.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import FrameType

from tests.memory import pico
from tests.sources import DEVICE, ENGINES

OURS = (str(DEVICE), str(ENGINES))


class Depth:
    """Counts frames as they come and go; ``deepest`` names those of the longest chain."""

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


def deepest_calls(build: str, folder: Path, share: int = pico.WHOLE) -> list[str]:
    """Play the evening, and return the longest chain of calls, the first one first."""
    pico.begin(folder, share)
    depth = Depth()
    # As on a board: no part of a package.
    sys.path.insert(0, str(pico.HERE))
    try:
        evening = import_module("evening")
        sys.setprofile(depth)
        while evening.play_on(build, str(folder), lambda what, end: None):
            pass
    finally:
        sys.setprofile(None)
        sys.path.remove(str(pico.HERE))
    return depth.deepest
