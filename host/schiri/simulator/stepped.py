"""The simulated device on a cable within this process, stepped by its caller.

Must not know threads, or what a device does: that is in `Simulator`.
"""

from schiri_device.app.device import Device
from schiri_device.builds import Build

from schiri.device.port import Port
from schiri.device.table_device import TableDevice
from schiri.simulator.flash import FlashFile
from schiri.simulator.simulator import ButtonPresser, Simulator
from schiri.simulator.stones import SimulatedHands
from schiri.simulator.wires import Cable

# The modes in which a device that feels its stones waits until they lie as its lights show.
WAITING = ("lay", "resume", "put-right")


def wanted_stones(device: Device) -> str:
    """Return the stones for which a device waits, "" for none."""
    if device.mode_name not in WAITING:
        return ""
    return device.pending.letters if device.pending else device.match.game.cells()


class SteppedDevice(TableDevice):
    """A simulated device of a table.

    Shape: with a ``store`` it has the journal and the id of that device; ``has_board`` says whether
    people have a real board beside it.  A board that feels its stones is the real one.
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
        self.build, self.has_board = build, has_board or build.sensors is not None
        self.cable = self.cable_class()
        self._store = store
        name = store.device if store else device
        self.simulator = Simulator(build, self.cable, seed, store, name)
        self._presser = ButtonPresser(self.simulator)
        stones = self.simulator.stones
        self.hands = self._hands = SimulatedHands(stones) if stones else None

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

    def stop(self) -> None:
        if self._store:
            self._store.close()

    def step(self, at_ms: int) -> bool:
        """Let time pass for it; return whether buttons or stones must still be moved."""
        self._presser.step(at_ms)
        is_moving = self._hands is not None and self._hands.step(at_ms)
        self.simulator.step(at_ms)
        if self._hands:
            self._hands.wanted = wanted_stones(self.simulator.device)
        return self._presser.is_busy or is_moving
