"""A table of the site without a browser: its page, and the port that a page opens for it."""

import json
from collections.abc import Callable
from pathlib import Path

from schiri.device.port import Port, PortLost
from schiri.errors import HostError
from schiri.simulator.stepped import SteppedDevice
from schiri.site.relayed import CLOSE, LOST, OPEN, OPENED
from schiri.site.site_table import BYTES, PORT, SiteTable
from schiri.table.intents import Answer, Intent

STEP_MS = 10
PATIENCE_MS = 30_000


class Tab:
    """A tab of a browser: the messages to its page, and the device that it reaches, if any.

    Shape: ``ports`` are those that it may open, in order.
    """

    def __init__(self, folder: Path, *ports: SteppedDevice) -> None:
        self.table = SiteTable(folder)
        self.ports = ports
        self.messages: list[dict[str, object]] = []
        self.told: list[str] = []
        self.now_ms = 0
        self._next = 0
        self._port: Port | None = None
        if ports:
            self.table.connect(True)

    def run(self, for_ms: int = 1000) -> None:
        """Let time pass, for the devices as well."""
        for _ in range(for_ms // STEP_MS):
            self.now_ms += STEP_MS
            for device in self.ports:
                device.step(self.now_ms)
            self._listen()
            for id, text in json.loads(self.table.step(self.now_ms)):
                if id == PORT:
                    self._do(text)
                elif id == BYTES and self._port:
                    self._port.write(text.encode("latin-1"))
                elif id not in (PORT, BYTES):
                    self.messages.append(json.loads(text))

    def until(self, is_so: Callable[[], object]) -> None:
        """Let time pass until a condition holds."""
        end_ms = self.now_ms + PATIENCE_MS
        while not is_so():
            assert self.now_ms < end_ms
            self.run(100)

    def do(self, intent: Intent) -> Answer:
        """Do something, and wait until it is answered and shown."""
        answers: list[Answer] = []
        self.table.do(intent, answers.append)
        self.until(lambda: answers)
        self.run(300)
        return answers[0]

    def _listen(self) -> None:
        if self._port is None:
            return
        try:
            if data := self._port.read():
                self.table.receive_port("bytes", data)
        except PortLost:
            self._port = None
            self.table.receive_port(LOST)

    def _do(self, wanted: str) -> None:
        self.told.append(wanted)
        if wanted == CLOSE:
            self._port = None
        elif wanted == OPEN:
            device = self.ports[self._next % len(self.ports)]
            self._next += 1
            try:
                self._port = device.open_port()
            except HostError:
                self.table.receive_port(LOST)
            else:
                self.table.receive_port(OPENED)
