"""The device's side of a PC: reports and requests; here the link without a PC.

Decides when the modules for a PC are loaded; the device unloads them.  Must not know lines or
messages: `host_link` does, and is loaded only while a PC is connected.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schiri_engines.refusals import Refusal

    from ..app.device import Device

# The state of the link: no PC and no events waiting, a PC connected, events waiting.
ALONE, LINKED, UNSENT = 0, 1, 2


class Unplugged:
    """The link without a PC; `HostLink` has the same members.

    Shape: ``acknowledged`` is the number of the last event that a PC has on its disk; ``last`` has
    the token of the last PC, its last request and the reply, so that a repeated request is not
    carried out twice.
    """

    # The meter's figures, for a PC that has asked for them.
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
        """Take received bytes: a PC has connected."""
        if data:
            from .host_link import HostLink

            device = self._device
            device.host = HostLink(device, now_ms, self.acknowledged, self.last)
            device.host.receive(now_ms, data)

    def send(self, now_ms: int) -> bytes:
        """Return nothing: no PC is connected."""
        return b""

    def greet_again(self) -> None:
        """Take over the end of the journal; a PC that connects greets by itself."""
        self.acknowledged = min(self.acknowledged, self._device.journal.last)

    def report_refusal(self, refusal: "Refusal") -> None:
        """Drop a refusal: no PC is connected."""
