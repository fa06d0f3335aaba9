"""The exchange with a device under test.

Decides how its figures are requested and for how long, and how the link is measured.  Requests and
acknowledges no events, so that a recorder finds the device unchanged.
"""

from collections import deque
from collections.abc import Callable
from statistics import median

from schiri_engines.registry import board_digests

from schiri.device import reports
from schiri.device.connection import Connection
from schiri.device.port import Port
from schiri.errors import HostError

# The longest silence of a port, and the longest time for an answer.
SILENT_MS = 5000
# The shortest time that the device measures itself: it presses five times in two seconds.
MEASURED_MS = 2500
FIGURES_MS = 2000
ATTEMPTS = 3
ROUND_TRIPS = 20
# A request without an effect.
NOTHING = "settings"
SIMULATED = "simulated"


class Talk:
    """A device that receives one request at a time.

    Shape: ``clock_ms`` is a monotonic clock; ``pressed`` are the buttons of its panel that went
    down.
    """

    def __init__(self, open_port: Callable[[], Port], clock_ms: Callable[[], int]) -> None:
        self._connection = Connection(open_port, silent_ms=SILENT_MS)
        self._clock_ms = clock_ms
        self._connected: reports.Connected | None = None
        self._figures: dict[int, reports.Figure] = {}
        self.pressed: deque[str] = deque()

    def greet(self) -> reports.Connected:
        """Wait for the device."""
        self.wait(lambda: self._connected is not None, SILENT_MS)
        if self._connected is None:
            raise HostError("port-silent")
        if self._connected.rules not in board_digests():
            raise HostError("rules-differ", firmware=self._connected.firmware)
        return self._connected

    def ask(self, text: str) -> reports.RefusalReport | None:
        """Send a request and wait for the answer; return the refusal, if any."""
        answers: list[reports.RefusalReport | None] = []
        self._connection.client.ask(text, answers.append)
        if not self.wait(lambda: bool(answers), SILENT_MS):
            raise HostError("port-silent")
        return answers[0]

    def measure(self) -> None:
        """Make the device measure itself from now on."""
        if self.ask("measure on"):
            assert self._connected
            raise HostError("cannot-measure", firmware=self._connected.firmware)

    def figures(self) -> dict[str, float]:
        """Return the device's figures and the round trip of the link."""
        self.wait(lambda: False, MEASURED_MS)
        trips_ms = []
        for _ in range(ROUND_TRIPS):
            asked_ms = self._clock_ms()
            self.ask(NOTHING)
            trips_ms.append(self._clock_ms() - asked_ms)
        for _ in range(ATTEMPTS):
            self._figures.clear()
            self.ask("measure tell")
            if self.wait(self._has_all, FIGURES_MS):
                self.ask("measure off")
                found = {figure.name: figure.value for figure in self._figures.values()}
                return {**found, "link": median(trips_ms)}
        raise HostError("port-silent")

    def close(self) -> None:
        """Release the device, which leaves the panel by itself."""
        self._connection.close()

    def wait(self, is_so: Callable[[], bool], for_ms: int | None = None) -> bool:
        """Exchange lines until a condition holds or time is up; return whether it holds."""
        began_ms = self._clock_ms()
        while not is_so():
            now_ms = self._clock_ms()
            if for_ms is not None and now_ms - began_ms >= for_ms:
                return False
            for report in self._connection.poll(now_ms):
                self._handle(report)
            if not self._connection.is_open:
                raise self._connection.error or HostError("port-silent")
            self._connection.wait()
        return True

    def _has_all(self) -> bool:
        total = next((figure.total for figure in self._figures.values()), -1)
        return len(self._figures) == total

    def _handle(self, report: reports.Report) -> None:
        if isinstance(report, reports.WrongVersion):
            raise HostError("version-mismatch", oldest=report.oldest, newest=report.newest)
        if isinstance(report, reports.Connected):
            self._connected = report
        elif isinstance(report, reports.Lost):
            self._connected = None
            raise HostError("port-silent")
        elif isinstance(report, reports.Figure):
            self._figures[report.at] = report
        elif isinstance(report, reports.Pressed):
            self.pressed.append(report.name)
