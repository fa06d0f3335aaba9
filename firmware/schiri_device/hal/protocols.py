"""What the hardware's side asks of the rest, as types alone: nothing imports this while it runs."""

from collections.abc import Callable
from typing import Protocol

import keypad
from nvm import ByteArray

from ..builds.build import Build
from ..builds.protocols import Bus, Group

# Returns the ticks.
Clock = Callable[[], int]
Scanner = keypad.Keys | keypad.KeyMatrix
# A chip's non-volatile memory, or what stands in for one.
Memory = ByteArray | bytearray


class Wire(Protocol):
    """What speaks with a chip on a bus, while it is entered."""

    def __enter__(self) -> object: ...
    def __exit__(self, *error: object) -> None: ...
    def write(self, buf: bytes | bytearray) -> None: ...
    def readinto(self, buf: bytearray) -> None: ...


class Lights(Protocol):
    """What shows frames."""

    def submit(self, frame: bytearray) -> None: ...
    def show(self) -> bool: ...
    def finish(self) -> None: ...
    def coming_up(self) -> None: ...
    def alarm(self) -> None: ...


class Lamp(Protocol):
    """A light of the board itself."""

    value: bool


class Failing(Protocol):
    """What the guard knows of a device."""

    mode_name: str

    def fail(self, now_ms: int, text: str) -> None: ...


class Holder(Protocol):
    """What holds back memory for the worst moment."""

    def hold(self) -> None: ...
    def release(self) -> None: ...


class Output(Protocol):
    """What the guard knows of what a step wants done."""

    is_fresh: bool


__all__ = [
    "Build",
    "Bus",
    "Clock",
    "Failing",
    "Group",
    "Holder",
    "Lamp",
    "Lights",
    "Memory",
    "Output",
    "Scanner",
    "Wire",
]
