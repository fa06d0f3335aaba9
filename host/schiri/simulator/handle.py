"""The simulated device at work on this PC: a thread that runs it.

Decides nothing about the device: `Simulator` does.
"""

import threading
import time

from schiri_device.builds import Build

from schiri.device.port import Port
from schiri.simulator.button_presser import ButtonPresser
from schiri.simulator.cable import Cable
from schiri.simulator.flash_file import FlashFile
from schiri.simulator.simulator import Simulator

STEP_S = 0.005


class SimulatedDevice:
    """A simulated device on a cable within this process.

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
    ) -> None:
        self.build = build
        self.cable = Cable()
        self._store = store
        name = store.device if store else device
        self.simulator = Simulator(build, self.cable, seed, store, name)
        self._presser = ButtonPresser(self.simulator)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)

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
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._store:
            self._store.close()

    def step(self, at_ms: int) -> bool:
        """Let time pass for it; return whether buttons are still to be pressed or let go."""
        self._presser.step(at_ms)
        self.simulator.step(at_ms)
        return self._presser.is_busy

    def _run(self) -> None:
        start = time.monotonic()
        while not self._stop.wait(STEP_S):
            self.step(round((time.monotonic() - start) * 1000))
