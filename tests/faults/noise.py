"""A cable that flips bytes, loses lines and delays them, and a day of play over it.

The noise is data: a seed and three rates describe it completely.
"""

from collections import Counter
from pathlib import Path
from random import Random

from schiri.device.reports import Connected, Report
from schiri.events import Event
from schiri.simulator.lossy_wire import Channel, Noise
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable

from tests.counts import count
from tests.faults.evidence import Made, listen
from tests.rig import Rig

QUIET_MS = 250
# The least interval between two steps while a line is under way, and the most soon after one.
BUSY_MS = 20
SOON_MS = 50
MOST_THINKING_MS = 8000
# Number of presses in a game.  All lines of a snapshot must arrive, and two in five are lost: in
# longer games hardly anything else was ever sent.
PRESSES = (20, 30)
# In a sample just long enough for the device to fall asleep in some pauses.
MOST_PAUSE_MS = count(300_000, 1_000_000)
PLAYING = ("play", "dice", "place")
# The noise is heavy and continues: by then everything has arrived.
SETTLING_S = 600


class Way:
    """One direction of a cable, with counts of its lines."""

    def __init__(self, noise: Noise, seed: str) -> None:
        self._channel = Channel(Random(seed))
        self._channel.noise = noise
        self._arrived = b""
        self.sent: Counter[str] = Counter()

    @property
    def due_ms(self) -> int | None:
        """When the next line arrives, or None."""
        if self._arrived:
            return 0
        return self._channel._waiting[0][0] if self._channel._waiting else None

    def put(self, now_ms: int, line: bytes) -> None:
        """Send a line."""
        self.sent[line.split(b" ", 3)[2].decode()] += 1
        self._arrived += self._channel.pass_on(now_ms, line)

    def take(self, now_ms: int) -> bytes:
        """Return the bytes that have arrived."""
        arrived = self._arrived + self._channel.pass_on(now_ms, b"")
        self._arrived = b""
        return arrived

    def clear(self) -> None:
        """Lose all lines under way."""
        self._arrived = b""
        self._channel.clear()


class NoisyCable(Cable):
    """A cable with noise in both directions."""

    def __init__(self, noise: Noise, seed: int) -> None:
        Cable.__init__(self)
        self.now_ms = 0
        self.heard_ms = 0
        self.down, self.up = Way(noise, f"{seed} to the device"), Way(noise, f"{seed} to the host")
        # The numbers from which events were requested again, grouped by greeting.
        self.asked: list[list[int]] = []
        # The next line with this text is lost.
        self.lose = b""

    def pull(self) -> None:
        Cable.pull(self)
        self.down.clear()
        self.up.clear()

    @property
    def due_ms(self) -> int | None:
        """When the next line arrives at either end, or None."""
        due = [way.due_ms for way in (self.down, self.up)]
        return min((each for each in due if each is not None), default=None)

    def device_reads(self) -> bytes:
        return self._heard(self.down.take(self.now_ms))

    def device_writes(self, data: bytes) -> int:
        if data and self.is_plugged:
            self._put(self.up, data)
        return len(data)

    def host_reads(self) -> bytes:
        return self._heard(self.up.take(self.now_ms))

    def host_writes(self, data: bytes) -> None:
        words = data.split(b" ")
        if words[2] == b"again":
            self.asked[-1].append(int(words[4]))
        self._put(self.down, data)

    def _put(self, way: Way, line: bytes) -> None:
        if self.lose and self.lose in line:
            self.lose = b""
        else:
            way.put(self.now_ms, line)

    def _heard(self, data: bytes) -> bytes:
        if data:
            self.heard_ms = self.now_ms
        return data


class NoisyRig(Rig):
    """Device and PC with noise between them. Time passes in large steps while no line is due.

    Shape: ``happened`` has the events of each device and epoch by their numbers, without those that
    only repeat the state of a game.
    """

    cable: NoisyCable
    names: dict[str, str] = {}
    wants_lights = False

    def __init__(self, folder: Path, noise: Noise, build: str, seed: int) -> None:
        self.happened: dict[str, dict[int, str]] = {}
        self.random = Random(seed)
        Rig.__init__(self, folder, build, seed, NoisyCable(noise, seed))
        self.name = "SIMTEST"
        self._listen()

    def tell(self, report: Report, events: list[Event]) -> None:
        if isinstance(report, Connected):
            self.cable.asked.append([])

    def run(self, for_ms: int) -> None:
        until, cable = self.now_ms + for_ms, self.cable
        while self.now_ms < until:
            due_ms = cable.due_ms
            step = SOON_MS if self.now_ms - cable.heard_ms < SOON_MS else QUIET_MS
            if due_ms is not None:
                step = min(step, max(BUSY_MS, due_ms - self.now_ms))
            self.now_ms = cable.now_ms = min(until, self.now_ms + step)
            if self.simulator.step(self.now_ms).is_fresh:
                # A step with a new frame sends nothing. The next one follows soon.
                self.simulator.step(self.now_ms)
            self._listen()
            self.connection.poll(self.now_ms)

    def _listen(self) -> None:
        """Note the events of the device, also after a restart."""
        name = self.name

        def note(made: Made, is_move: bool) -> None:
            self.happened.setdefault(f"{name}:{made.epoch}", {})[made.number] = made.text

        listen(self.device, note)

    @property
    def count(self) -> int:
        """The number of events."""
        return sum(map(len, self.happened.values()))

    def begun(self) -> list[str]:
        """Return the device's texts for the beginnings of games."""
        every = [text for texts in self.happened.values() for text in texts.values()]
        return [text for text in every if text.startswith("new ")]

    def use(self, simulator: Simulator, name: str) -> None:
        """Connect another device to the cable."""
        self.simulator, self.name = simulator, name
        self._listen()

    def restart(self) -> None:
        """Switch the device off and on again. Only its store survives."""
        build, store = self.simulator.build, self.simulator.store
        again = Simulator(build, self.cable, self.now_ms, store, device=self.name)
        self.use(again, self.name)

    def press_cell(self, cell: int) -> None:
        Rig.press_cell(self, cell)
        self.run(self.random.randrange(MOST_THINKING_MS))

    def play_day(self, until_ms: int) -> None:
        """Play game after game, with pauses in which the device falls asleep."""
        self.press("white", "white")
        while self.now_ms < until_ms:
            # The press that wakes the lights has no other effect. White confirms the layout.
            self.press("red")
            while self.device.mode_name not in PLAYING:
                self.press("white")
            self.play_game(self.random, self.random.choice(PRESSES))
            if self.device.match.outcome is None:
                self.hold("black")
                self.press("white", "black")
            self.run(self.random.randrange(MOST_PAUSE_MS))
        self.settle()

    def settle(self) -> None:
        """Wait until the PC has every event."""
        for _ in range(SETTLING_S):
            if self.device.host.acknowledged == self.device.journal.last:
                break
            self.run(1000)
