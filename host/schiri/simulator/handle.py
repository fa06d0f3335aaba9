"""The simulated device at work on this PC: a thread that runs it, and one that owns its cable.

Decides nothing about the device: `Simulator` does.
"""

import threading
import time

from schiri_device.builds import Build

from schiri.device.connection import Connection, ConnectionThread, Handler
from schiri.errors import HostError
from schiri.simulator.button_presser import ButtonPresser
from schiri.simulator.cable import Cable
from schiri.simulator.simulator import Simulator

STEP_S = 0.005


class SimulatedDevice:
    """A simulated device on a cable within this process."""

    def __init__(self, build: Build, handle: Handler, seed: int | None = None) -> None:
        self.cable = Cable()
        self._simulator = Simulator(build, self.cable, seed)
        self._presser = ButtonPresser(self._simulator)
        self._connection = Connection(self.cable.open, handle, wants_lights=True)
        self._connection_thread = ConnectionThread(self._connection)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._connection_thread.start()

    def stop(self) -> None:
        self._connection_thread.stop()
        self._stop.set()
        self._thread.join()

    def ask(self, text: str) -> None:
        self._connection.ask(text)

    def press(self, button: str) -> None:
        self._presser.type(button)

    @property
    def error(self) -> HostError | None:
        return self._connection_thread.error

    def _run(self) -> None:
        start = time.monotonic()
        while not self._stop.wait(STEP_S):
            at_ms = round((time.monotonic() - start) * 1000)
            self._presser.step(at_ms)
            self._simulator.step(at_ms)
