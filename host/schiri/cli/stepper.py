"""A table that a command steps itself, in its own thread.

Decides when a round is done, and which error ends the command.  Must not know what is printed.
"""

import time
from collections.abc import Callable
from pathlib import Path
from secrets import randbelow

from schiri.clock import local_time, now_ms
from schiri.device.table_device import TableDevice
from schiri.events import Event
from schiri.table.device_game import ReportListener
from schiri.table.intents import Answer, Intent
from schiri.table.state import TableState
from schiri.table.worker import TableWorker

# How long to wait for a port that is not there.
WAIT_S = 0.05


class TableStepper:
    """A table, stepped by whoever asks something of it.

    Shape: ``state`` is the newest moment, ``events`` what happened and is not told yet;
    ``on_state`` is called with the moment before each, once the game has begun.  ``folder``,
    ``memory`` and ``listener`` are the worker's.
    """

    def __init__(
        self,
        device: TableDevice,
        folder: Path | None,
        memory: Path | None,
        listener: ReportListener | None = None,
    ) -> None:
        self._device = device
        self._worker = TableWorker(device, folder, local_time, memory, randbelow, listener=listener)
        self.state = self._worker.state
        self.events: list[Event] = []
        self.on_state: Callable[[TableState], object] | None = None

    def step(self) -> bool:
        """Do one round; return whether a port is open.

        Raises: HostError (what keeps anything more from being done; before the game has begun
        also what keeps the port from being opened).
        """
        is_open = self._worker.step(now_ms())
        was, self.state = self.state, self._worker.state
        if self.state is not was:
            error = self.state.fault or (None if self.on_state else self.state.device.missing)
            if error:
                raise error
            self.events += self.state.events.since(was.events.upto)
            if self.on_state:
                self.on_state(was)
        return is_open

    def take_events(self) -> list[Event]:
        """Return what happened and is not told yet, once."""
        events, self.events = self.events, []
        return events

    def wait(self) -> None:
        """Do one round, and where no port is open wait until one may be."""
        if not self.step():
            time.sleep(WAIT_S)

    def do(self, intent: Intent) -> Answer:
        """Carry out an intent; return the answer once the state has what it did."""
        answers: list[Answer] = []
        self._worker.carry_out(intent, now_ms(), answers.append)
        while not answers:
            self.wait()
        self.step()
        return answers[0]

    def close(self) -> None:
        """Give the device its lights back, and close port and log."""
        try:
            while self._worker.let_go(now_ms()):
                pass
        finally:
            self._worker.close()
            self._device.stop()
