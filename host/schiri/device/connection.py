"""The connection: one device over one port, which is opened again after a loss.

Decides when a port is opened.  Must not know the meaning of reports: their handler says from which
event to go on, and which are on the disk.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from schiri.debug_log import LOGGER
from schiri.device.client import DeviceClient
from schiri.device.port import Port, PortLost
from schiri.device.reports import Action, Lost, Report
from schiri.errors import HostError

REOPEN_MS = 500


# Handles a report that arrived at this time, in the thread that owns the port; returns actions.
Handler = Callable[[Report, int], Iterable[Action]]


class Connection:
    """A device over a port.

    Shape: ``open_port`` returns an open port or raises HostError; `poll` does one round and never
    waits: what it has found is shown before `wait` waits for more.  ``silent_ms`` is the longest
    silence of a port before it counts as not ours, None for a known one; with ``tries_others`` it
    is then closed, and the next one opened.
    Units: times in ms.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        handle: Handler,
        wants_lights: bool = False,
        silent_ms: int | None = None,
        tries_others: bool = False,
    ) -> None:
        self.client = DeviceClient(wants_lights)
        self.error: HostError | None = None
        self._open_port = open_port
        self._handle = handle
        self._port: Port | None = None
        self._try_at_ms = 0
        self._silent_ms, self._tries_others = silent_ms, tries_others
        # Whether the open port has answered as one of our devices.
        self._has_answered = False
        self._opened_ms = 0

    def poll(self, now_ms: int) -> bool:
        """Do one round; return whether the port is open.

        Shape: ``error`` is why the last opening failed.
        """
        if self._port is None and not self._open(now_ms):
            return False
        assert self._port is not None
        try:
            received = self._port.read()
            if received:
                LOGGER.debug("< %r", received)
            self._receive(now_ms, received)
            while line := self.client.send(now_ms):
                LOGGER.debug("> %r", line)
                self._port.write(line)
            self._check_silence(now_ms)
        except PortLost as lost:
            self._lose(now_ms, str(lost))
        return self._port is not None

    def wait(self) -> None:
        """Wait a moment for bytes of an open port; one that is lost shows in the next round."""
        if self._port:
            with suppress(PortLost):
                self._port.wait()

    def wake(self) -> None:
        """Let a wait for the device end at once; any thread may."""
        if port := self._port:
            port.wake()

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _open(self, now_ms: int) -> bool:
        if now_ms < self._try_at_ms:
            return False
        try:
            self._port = self._open_port()
        except HostError as error:
            self.error = error
            self._try_at_ms = now_ms + REOPEN_MS
            return False
        self.error = None
        self._opened_ms = now_ms
        self._has_answered = self._has_answered and not self._tries_others
        self.client.open(now_ms)
        return True

    def _check_silence(self, now_ms: int) -> None:
        if self.client.is_up:
            # A port that has answered once is ours: wait for it.
            self._has_answered = True
        elif self._has_answered or self._silent_ms is None:
            return
        elif now_ms - self._opened_ms >= self._silent_ms:
            self.error = HostError("port-silent")
            if not self._tries_others:
                raise self.error
            self.close()
            self._try_at_ms = now_ms + REOPEN_MS

    def _receive(self, now_ms: int, data: bytes) -> None:
        for report in self.client.receive(now_ms, data):
            self.client.carry_out(self._handle(report, now_ms))

    def _lose(self, now_ms: int, reason: str) -> None:
        self.close()
        self._try_at_ms = now_ms + REOPEN_MS
        self.client.close()
        self.client.carry_out(self._handle(Lost(reason), self.client.received_ms))
