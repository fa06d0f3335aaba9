"""The bus to the tiles, at its real speed."""

import errno

import microcontroller

from tests.firmware.seesaw import PIXELS, SCAN_MS, Seesaw
from tests.firmware.world import Here

_FIRST_ADDRESS = 0x2E
# Time of the interpreter, its driver and the library around each transfer. Not measured on a board.
_AROUND_US = 100


class I2C:
    """The master of the bus.

    Shape: ``world.spoil`` gets the tile's number and decides whether a transfer fails.
    """

    def __init__(
        self,
        scl: microcontroller.Pin,
        sda: microcontroller.Pin,
        *,
        frequency: int = 100_000,
        timeout: int = 255,
    ) -> None:
        world = Here.world
        if not any(tile.is_plugged for tile in world.tiles):
            raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
        for pin in (scl, sda):
            world.claim(pin.name)  # type: ignore[attr-defined]
        self._frequency = frequency
        self._is_locked = False
        world.scanners.append(self._scan)

    def try_lock(self) -> bool:
        """Lock the bus if it is free."""
        was_locked, self._is_locked = self._is_locked, True
        return not was_locked

    def unlock(self) -> None:
        """Unlock the bus."""
        self._is_locked = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int = 1 << 30) -> None:
        """Send bytes."""
        data = bytes(buffer[start:end])
        tile = self._reached(address, len(data))
        if data[:1] != bytes([PIXELS]):
            Here.world.end_frame()
        shown = tile.receive(data, Here.world.now_us) if data else b""
        if shown:
            Here.world.show_tile(tile.number, shown)

    def readfrom_into(
        self, address: int, buffer: bytearray, *, start: int = 0, end: int = 1 << 30
    ) -> None:
        """Fill a buffer."""
        count = len(buffer[start:end])
        tile = self._reached(address, count)
        Here.world.end_frame()
        buffer[start : start + count] = tile.answer(count)

    def _reached(self, address: int, count: int) -> Seesaw:
        """Return the tile at this address, after the time of the transfer."""
        assert self._is_locked
        world = Here.world
        number = address - _FIRST_ADDRESS
        tile = world.tiles[number] if 0 <= number < len(world.tiles) else None
        is_there = tile is not None and tile.is_plugged and world.now_us >= tile.busy_until_us
        count = count if is_there else 0
        # A byte with its acknowledgement takes nine bits; start and stop take two.
        world.spend(((1 + count) * 9 + 2) * 1_000_000 // self._frequency + _AROUND_US)
        if tile is None or not is_there or world.spoil(number):
            raise OSError(errno.ENODEV, "No such device")
        world.transfers.append((number, count))
        return tile

    def _scan(self, now_ms: int) -> None:
        if now_ms % SCAN_MS == 0:
            for tile in Here.world.tiles:
                if tile.is_plugged:
                    tile.scan(Here.world.contacts)
