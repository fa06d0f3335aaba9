"""A rig with a cable that flips bytes, loses lines and delays them, and a day of play over it.

The noise is data: a seed and three rates describe it completely.
"""

from collections import Counter
from pathlib import Path

from schiri.device.reports import Connected, Report
from schiri.events import Event
from schiri.simulator.lossy_wire import Noise
from schiri.simulator.wires import Cable

from tests.counts import count
from tests.rig import ON_BOARD, Rig

# Steps while a line is under way, soon after one, and otherwise.
BUSY_MS, SOON_MS, QUIET_MS = 20, 50, 250
MOST_THINKING_MS = 8000
# Number of presses in a game.  All lines of a snapshot must arrive, and two in five are lost: in
# longer games hardly anything else was ever sent.
PRESSES = (20, 30)
# In a sample just long enough for the device to fall asleep in some pauses.
MOST_PAUSE_MS = count(300_000, 1_000_000)


class LosingCable(Cable):
    """A cable that loses the next line with this text, and notes what the PC asks for.

    Shape: ``asked`` are the numbers from which events were requested again, grouped by greeting.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lose = b""
        self.asked: list[list[int]] = []

    def device_writes(self, data: bytes) -> int:
        super().device_writes(self._without_lost(data))
        return len(data)

    def host_writes(self, data: bytes) -> None:
        words = data.split(b" ")
        if words[2] == b"again":
            self.asked[-1].append(int(words[4]))
        super().host_writes(self._without_lost(data))

    def _without_lost(self, data: bytes) -> bytes:
        lines = data.splitlines(True)
        for line in lines if self.lose else ():
            if self.lose in line:
                lines.remove(line)
                self.lose = b""
                break
        return b"".join(lines)


class NoisyRig(Rig):
    """A rig with noise on its wire. Time passes in large steps while no line is under way.

    Shape: ``sent`` counts the device's lines by their first word.
    """

    cable: LosingCable
    wants_lights = False
    # The noise is heavy and continues: by then everything has arrived.
    patience_ms = 600_000

    def __init__(self, folder: Path, noise: Noise, build: str = "keys5", seed: int = 1) -> None:
        self.sent: Counter[str] = Counter()
        self._heard_ms = 0
        super().__init__(folder, build, seed, LosingCable())
        self.wire.make_noise(noise)

    def tell(self, report: Report, events: list[Event]) -> None:
        if isinstance(report, Connected):
            self.cable.asked.append([])

    def pace_ms(self) -> int:
        wire = self.wire
        if self._passed != wire.passed:
            self._heard_ms = self.now_ms
        if self.cable._to_device or wire._to_device._waiting or wire._to_host._waiting:
            return BUSY_MS
        return SOON_MS if self.now_ms - self._heard_ms < SOON_MS else QUIET_MS

    def step_device(self, step_ms: int) -> None:
        super().step_device(step_ms)
        if self.simulator.output.is_fresh:
            # A step with a new frame sends nothing. The next one follows at once.
            super().step_device(0)
        if line := bytes(self.simulator.output.sent):
            self.sent[line.split(b" ", 3)[2].decode()] += 1

    def press_cell(self, cell: int) -> None:
        super().press_cell(cell)
        self.run(self.random.randrange(MOST_THINKING_MS))

    def play_day(self, until_ms: int) -> None:
        """Play game after game, with pauses in which the device falls asleep."""
        self.press("white", "white")
        while self.now_ms < until_ms:
            # The press that wakes the lights has no other effect. White confirms the layout.
            self.press("red")
            while self.device.mode_name not in ON_BOARD:
                self.press("white")
            self.play_game(self.random, self.random.choice(PRESSES))
            if self.device.match.outcome is None:
                self.hold("black")
                self.press("white", "black")
            self.run(self.random.randrange(MOST_PAUSE_MS))
        self.settle()
