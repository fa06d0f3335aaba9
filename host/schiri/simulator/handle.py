"""The simulated device at work on this PC: a thread that runs it, and one that owns its cable.

Decides nothing about the device: `Simulator` does.
"""

import threading
import time

from schiri_device.builds import Build

from schiri.device.connection import Handler, Link, LinkThread
from schiri.errors import Fault
from schiri.simulator.button_presser import Typist
from schiri.simulator.cable import Cable
from schiri.simulator.simulator import Simulator

STEP_S = 0.005


class SimulatedDevice:
    """A simulated device on a cable within this process."""

    def __init__(self, build: Build, handle: Handler, seed: int | None = None) -> None:
        self.cable = Cable()
        self._simulator = Simulator(build, self.cable, seed)
        self._typist = Typist(self._simulator)
        self._link = Link(self.cable.open, handle, wants_lights=True)
        self._link_thread = LinkThread(self._link)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._link_thread.start()

    def stop(self) -> None:
        self._link_thread.stop()
        self._stop.set()
        self._thread.join()

    def ask(self, text: str) -> None:
        self._link.ask(text)

    def press(self, button: str) -> None:
        self._typist.type(button)

    @property
    def fault(self) -> Fault | None:
        return self._link_thread.error

    def _run(self) -> None:
        start = time.monotonic()
        while not self._stop.wait(STEP_S):
            at_ms = round((time.monotonic() - start) * 1000)
            self._typist.step(at_ms)
            self._simulator.step(at_ms)
