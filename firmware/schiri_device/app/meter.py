"""The meter: steps by mode, frames, press to light, a write, memory, depth of calls.

Decides what is measured, and that it changes no game.  Must not know limits or hardware: the shell
passes its clock and its lights.  Loaded once a PC measures.
"""

import gc

from ..pc import LINKED
from ..ticks import Edge, elapsed
from .gestures import CAN_HOLD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol

    from .device import Device
    from .screen import Output

    # Name, value and unit.
    Figure = tuple[str, float, str]

    class Lights(Protocol):
        """The lights of the shell."""

        def show(self) -> bool: ...


# A button that does not exist is pressed so often, in quiet modes.
NO_BUTTON = "none"
PRESSES = 5
PRESS_EVERY_MS = 400
# During these notices the loop may block.
UNTIMED_MODES = ("compacting", "restart")
LEVELS = 5
PIECE_STEP = 256


def attend(
    meter: "Meter | None",
    device: "Device",
    lights: "Lights",
    clock: "Callable[[], int]",
    known: "tuple[Figure, ...]",
) -> "Meter | None":
    """Carry out a PC's request; return the active meter, or None.

    Shape: ``lights.show()`` returns whether it has shown a frame; ``clock`` returns ms; ``known``
    are figures of the shell, each with name, value and unit.
    """
    word, device.output.measure = device.output.measure, ""
    if word == "off":
        return None
    if word == "on" or meter is None:
        meter = Meter(device, lights, clock)
    if word == "tell":
        figures = list(known) + meter.figures()
        count = len(figures)
        device.host.figures = [_text(at, count, *figures[at]) for at in range(count)]
    return meter


class Meter:
    """Measures between the loop and the device: it has the device's `step` and the lights' `show`.

    Shape: a figure without a measurement is -1.
    """

    def __init__(self, device: "Device", lights: "Lights", clock: "Callable[[], int]"):
        self._device = device
        self._lights = lights
        self._clock = clock
        # The longest step by the mode that it began in; the longest frame and press to light.
        self._steps: dict[str, int] = {}
        self._frame_ms = self._light_ms = -1
        self._presses = PRESSES
        self._pressed_ms = 0
        # The last press: whether its light is due, its age, and its tick.
        self._is_awaited = False
        self._age_ms = self._since_ms = 0

    def step(
        self,
        now_ms: int,
        edges: "Sequence[Edge]",
        received: bytes,
        room: int,
        scan: "Sequence[int] | None" = None,
    ) -> "Output":
        device = self._device
        mode = device.mode_name
        if self._is_press_due(now_ms, edges):
            edges = (Edge(NO_BUTTON, True, now_ms),)
        started_ms = self._clock()
        output = device.step(now_ms, edges, received, room, scan)
        took_ms = elapsed(self._clock(), started_ms)
        if mode not in UNTIMED_MODES and device.mode_name not in UNTIMED_MODES:
            self._steps[mode] = max(took_ms, self._steps.get(mode, 0))
        for edge in edges:
            if edge.pressed and edge.key not in CAN_HOLD and output.is_fresh:
                self._is_awaited = True
                self._age_ms, self._since_ms = elapsed(now_ms, edge.at_ms), started_ms
        if device.host.link_state() != LINKED:
            # The PC that would end it is gone.
            output.measure = "off"
        return output

    def show(self) -> None:
        """Show a waiting frame, and measure that."""
        started_ms = self._clock()
        if not self._lights.show():
            return
        now_ms = self._clock()
        self._frame_ms = max(self._frame_ms, elapsed(now_ms, started_ms))
        if self._is_awaited:
            self._is_awaited = False
            waited_ms = self._age_ms + elapsed(now_ms, self._since_ms)
            self._light_ms = max(self._light_ms, waited_ms)

    def figures(self) -> "list[Figure]":
        """Measure what takes a moment, and return all figures: name, value and unit each."""
        found: list[Figure] = [("frame", self._frame_ms, "ms"), ("light", self._light_ms, "ms")]
        for mode in sorted(self._steps):
            found.append(("step." + mode, self._steps[mode], "ms"))
        found.append(("journal", self._write_ms(), "ms"))
        if hasattr(gc, "mem_free"):
            gc.collect()
            free = gc.mem_free()
            found.append(("heap", free, "B"))
            found.append(("piece", _largest_piece(free), "B"))
            found.append(("stack", _frames_left(), "frames"))
        if self._device.fields:
            found += self._device.fields.margins()
        return [figure for figure in found if figure[1] >= 0]

    def _is_press_due(self, now_ms: int, edges: "Sequence[Edge]") -> bool:
        device = self._device
        if edges or not self._presses or not device.mode.is_quiet:
            return False
        if self._presses < PRESSES and elapsed(now_ms, self._pressed_ms) < PRESS_EVERY_MS:
            return False
        self._presses -= 1
        self._pressed_ms = now_ms
        return True

    def _write_ms(self) -> int:
        """Return the time of one record; two are written: a setting is changed and restored."""
        device = self._device
        if device.journal.problem or device.is_full():
            return -1
        settings, longest_ms = device.settings, 0
        kept = settings["brightness"]
        for level in ((kept + 1) % LEVELS, kept):
            started_ms = self._clock()
            settings["brightness"] = level
            longest_ms = max(longest_ms, elapsed(self._clock(), started_ms))
        return longest_ms


def _text(at: int, count: int, name: str, value: float, unit: str) -> str:
    number = value if isinstance(value, int) else round(value, 2)
    return f"figure {at} {count} {name} {number} {unit}"


def _largest_piece(free: int) -> int:
    """Return the largest free piece in bytes, by bisection."""
    fits, fails = 0, free + PIECE_STEP
    while fails - fits > PIECE_STEP:
        size = (fits + fails) // 2
        try:
            fits = len(bytearray(size))
        except MemoryError:
            fails = size
    return fits


def _frames_left() -> int:
    """Return the depth of calls that is left from here."""
    depth = [0]
    try:
        _dive(depth)
    except RuntimeError:
        return depth[0]
    return -1


def _dive(depth: list[int]) -> None:
    depth[0] += 1
    _dive(depth)
