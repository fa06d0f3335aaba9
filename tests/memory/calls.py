"""The evening on CPython: what is seen of it, and the deepest chain of calls of the device.

Decides what counts: frames of the device's files and of the engines, from `step` on.  How many
bytes they take is for the 32-bit MicroPython to say: it plays the evening in the board's room.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

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


def deepest_calls(build: str, folder: Path, share: int = pico.WHOLE) -> tuple[list[str], list[str]]:
    """Play the evening; return its longest chain of calls, the first one first, and what was seen.

    Shape: a check of all that was shown and said up to there, by phase, as in `pico.Figures`.
    """
    pico.begin(folder, share)
    depth = Depth()
    seen: list[str] = []

    def look(evening: Any, end: int) -> None:
        if end:
            seen.append(f"{evening.phase}: {evening.digest()}")

    # As on a board: no part of a package.
    sys.path.insert(0, str(pico.HERE))
    try:
        evening = import_module("evening")
        sys.setprofile(depth)
        while evening.play_on(build, str(folder), look):
            pass
    finally:
        sys.setprofile(None)
        sys.path.remove(str(pico.HERE))
    return depth.deepest, seen
