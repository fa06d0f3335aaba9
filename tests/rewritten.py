"""The store of a chip that rewrites all of it; `tests.stores` runs on MicroPython as well."""

from collections.abc import Iterator

from schiri.simulator.flash import Flash


class Rewritten(Flash):
    """The memory of a chip (Espressif) that rewrites all of it: its content is the old or the
    new.
    """

    def cuts(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield the possible contents after a power cut: the old or the new."""
        yield bytes(self.data)
        yield self._with(place.start, data)
