"""The main flow: edges and bytes in, a frame and bytes out.

Decides the order of one step: presses, messages, time, and the lights before the line.
Must not know pins, ports or clocks: `code.py` on the board and the simulator on a PC bring them.
"""

from ..journal import nothing
from ..lights.language import SILENCE
from ..link.lines import LONGEST_LINE
from ..pc import LINKED, UNSENT
from ..pc.host_link import HostLink
from ..ticks import elapsed
from .context import first_mode
from .gestures import HOLD_TO_ASK
from .mode import MODULES, Failed, Modes
from .screen import Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..builds import Build
    from ..journal import Store
    from ..pc.panel import Panel
    from ..ticks import Edge

DIM_AFTER_MS = 180000
WAIT_MS = 50  # The interval of steps without any input.


class Device(Modes):
    """The device.

    Shape: ``store`` is non-volatile memory, ``now_ms`` the tick of its start.
    """

    host: HostLink
    panel: "Panel | None"

    def __init__(
        self,
        build: "Build",
        store: "Store",
        entropy: "Callable[[int], bytes]",
        identity: tuple[str, str],
        now_ms: int,
        asks_rescue: bool = False,
        on_progress: "Callable[[], None]" = nothing,
    ):
        Modes.__init__(self, build, store, entropy, identity, now_ms, on_progress)
        self._touched_ms = self.waited_ms = now_ms
        self.modes, self._classes = {"failed": Failed(self)}, {}
        self.host = HostLink(self, now_ms)
        self.screen.apply(self.settings)
        self.resume(now_ms)
        on_progress()
        # From now on it is read while the loop runs.
        self.journal.on_progress = nothing
        self.mode_argument = "lost" if self.journal.is_new else ""
        first = first_mode(self)
        self.go_to(now_ms, "rescue" if asks_rescue else first)

    def step(
        self,
        now_ms: int,
        edges: "Sequence[Edge]",
        received: bytes,
        room: int,
        scan: "Sequence[int] | None" = None,
    ) -> Output:
        """Carry out one step and return its output; at most ``room`` bytes may be sent.

        Shape: ``scan`` has the count of each field's sensor, always in the same object, or is None.
        """
        output = self.output
        if self.fields:
            self.fields.take(now_ms, scan)
        self.screen.tones = SILENCE
        output.sent = b""
        output.is_restart = False
        for edge in edges:
            self._handle_edge(edge)
        if self.gestures.down:
            press = self.gestures.wait(now_ms)
            # If holding yellow means nothing here, its press has done everything.
            if press and (press != HOLD_TO_ASK or self.mode.offers_hint()):
                self.press(now_ms, press)
        if edges and not received:
            # The light of a press goes first; what is due by time follows in the next step.
            self.is_hurried = True
        elif received or self.is_hurried or elapsed(now_ms, self.waited_ms) >= WAIT_MS:
            self.host.receive(now_ms, received)
            self._wait(now_ms)
        output.tones = self.screen.tones
        output.is_fresh = self.screen.painter.flush(now_ms)
        if output.is_fresh:
            # The lights go first: making a line must not delay them.
            output.frame = self.screen.painter.frame
            self.host.has_lights = True
        elif room >= LONGEST_LINE:
            output.sent = self.host.send(now_ms)
        return output

    def fail(self, now_ms: int, text: str) -> None:
        """Show an unexpected error and save it."""
        self.touch(now_ms)
        was_compacting = self.journal.is_marked
        self.recover(now_ms)
        if was_compacting:
            self.host.greet_again()
        self.match.record_failure(now_ms, text)
        self.go_to(now_ms, "failed")

    def _handle_edge(self, edge: "Edge") -> None:
        was_asleep = self._is_asleep
        if edge.pressed:
            self._touched_ms = edge.at_ms
            if was_asleep:
                self.touch(edge.at_ms)
        if self.mode.takes_edges:
            if edge.pressed:
                self.mode.press(edge.at_ms, edge.key)
        # The press that wakes the lights does nothing else.
        elif not (was_asleep and edge.pressed):
            press = self.gestures.read(edge)
            if press is not None:
                self.press(edge.at_ms, press)

    def _wait(self, now_ms: int) -> None:
        """Do what is due by time alone."""
        link = self.host.link_state()
        if link != self._link_shown:
            self._link_shown = link
            self.screen.turn_signs.show_link(link == LINKED, link == UNSENT)
        self.waited_ms, self.is_hurried = now_ms, False
        self.wait(now_ms)
        self.match.wait(now_ms)
        if self._ahead < len(MODULES) and not self.gestures.down:
            # A press must not wait for its module.
            self._ahead += 1
            self._load(MODULES[self._ahead - 1][0])
        # In a pause the lights are dimmed already, and the first press ends it.
        is_awake = not self._is_asleep and self.mode_name != "pause"
        if is_awake and elapsed(now_ms, self._touched_ms) >= DIM_AFTER_MS:
            self._is_asleep = True
            self.screen.painter.set_brightness(0)
