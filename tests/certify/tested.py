"""A rig whose device is tested by a PC, with a person who helps."""

from collections import deque
from collections.abc import Callable
from pathlib import Path

from schiri.certify.parts import SKIP_ALL
from schiri.certify.talk import Talk
from schiri.simulator.simulator import Bench, ButtonPresser
from schiri_device.builds import Build
from schiri_device.pc.panel import Panel

from tests.rig import Rig


class CertifyRig(Rig):
    """A rig whose PC is the test: the device makes a step whenever that reads its clock.

    Shape: ``takes_ms`` is the apparent duration of each of its steps; ``at`` are actions by their
    times; ``pictures`` are those of the panel.
    """

    def __init__(self, build: Build) -> None:
        super().__init__(Path(), build.name, has_host=False)
        self.presser = ButtonPresser(self.simulator)
        self.takes_ms = 2.0
        self._spent_ms = 0.0
        self.simulator.bench = Bench(len(build.order), self._spent)
        self.pictures: list[str] = []
        self.at: dict[int, Callable[[], object]] = {}
        self.talk = Talk(self.open_port, self.tick)

    def tick(self) -> int:
        """Let time pass and return it."""
        self.step()
        return self.now_ms

    def step_device(self, step_ms: int) -> None:
        if due := self.at.get(self.now_ms + step_ms):
            due()
        self.presser.step(self.now_ms + step_ms)
        super().step_device(step_ms)
        panel = self.device.modes.get("panel")
        if isinstance(panel, Panel) and self.device.mode_name == "panel":
            picture = panel.picture
            if picture and picture not in self.pictures[-1:]:
                self.pictures.append(picture)

    def _spent(self) -> float:
        # Each step and each write reads it twice.
        self._spent_ms += self.takes_ms
        return self._spent_ms


class Somebody:
    """A person who reacts to each text with one line or one press.

    Shape: ``answer`` maps a text to the reaction: a line that is typed, or an asterisk and the
    button that is pressed.
    """

    def __init__(self, rig: CertifyRig, answer: Callable[[str], str]) -> None:
        self.told: list[str] = []
        self._rig = rig
        self._answer = answer
        self._lines: deque[str] = deque()

    def print(self, words: str) -> None:
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
