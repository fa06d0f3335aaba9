"""What whoever handles the reports of a device wants done about it, as values.

Decides what there is to do; `DeviceClient` does it.
"""

from typing import NamedTuple


class GoOnFrom(NamedTuple):
    """Ask for the events from this number on."""

    number: int


class Acknowledge(NamedTuple):
    """Tell the device that the events up to this one are on our disk, or gone."""

    number: int


class Ask(NamedTuple):
    """Ask the device for something in so many ms; the answer has the same key."""

    text: str
    in_ms: int = 0
    key: str = ""


class Cancel(NamedTuple):
    """Forget what was asked for with this key and has no answer yet."""

    key: str


class MarkStored(NamedTuple):
    """Tell the device that the journal with this CRC, which it has set aside, is on our disk."""

    crc: str


Action = GoOnFrom | Acknowledge | Ask | Cancel | MarkStored
