"""A game under a fault plan, from the first press to the logs.

The error of a failing plan has its text: as a file in ``schedules/`` it is played by each proof.
"""

from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from schiri.device.reports import EventReceived, Report
from schiri.events import Event
from schiri.simulator.faults import HOST, NOISE, POWER, PULL, FaultInjector, FaultPlan, PlannedFault
from schiri.simulator.wires import PtyWire
from schiri_device.builds import Build

from tests.faults.evidence import check_logs
from tests.faults.plans import fault_plan_text
from tests.rig import Rig

# Length of a step without traffic and presses, and of one in which no report is due either.
QUIET_MS = 25
IDLE_MS = 75
READY_MS = 2000
NOISY_MS = 8000
MOST_PRESSES = 2000
LEAST_PLIES = 10


class Evening(Rig):
    """A rig under a fault plan, and players who press at random.

    Shape: ``pulls`` counts the pulls, ``cuts`` the kinds of line that they cut, "-" for a cut at
    the end of a line.
    Rule: soon after each fault, all events are reported. On a pseudo-terminal the PC sees no pull,
    only silence.
    """

    # A step.
    tap_ms = 1

    def __init__(
        self,
        folder: Path,
        plan: FaultPlan,
        wants_lights: bool = False,
        pty: PtyWire | None = None,
    ) -> None:
        self.pulls = 0
        self.cuts: Counter[str] = Counter()
        self.wants_lights = wants_lights
        self._plan = plan
        self._on_disk = ""
        # The time since which a report is due, or None if none is or the cable is out.
        self._late_since_ms: int | None = 0
        # Lines lost without notice are only repeated after some silence.
        self._patience_ms = NOISY_MS if pty else READY_MS
        self._is_noisy = False
        super().__init__(folder, plan.build or "keys5", plan.seed, pty)

    def switch_on(self, build: Build, seed: int) -> None:
        """Make the device, to which the plan's faults happen."""
        self.injector = FaultInjector(build, self.cable, self._plan, self._note, device="SIMTEST")
        self.simulator, self.wire = self.injector.simulator, self.injector.wire
        through = self.wire._through

        def noted(data: bytes) -> bytes:
            """Note which line a pull cuts."""
            out = through(data)
            if self.wire.passed + len(out) == self.wire._pull_at:
                line = data[data.rfind(b"\n", 0, len(out)) + 1 :]
                self.cuts[line.split(b" ")[2].decode("ascii", "replace") if line else "-"] += 1
            return out

        self.wire._through = noted  # type: ignore[method-assign]

    def tell(self, report: Report, events: list[Event]) -> None:
        device = self.live.device
        if isinstance(report, EventReceived) and device.connected and not device.disagreement:
            self._on_disk = f"SIMTEST:{device.connected.epoch}:{report.number}"

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
            self._check_store()
        if not self._is_noisy:
            self._late_since_ms = self.now_ms

    def _check_store(self) -> None:
        """The store has all events, or all but the one whose write was cut."""
        journal, sources = self.device.journal, [made.source for made in self.made]
        last = f"SIMTEST:{journal.epoch}:{journal.last}"
        held = sources.index(last) + 1 if journal.last else 0
        assert held >= len(sources) - 1
        assert self._on_disk in [*sources[:held], ""]
        del self.made[held:]
        # Before its first step.
        self.look_for_start()

    def step(self) -> None:
        is_idle = self._late_since_ms is None and not self._is_noisy
        self.step_ms = IDLE_MS if is_idle else QUIET_MS
        super().step()
        if self._late_since_ms is not None:
            self._look_whether_ready(self.now_ms - self._late_since_ms)

    def step_device(self, step_ms: int) -> None:
        self.now_ms += step_ms
        self.injector.step(self.now_ms)
        if self.injector.is_on:
            self.look_for_start()

    def _look_whether_ready(self, late_ms: int) -> None:
        if self.live.device.connected and (not self.made or self._on_disk == self.made[-1].source):
            self._late_since_ms = None
        assert late_ms <= self._patience_ms, f"not ready at {self.now_ms} ms"

    @property
    def plies(self) -> int:
        """The number of moves."""
        return sum(made.is_move for made in self.made)

    def play(self, plies: int) -> None:
        """Play until a number of moves were made and all faults have happened."""
        for _ in range(MOST_PRESSES):
            if self.plies >= plies and self.injector.is_over:
                break
            if self.injector.is_on:
                self.play_on(self.random)
            else:
                self.step()
            self.run(self.random.choice((0, 0, 50, 200)))
        assert self.plies >= plies and self.injector.is_over, "they came to no end"
        self.run(self._patience_ms)


def play(plan: FaultPlan, pty: PtyWire | None = None) -> Evening:
    """Play a game determined by its plan, on a cable or a pseudo-terminal."""
    random = Random(f"game {plan.seed}")
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), plan, random.random() < 0.1, pty)
        try:
            if plan.build == "cursor" and random.random() < 0.8:
                # The second game in the menu is Joggle.
                evening.press("blue")
            evening.press("white", "white", "white")
            evening.play(LEAST_PLIES + random.randrange(20))
            check_logs(evening)
        except Exception as error:
            error.add_note(fault_plan_text(plan))
            raise
        finally:
            evening.close()
    return evening
