"""The store of a chip that rewrites all of it; `tests.stores` runs on MicroPython as well."""

from collections.abc import Iterator

from schiri.simulator.flash import Flash


class Rewritten(Flash):
    """The non-volatile memory of a chip that rewrites all of it (Espressif): the old or the new."""

    def cuts(self, place: slice, data: bytes) -> Iterator[bytes]:
        """Yield what a power cut leaves: the old, or the new."""
        yield bytes(self.data)
        yield self._with(place.start, data)
