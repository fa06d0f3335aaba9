"""The simulated device at work on this PC: a thread that runs it.

Decides when each of the two ends is at work, and nothing about the device.
"""

import threading
import time

from schiri.device.port import READ_S
from schiri.simulator.stepped import SteppedDevice
from schiri.simulator.wires import Cable

STEP_S = 0.005


class WaitingCable(Cable):
    """A cable whose host's end waits a moment for bytes of the device."""

    def __init__(self) -> None:
        super().__init__()
        self._arrived = threading.Event()

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

    def host_reads(self) -> bytes:
        self._arrived.wait(READ_S)
        self._arrived.clear()
        return super().host_reads()


class SimulatedDevice(SteppedDevice):
    """A simulated device in a thread of its own."""

    cable_class = WaitingCable
    _thread: threading.Thread | None = None

    def start(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="device", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread:
            self._stop.set()
            self._thread.join()
        super().stop()

    def _run(self) -> None:
        start = time.monotonic()
        while not self._stop.wait(STEP_S):
            self.step(round((time.monotonic() - start) * 1000))
