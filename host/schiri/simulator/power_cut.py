"""A store whose power fails in the midst of a write.

Decides when.  What a write leaves that was cut is the store's to know.
"""

from itertools import islice

from schiri.simulator.flash import Flash


class PowerCut(BaseException):
    """The power has failed under the device: no code of its own sees that, or lives on."""


class PowerCutStore:
    """A store like the one behind it, until its power is cut.

    >>> store = PowerCutStore(Flash(4))
    >>> store.cut_at(1, 4)
    >>> store[0:3] = b"abc"
    Traceback (most recent call last):
    schiri.simulator.power_cut.PowerCut
    >>> store[0:2]
    bytearray(b'ab')
    """

    def __init__(self, flash: Flash) -> None:
        self._flash = flash
        self._writes = 0
        self._stage = 0

    def cut_at(self, write: int, stage: int) -> None:
        """Cut the power in this write, the next one 1, and in this stage of it."""
        self._writes, self._stage = write, stage

    def __len__(self) -> int:
        return len(self._flash)

    def __getitem__(self, place: slice) -> bytearray:
        return self._flash[place]

    def __setitem__(self, place: slice, data: bytes | bytearray) -> None:
        if self._writes:
            self._writes -= 1
            if not self._writes:
                # What has fewer stages is done.
                left = list(islice(self._flash.cuts(place, bytes(data)), self._stage + 1))
                if len(left) > self._stage:
                    self._flash.data[:] = left[-1]
                else:
                    self._flash[place] = data
                raise PowerCut
        self._flash[place] = data
