"""A simulated device and a PC that tests it, in one process and in virtual time."""

from collections import deque
from collections.abc import Callable
from pathlib import Path

from schiri.certify.parts import SKIP_ALL
from schiri.certify.talk import Talk
from schiri.simulator.simulator import Bench, ButtonPresser
from schiri.simulator.wires import Cable
from schiri_device.builds import Build
from schiri_device.pc.panel import Panel

from tests.rig import Rig as TableRig


class Rig(TableRig):
    """The device makes a step whenever the PC reads its clock.

    Shape: ``takes_ms`` is the apparent duration of each of its steps.
    """

    cable: Cable

    def __init__(self, build: Build) -> None:
        super().__init__(Path(), build.name, cable=Cable(), has_host=False)
        self.presser = ButtonPresser(self.simulator)
        self.takes_ms = 2.0
        self._spent_ms = 0.0
        self.simulator.bench = Bench(len(build.order), self._spent)
        self.pictures: list[str] = []
        self.at: dict[int, Callable[[], object]] = {}
        self.talk = Talk(self.cable.open, self.tick)

    def tick(self) -> int:
        """Let time pass and return it."""
        self.now_ms += self.step_ms
        if self.now_ms in self.at:
            self.at[self.now_ms]()
        self.presser.step(self.now_ms)
        self.simulator.step(self.now_ms)
        panel = self.device.modes.get("panel")
        if isinstance(panel, Panel) and self.device.mode_name == "panel":
            picture = panel.picture
            if picture and picture not in self.pictures[-1:]:
                self.pictures.append(picture)
        return self.now_ms

    def _spent(self) -> float:
        # Each step and each write reads it twice.
        self._spent_ms += self.takes_ms
        return self._spent_ms


class Somebody:
    """A person who reacts to each text with one line or one press.

    Shape: ``answer`` maps a text to the reaction: a line that is typed, or an asterisk and the
    button that is pressed.
    """

    def __init__(self, rig: Rig, answer: Callable[[str], str]) -> None:
        self.told: list[str] = []
        self._rig = rig
        self._answer = answer
        self._lines: deque[str] = deque()

    def tell(self, words: str) -> None:
        self.told.append(words)
        answer = self._answer(words)
        if answer.startswith("*"):
            self._rig.presser.type(answer[1:])
        elif answer:
            self._lines.append(answer)

    def has_typed(self) -> bool:
        return bool(self._lines)

    def typed(self) -> str:
        return self._lines.popleft() if self._lines else SKIP_ALL
