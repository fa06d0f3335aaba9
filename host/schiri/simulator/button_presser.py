"""Buttons of the simulated device, pressed by their names.

Decides how long a tap and a hold take.  Must not know what a button does.
"""

from collections import deque

from schiri_device.app.gestures import HOLD_MS
from schiri_device.pc.requests import HOLDS

from schiri.simulator.simulator import Simulator

TAP_MS = 40
GAP_MS = 40


class ButtonPresser:
    """Presses buttons one after the other, in the device's own time.

    >>> from schiri_device.builds import load
    >>> from schiri.simulator.cable import Cable
    >>> presser = ButtonPresser(Simulator(load("cursor"), Cable(), seed=1))
    >>> presser.type("white press hold-black nonsense")
    ['nonsense']
    """

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self._names: deque[str] = deque()
        self._down = ""
        self._until_ms = 0

    @property
    def is_busy(self) -> bool:
        """Whether buttons are still to be pressed or let go."""
        return bool(self._names or self._down)

    def type(self, text: str) -> list[str]:
        """Queue names separated by blanks; return those that no button has."""
        known = {*self._simulator.build.buttons, *HOLDS}
        names = text.split()
        self._names.extend(name for name in names if name in known)
        return [name for name in names if name not in known]

    def step(self, at_ms: int) -> None:
        """Press or let go what is due."""
        if at_ms < self._until_ms:
            return
        if self._down:
            self._simulator.release(self._down)
            self._down = ""
            self._until_ms = at_ms + GAP_MS
        elif self._names:
            name = self._names.popleft()
            self._down = name.removeprefix("hold-")
            self._simulator.press(self._down)
            self._until_ms = at_ms + (HOLD_MS + TAP_MS if name in HOLDS else TAP_MS)
