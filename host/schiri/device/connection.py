"""The connection: one device over one port, which is opened again after a loss.

Decides when a port is opened.  Must not know the meaning of reports, or who sends requests.
"""

from collections.abc import Callable, Iterator

from schiri.debug_log import LOGGER
from schiri.device.client import DeviceClient
from schiri.device.port import Port, PortLost
from schiri.device.reports import Lost, Report
from schiri.errors import HostError

REOPEN_MS = 500


class Connection:
    """A device over a port.

    Shape: ``open_port`` returns an open port or raises HostError; ``is_open`` says whether there is
    one now, and ``error`` is why the last opening failed.  ``silent_ms`` is the longest silence of
    a port before it counts as not ours, None for a known one; with ``tries_others`` it is then
    closed, and the next one opened.
    Units: times in ms.
    """

    def __init__(
        self,
        open_port: Callable[[], Port],
        wants_lights: bool = False,
        silent_ms: int | None = None,
        tries_others: bool = False,
    ) -> None:
        self.client = DeviceClient(wants_lights)
        self.error: HostError | None = None
        self._open_port = open_port
        self._port: Port | None = None
        # The error that ended a wait; the next round reports it.
        self._lost: PortLost | None = None
        self._try_at_ms = 0
        self._silent_ms, self._tries_others = silent_ms, tries_others
        # Whether the open port has answered as one of our devices.
        self._has_answered = False
        self._opened_ms = 0

    @property
    def is_open(self) -> bool:
        return self._port is not None

    def poll(self, now_ms: int) -> Iterator[Report]:
        """Do one round; yield each report before the next line is read.

        Rule: requests made meanwhile are sent in this round. It never blocks, so that its reports
        are shown before `wait` waits for more.
        Raises: HostError (port-silent).
        """
        if self._port is None:
            self._open(now_ms)
        if self._port is None:
            return
        try:
            if self._lost:
                raise self._lost
            received = self._port.read()
            if received:
                LOGGER.debug("< %r", received)
            yield from self.client.receive(now_ms, received)
            while line := self.client.send(now_ms):
                LOGGER.debug("> %r", line)
                self._port.write(line)
            self._check_silence(now_ms)
        except PortLost as lost:
            self.close()
            self._try_at_ms = now_ms + REOPEN_MS
            self.client.close()
            yield Lost(str(lost))

    def wait(self) -> None:
        """Wait a moment for bytes of an open port; a lost port is closed in the next round."""
        if self._port:
            try:
                self._port.wait()
            except PortLost as lost:
                self._lost = lost

    def wake(self) -> None:
        """End a wait for the device at once; any thread may call this."""
        if port := self._port:
            port.wake()

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def _open(self, now_ms: int) -> None:
        if now_ms < self._try_at_ms:
            return
        try:
            self._port = self._open_port()
        except HostError as error:
            self.error = error
            self._try_at_ms = now_ms + REOPEN_MS
            return
        self.error = self._lost = None
        self._opened_ms = now_ms
        self._has_answered = self._has_answered and not self._tries_others
        self.client.open(now_ms)

    def _check_silence(self, now_ms: int) -> None:
        if self.client.is_up:
            # A port that has answered once is a device of ours: wait for it.
            self._has_answered = True
        elif self._has_answered or self._silent_ms is None:
            return
        elif now_ms - self._opened_ms >= self._silent_ms:
            self.error = HostError("port-silent")
            if not self._tries_others:
                raise self.error
            self.close()
            self._try_at_ms = now_ms + REOPEN_MS
