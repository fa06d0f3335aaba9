"""Runs the simulated device in a thread.

Decides when each of the two ends works. Must not know what the device does.
"""

import threading
import time

from schiri.device.port import WAIT_S
from schiri.simulator.stepped import SteppedDevice
from schiri.simulator.wires import Cable

# The interval between steps while the device is idle.
STEP_S = 0.005


class WaitingCable(Cable):
    """A cable whose ends wait a moment for bytes of the other one.

    Shape: ``work`` is set while there is something to do for the device.
    """

    def __init__(self) -> None:
        super().__init__()
        self._arrived = threading.Event()
        self.work = threading.Event()

    def pull(self) -> None:
        super().pull()
        self.wake()

    def wake(self) -> None:
        self._arrived.set()

    def device_writes(self, data: bytes) -> int:
        taken = super().device_writes(data)
        if data:
            self.wake()
        return taken

    def wait(self) -> None:
        self._arrived.wait(WAIT_S)
        self._arrived.clear()

    def host_writes(self, data: bytes) -> None:
        super().host_writes(data)
        self.work.set()


class SimulatedDevice(SteppedDevice):
    """A simulated device in a thread of its own."""

    cable_class = WaitingCable
    cable: WaitingCable
    _thread: threading.Thread | None = None
    _is_stopping = False

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread:
            self._is_stopping = True
            self.cable.work.set()
            self._thread.join()
        super().stop()

    def press(self, button: str) -> bool:
        is_pressed = super().press(button)
        self.cable.work.set()
        return is_pressed

    def _run(self) -> None:
        start = time.monotonic()
        while not self._is_stopping:
            self.cable.work.wait(STEP_S)
            self.cable.work.clear()
            self.step(round((time.monotonic() - start) * 1000))
            if self.simulator.has_more:
                self.cable.work.set()
