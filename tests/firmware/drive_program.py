"""The device's program, run as on the drive, in a world of fakes."""

import gc
import runpy
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

import pytest
from schiri.device.client import DeviceClient
from schiri.device.reports import Connected, EventReceived, Report
from schiri_device.app import device
from schiri_device.app.device import Device, Output
from schiri_device.builds import Build
from schiri_device.ticks import Edge, elapsed

from tests.firmware.world import FIRST_TICK, TheEnd, World, name_of, wires
from tests.sources import DRIVE

PRESS_MS = 40
# What the console says after the first start of all.
EMPTY = "Schiri: the memory is empty: the device is new, or a power cut has erased it"


def load_all() -> None:
    """Load the device's modules; here that takes no time, unless a test replaces it."""


class Step(NamedTuple):
    """The input and output of one step of the device; the frame is None unless it is new."""

    at_ms: int
    edges: list[tuple[str, bool]]
    frame: bytes | None
    sent: bytes


class Pc:
    """A PC at the other end of the cable. It requests all events and keeps them."""

    def __init__(self, world: World) -> None:
        self.reports: list[Report] = []
        self.client = DeviceClient()
        self._world = world
        world.at(0, self._step)

    def plug_in(self) -> None:
        """Open the port, and continue with the next event."""
        self._world.cable.dtr = True
        self.client.open(self._world.now_ms)

    def unplug(self) -> None:
        """Close the port."""
        self._world.cable.dtr = False
        self.client.close()

    def texts(self) -> list[str]:
        """Return the texts of the events."""
        return [report.text for report in self.reports if isinstance(report, EventReceived)]

    def _step(self) -> None:
        cable, now_ms = self._world.cable, self._world.now_ms
        if cable.dtr and cable.is_reading:
            for report in self.client.receive(now_ms, bytes(cable.received)):
                self.reports.append(report)
                if isinstance(report, Connected):
                    self.client.go_on_from(len(self.texts()) + 1)
                elif isinstance(report, EventReceived):
                    self.client.acknowledge(report.number)
            cable.received.clear()
            cable.to_device += self.client.send(now_ms)
        self._world.at(now_ms + 5, self._step)


def press(world: World, build: Build, button: str, at_ms: int) -> None:
    """Press a button at a time, and release it."""
    way = wires(build)[button]
    world.at(at_ms, lambda: world.contacts.add(way))
    world.at(at_ms + PRESS_MS, lambda: world.contacts.remove(way))


def press_all(world: World, build: Build, buttons: str, from_ms: int = 500) -> int:
    """Press buttons in order; return the time after the last one."""
    for button in buttons.split():
        press(world, build, button, from_ms)
        from_ms += 3 * PRESS_MS
    return from_ms


def run(world: World, monkeypatch: pytest.MonkeyPatch, name: str) -> list[Step]:
    """Run `code.py` for a build until the world ends; return the device's steps.

    Raises: any error that the device would survive, or that a test has found.
    """
    from schiri_device.hal.console import Guard

    def fall(self: object, what: object, *more: object) -> NoReturn:
        raise next(each for each in (what, *more) if isinstance(each, Exception))

    with monkeypatch.context() as patch:
        patch.setattr(Guard, "survive", fall)
        patch.setattr(Guard, "give_up", fall)
        return run_guarded(world, monkeypatch, name)


def run_guarded(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    until: type[BaseException] = TheEnd,
) -> list[Step]:
    """Run it unchanged, until the world ends or the device restarts."""
    steps: list[Step] = []
    rescues = world.rescues

    class Watched(Device):
        def __init__(self, *args: Any) -> None:
            load_all()
            rescues.append(args[5])
            quiet = (*args[:5], False, *args[6:])
            super().__init__(*quiet)
            self.output.is_restart = False

        def step(
            self,
            now_ms: int,
            edges: Sequence[Edge],
            received: bytes,
            room: int,
            scan: Sequence[int] | None = None,
        ) -> Output:
            output: Output = super().step(now_ms, edges, received, room, scan)
            seen = [(name_of(self.build, edge.key), edge.pressed) for edge in edges]
            frame = bytes(output.frame) if output.is_fresh else None
            steps.append(Step(elapsed(now_ms, FIRST_TICK), seen, frame, output.sent))
            return output

    monkeypatch.setenv("SCHIRI_BUILD", name)
    with monkeypatch.context() as patch, pytest.raises(until):
        patch.setattr(device, "Device", Watched)
        # The board collects garbage after each module; here that only takes time.
        patch.setattr(gc, "collect", lambda: 0)
        runpy.run_path(str(DRIVE / "code.py"), run_name="code")
    return steps
