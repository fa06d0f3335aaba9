"""The simulated device on a cable within this process, for whoever steps it.

Decides nothing about the device: `Simulator` does.  Must not know threads.
"""

from schiri_device.builds import Build

from schiri.device.port import Port
from schiri.simulator.button_presser import ButtonPresser
from schiri.simulator.cable import Cable
from schiri.simulator.flash_file import FlashFile
from schiri.simulator.simulator import Simulator


class SteppedDevice:
    """A simulated device to play with, a `TableDevice`.

    Shape: with a ``store`` it has what was played before, and the id of that device.
    """

    silent_ms: int | None = None
    tries_others = False

    def __init__(
        self,
        build: Build,
        seed: int | None = None,
        device: str | None = None,
        store: FlashFile | None = None,
        cable: Cable | None = None,
    ) -> None:
        self.build = build
        self.cable = cable or Cable()
        self._store = store
        name = store.device if store else device
        self.simulator = Simulator(build, self.cable, seed, store, name)
        self._presser = ButtonPresser(self.simulator)

    @property
    def is_plugged(self) -> bool | None:
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

    def start(self) -> None:
        """Begin: whoever steps it does."""

    def stop(self) -> None:
        """Close the store."""
        if self._store:
            self._store.close()

    def step(self, at_ms: int) -> bool:
        """Let time pass for it; return whether buttons are still to be pressed or let go."""
        self._presser.step(at_ms)
        self.simulator.step(at_ms)
        return self._presser.is_busy
