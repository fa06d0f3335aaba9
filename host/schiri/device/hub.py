"""A device at work on this PC: its link, and the device itself where it is simulated.

Decides which threads there are: one owns the port, one runs the simulated device.  Whoever shows
the table, a terminal or a page, reads the `LiveTable` and speaks to the device through here.
"""

import threading
import time
from typing import Protocol

from schiri_device.builds import Build

from schiri.device.cable import Cable
from schiri.device.finder import port_opener
from schiri.device.link import Handler, Link, LinkThread
from schiri.device.simulator import Simulator
from schiri.device.typist import Typist
from schiri.faults import Fault

STEP_S = 0.005
SILENT_MS = 5000


class Hub(Protocol):
    """A device, real or simulated."""

    def start(self) -> None:
        """Begin."""

    def stop(self) -> None:
        """End, and let go of everything."""

    def ask(self, text: str) -> None:
        """Ask the device for something, over the link."""

    def press(self, button: str) -> None:
        """Press one of the device's buttons."""

    @property
    def fault(self) -> Fault | None:
        """What has ended the link, or keeps it from being opened."""


class RealDevice:
    """A device on a port.

    Shape: ``path`` None takes the first that is found.
    """

    def __init__(self, path: str | None, handle: Handler) -> None:
        self._link = Link(port_opener(path), handle, wants_lights=True, silent_ms=SILENT_MS)
        self._thread = LinkThread(self._link)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._thread.stop()

    def ask(self, text: str) -> None:
        self._link.ask(text)

    def press(self, button: str) -> None:
        # A press from afar; the device takes it as one of its own.
        self._link.ask(f"press {button}")

    @property
    def fault(self) -> Fault | None:
        return self._thread.error or self._link.fault


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
