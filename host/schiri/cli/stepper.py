"""A table that a command steps in its own thread.

Decides when a round is done, and which error ends the command.  Must not know what is printed.
"""

import time
from collections.abc import Callable
from pathlib import Path
from secrets import randbelow

from schiri.clock import local_time, now_ms
from schiri.device.reports import DeviceView
from schiri.device.table_device import TableDevice
from schiri.events import Event
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.table.worker import TableWorker

# The interval between attempts to open a missing port.
WAIT_S = 0.05


class TableStepper:
    """A table, stepped by its caller.

    Shape: ``state`` is the newest state, ``events`` are those not taken yet; ``on_state`` is called
    with the state before each, once the game has begun.  ``folder`` and ``memory`` are the
    worker's.
    """

    def __init__(
        self,
        device: TableDevice,
        folder: Path | None,
        memory: Path | None,
    ) -> None:
        self._worker = TableWorker(device, folder, local_time, memory, randbelow)
        self.state = self._worker.state
        self.events: list[Event] = []
        self.on_state: Callable[[TableState], object] | None = None

    @property
    def device(self) -> DeviceView:
        return self.state.device

    def step(self) -> bool:
        """Do one round; return whether a port is open.

        Raises: HostError (errors that stop the table; before the game begins also why the port
        cannot be opened).
        """
        is_open = self._worker.step(now_ms())
        was, self.state = self.state, self._worker.state
        if self.state is not was:
            error = self.state.fault or (None if self.on_state else self.device.missing)
            if error:
                raise error
            if self.state.game:
                upto = was.game.events.upto if was.game else 0
                self.events += self.state.game.events.since(upto)
            if self.on_state:
                self.on_state(was)
        return is_open

    def take_events(self) -> list[Event]:
        events, self.events = self.events, []
        return events

    def wait(self) -> None:
        """Do one round, then wait a moment for the device."""
        if self.step():
            self._worker.wait()
        else:
            time.sleep(WAIT_S)

    def wait_for_device(self) -> None:
        while not (self.device.connected and self.device.status):
            self.wait()

    def do(self, intent: Intent) -> Answer:
        """Carry out an intent; return the answer once the state shows its effect."""
        answers: list[Answer] = []
        self._worker.carry_out(intent, now_ms(), answers.append)
        while not answers:
            self.wait()
        self.step()
        return answers[0]

    def close(self) -> None:
        self._worker.end(now_ms)
