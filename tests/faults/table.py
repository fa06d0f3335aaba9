"""People at a device under a fault plan, and a PC that logs everything.

The device's events are noted at its journal, independently of the link and the logs.
"""

from collections import Counter
from pathlib import Path
from random import Random

from schiri.device.reports import EventReceived, Report
from schiri.events import Event
from schiri.simulator.faults import HOST, NOISE, POWER, PULL, FaultInjector, FaultPlan, PlannedFault
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable, CableEnd, PtyWire
from schiri_device.app.gestures import HOLD_MS
from schiri_device.builds import Build

from tests.dice import die_buttons
from tests.faults.evidence import Made, listen
from tests.rig import STEP_MS, Rig

# Length of a step without traffic and presses, and of one in which no report is due either.
QUIET_MS = 25
IDLE_MS = 75
READY_MS = 2000
NOISY_MS = 8000
MOST_PRESSES = 2000


class Evening(Rig):
    """A device under a fault plan, the PC's side, and players who press at random.

    Shape: ``truth`` are the device's events in order, without those repeated from one epoch to the
    next; ``pulls`` counts the pulls, ``cuts`` the kinds of line that they cut, "-" for a cut at the
    end of a line; ``slowest_ms`` is the longest time after a reconnection until all events were
    reported.  On a pseudo-terminal the PC sees no pull, only silence.
    """

    names: dict[str, str] = {}

    def __init__(
        self,
        folder: Path,
        plan: FaultPlan,
        wants_lights: bool = False,
        pty: PtyWire | None = None,
    ) -> None:
        self.truth: list[Made] = []
        self.pulls = 0
        self.plies = 0
        self.slowest_ms = 0
        self._on_disk = ("", 0)
        self.wants_lights = wants_lights
        self._plan = plan
        # The time since which a report is due, or None if none is or the cable is out.
        self._late_since_ms: int | None = 0
        # Lines lost without notice are only repeated after some silence.
        self._patience_ms = NOISY_MS if pty else READY_MS
        self._is_noisy = False
        self._passed = 0
        self._random = Random(f"players {plan.seed}")
        cable = None if pty else Cable()
        super().__init__(folder, plan.build or "keys5", plan.seed, cable, pty)
        self.cuts: Counter[str] = Counter()
        self._watch()
        listen(self.device, self._made)

    def simulated(self, build: Build, wire: CableEnd, seed: int) -> Simulator:
        """Return the device, to which the plan's faults happen."""
        self.injector = FaultInjector(build, wire, self._plan, self._note, device="SIMTEST")
        return self.injector.simulator

    # The PC

    def tell(self, report: Report, events: list[Event]) -> None:
        connected = self.live.device.connected
        if (
            isinstance(report, EventReceived)
            and connected
            and self.live.device.disagreement is None
        ):
            self._on_disk = (connected.epoch, report.number)

    def close(self) -> None:
        """Close port and log."""
        self.connection.close()
        if self.live.recorder.current:
            self.live.recorder.current.writer.close()

    # The plan

    def _note(self, fault: PlannedFault, begins: bool) -> None:
        self._late_since_ms = None
        if fault.what == NOISE:
            self._is_noisy, self._patience_ms = begins, NOISY_MS
        elif fault.what == HOST:
            self.close()
            self.start_host()
        elif begins:
            self.pulls += fault.what == PULL
            return
        elif fault.what == POWER:
            self._restart()
        if not self._is_noisy:
            self._late_since_ms = self.now_ms

    def _restart(self) -> None:
        """Check the store: it has all events, or all but the one whose write was cut."""
        journal = self.device.journal
        places = [made.place for made in self.truth]
        held = places.index((journal.epoch, journal.last)) + 1 if journal.last else 0
        assert held >= len(self.truth) - 1
        assert self._on_disk in [made.place for made in self.truth[:held]] + [("", 0)]
        del self.truth[held:]
        listen(self.device, self._made)

    def _made(self, made: Made, is_move: bool) -> None:
        self.plies += is_move
        self.truth.append(made)

    def _watch(self) -> None:
        """Note which line each pull cuts."""
        wire = self.injector.wire
        through = wire._through

        def noted(data: bytes) -> bytes:
            out = through(data)
            if wire.passed + len(out) == wire._pull_at:
                line = data[data.rfind(b"\n", 0, len(out)) + 1 :]
                self.cuts[line.split(b" ")[2].decode("ascii", "replace") if line else "-"] += 1
            return out

        wire._through = noted  # type: ignore[method-assign]

    # Time

    def step(self) -> None:
        """Let a moment pass on both sides."""
        passed, self._passed = self._passed, self.injector.wire.passed
        is_idle = self._late_since_ms is None and not self._is_noisy
        quiet_ms = IDLE_MS if is_idle else QUIET_MS
        self.now_ms += STEP_MS if passed != self._passed else quiet_ms
        self.injector.step(self.now_ms)
        if self.injector.is_on:
            # It may have restarted, with another game in memory.
            listen(self.device, self._made)
        self.connection.poll(self.now_ms)
        if self._late_since_ms is not None:
            self._look_whether_ready(self.now_ms - self._late_since_ms)

    def _look_whether_ready(self, late_ms: int) -> None:
        if self.live.device.connected and (not self.truth or self._on_disk == self.truth[-1].place):
            self.slowest_ms = max(self.slowest_ms, late_ms)
            self._late_since_ms = None
        assert late_ms <= self._patience_ms, f"not ready at {self.now_ms} ms"

    def run(self, for_ms: int) -> None:
        """Let time pass."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.step()

    # The players

    def press(self, *buttons: str, for_ms: int = 0) -> None:
        """Press buttons in order."""
        for button in buttons:
            self.simulator.press(button)
            self.step()
            self.run(for_ms)
            self.simulator.release(button)
            self.step()

    def press_cell(self, cell: int) -> None:
        """Press a cell, by its key or with the stick."""
        # Between two presses the game may end or the power may be cut.
        if self.device.mode_name in ("place", "play", "dice") and self.injector.is_on:
            super().press_cell(cell)

    def play(self, plies: int) -> None:
        """Play until a number of moves were made and all faults have happened."""
        for _ in range(MOST_PRESSES):
            if self.plies >= plies and self.injector.is_over:
                break
            self._play_on()
            self.run(self._random.choice((0, 0, 50, 200)))
        assert self.plies >= plies and self.injector.is_over, "they came to no end"
        self.run(self._patience_ms)

    def _play_on(self) -> None:
        device, random = self.device, self._random
        if not self.injector.is_on:
            self.step()
        elif device.mode_name in ("play", "dice") and random.random() < 0.1:
            self._misuse()
        elif device.mode_name == "play":
            self._move()
        elif device.mode_name == "dice":
            if device.match.game.phase == "roll":
                die = random.choice([*die_buttons(device), "white"])
                self.press(die, for_ms=HOLD_MS if die == "white" else 0)
            else:
                self._move()
        elif device.mode_name == "place":
            self.press_cell(random.randrange(device.mode.board.size**2))
            self.press(random.choice(("white", "black")))
        elif device.mode_name == "finished" and random.random() < 0.5:
            self.press("black")
        else:
            self.press("white")

    def _move(self) -> None:
        game = self.device.match.game
        before = self.plies
        for cell in game.move_cells(self._random.choice(game.legal_moves())):
            self.press_cell(cell)
        if self.plies == before:
            # The move brought a warning, or its first half had already been pressed.
            self.press("white")

    def _misuse(self) -> None:
        device, random = self.device, self._random
        if random.random() < 0.5:
            self.press("black", "white")
        else:
            self.press_cell(random.randrange(device.mode.board.size**2))
            self.press(random.choice(("yellow", "red", "blue", "green")))
