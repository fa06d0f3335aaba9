"""What the device tells a PC, and what a PC may ask of it; here, the link while there is none.

Decides when the modules for a PC are loaded; the device unloads them.  Must not know lines or
messages: `host_link` does, and lies in memory only while a PC talks.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.refusals import Refusal

    from ..app.device import Device

# What there is of a PC: nothing that waits for one, one that listens, events that wait.
ALONE, LINKED, UNSENT = 0, 1, 2


class Unplugged:
    """The link to a PC while there is none; `HostLink` has the same members.

    Shape: ``acknowledged`` is the number of the last event that a PC has on its disk; ``last`` are
    the token of the last PC, and its last request and the reply, which is not done again.
    """

    # What the meter has found, for a PC that has asked for it.
    figures: list[str]
    is_idle = True
    is_gone = False

    def __init__(
        self, device: "Device", acknowledged: int, last: tuple[str, str, str] = ("", "", "")
    ):
        self._device = device
        self.acknowledged = acknowledged
        self.last = last
        self.has_lights = self.has_news = self.has_settings = False

    def status(self) -> int:
        """Return UNSENT or ALONE."""
        return UNSENT if self._device.journal.last > self.acknowledged else ALONE

    def receive(self, now_ms: int, data: bytes) -> None:
        """Take received bytes: a PC has begun to talk."""
        if data:
            from .host_link import HostLink

            device = self._device
            device.host = HostLink(device, now_ms, self.acknowledged, self.last)
            device.host.receive(now_ms, data)

    def send(self, now_ms: int) -> bytes:
        """Return nothing: there is nobody to hear it."""
        return b""

    def greet_again(self) -> None:
        """Ask for a new greeting: a PC that comes greets by itself."""
        self.acknowledged = min(self.acknowledged, self._device.journal.last)

    def report_refusal(self, refusal: "Refusal") -> None:
        """Drop a refusal: nobody listens."""
