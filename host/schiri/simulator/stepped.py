"""The simulated device on a cable within this process, stepped by its caller.

Must not know threads, or what a device does: that is in `Simulator`.
"""

from schiri_device.builds import Build

from schiri.device.port import Port
from schiri.device.table_device import TableDevice
from schiri.simulator.flash import FlashFile
from schiri.simulator.simulator import ButtonPresser, Simulator
from schiri.simulator.stones import Stones
from schiri.simulator.wires import Cable


class SteppedDevice(TableDevice):
    """A simulated device of a table.

    Shape: with a ``store`` it has the journal and the id of that device; ``has_board`` says whether
    people have a real board beside it.
    """

    cable_class = Cable

    def __init__(
        self,
        build: Build,
        seed: int | None = None,
        device: str | None = None,
        store: FlashFile | None = None,
        *,
        has_board: bool = True,
    ) -> None:
        self.build, self.has_board = build, has_board
        self.cable = self.cable_class()
        self._store = store
        name = store.device if store else device
        self.simulator = Simulator(build, self.cable, seed, store, name)
        self._presser = ButtonPresser(self.simulator)

    @property
    def is_plugged(self) -> bool:
        return self.cable.is_plugged

    def plug(self, is_in: bool) -> None:
        if is_in:
            self.cable.plug()
        else:
            self.cable.pull()

    def open_port(self) -> Port:
        return self.cable.open()

    def press(self, button: str) -> bool:
        self._presser.type(button)
        return True

    def lift(self, cell: int) -> str:
        """Lift the stone off a cell of a board that feels them; return its letter, or ``.``."""
        return self._stones.lift(cell)

    def drop(self, cell: int, letter: str) -> None:
        """Put a stone on a cell."""
        self._stones.drop(cell, letter)

    @property
    def _stones(self) -> Stones:
        assert self.simulator.stones, "this build feels no stones"
        return self.simulator.stones

    def stop(self) -> None:
        if self._store:
            self._store.close()

    def step(self, at_ms: int) -> bool:
        """Let time pass for it; return whether buttons must still be pressed or released."""
        self._presser.step(at_ms)
        self.simulator.step(at_ms)
        return self._presser.is_busy
