"""A device as the panel of a card game: its lights and its presses.

Decides which presses count, and that only one picture is in transit at a time.  Must not know the
meaning of a picture, nor do I/O: the caller sends the requests.
"""

from collections.abc import Callable

from schiri_device.builds import Build

from schiri.device.client import RESTART_MS, Done, ignore
from schiri.device.reports import Connected, Lost, Pressed, RefusalReport, Report

ON = "on"
AWAY = "off"
# Brings a request to the device; see `DeviceClient.ask`.
Ask = Callable[[str, Done, float], object]


class Panel:
    """The panel of one table.

    Rule: one picture is in transit at a time; of later ones only the newest is sent.
    """

    def __init__(self, build: Build, ask: Ask) -> None:
        self.build = build
        self._ask = ask
        self._is_connected = False
        self._is_on = False
        # Whether we have requested a run, and whether it has begun.
        self._is_asked = False
        self._is_begun = False
        self._has_ended = False
        self._wanted = ""
        self._shown = ""
        self._is_waiting = False

    @property
    def is_up(self) -> bool:
        return self._is_connected and self._is_on and not self._has_ended

    def begin(self) -> None:
        """Begin: a device is connected."""
        self._is_connected = True
        if self._has_ended:
            return
        self._shown = ""
        if not self._is_begun:
            self._is_asked = self._is_waiting = True
            self._request("panel new", self._go_on)
        else:
            self._is_waiting = False
            self._send()

    def show(self, picture: str) -> None:
        self._wanted = picture
        self._send()

    def press(self, button: str) -> None:
        """Press a button over the link; the device stamps it, as it does all others."""
        self._request(f"press {button}")

    def end(self) -> None:
        if self._is_asked and not self._has_ended:
            self._request("panel off")
        self._has_ended = True

    def resume(self) -> None:
        """Use the device again after it was released for a game that did not begin."""
        self._has_ended = self._is_begun = False
        if self._is_connected:
            self.begin()

    def handle(self, report: Report) -> Pressed | None:
        """Handle a report; return a press that counts, or the beginning or end of presses."""
        if isinstance(report, Connected):
            self.begin()
        elif isinstance(report, Lost):
            self._is_connected = False
        elif self._has_ended:
            return None
        elif isinstance(report, Pressed) and self._is_begun:
            if report.name in (ON, AWAY):
                self._is_on = report.name == ON
            return report
        return None

    def _request(self, text: str, done: Done = ignore) -> None:
        # A device that shows a notice is busy: no panel replaces that.
        self._ask(text, done, RESTART_MS)

    def _go_on(self, _refusal: RefusalReport | None) -> None:
        """Show the next picture: the last one, or the start of the run, was answered."""
        if self._is_waiting and not self._has_ended:
            self._is_begun, self._is_waiting = True, False
            self._send()

    def _send(self) -> None:
        is_free = self._is_connected and not self._is_waiting and not self._has_ended
        if is_free and self._wanted not in ("", self._shown):
            self._shown, self._is_waiting = self._wanted, True
            self._request(f"panel {self._wanted}", self._go_on)


def turn_picture(size: int, letter: str) -> str:
    """Return a square in the colour of the player on turn.

    >>> turn_picture(5, "r")
    '......rrr..rrr..rrr......'
    """
    middle = range((size - 3) // 2, (size - 3) // 2 + 3)
    cells = ((row, file) for row in range(size) for file in range(size))
    return "".join(letter if row in middle and file in middle else "." for row, file in cells)
