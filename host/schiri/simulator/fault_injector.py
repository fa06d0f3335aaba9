"""A simulated device to which happens what a fault plan says.

Decides when each fault begins and when it is over.  Must not know what the device does.
"""

from collections import deque
from collections.abc import Callable

from schiri_device.builds import Build

from schiri.simulator.fault_plan import HOST, NOISE, POWER, PULL, FaultPlan, PlannedFault
from schiri.simulator.flash import Flash
from schiri.simulator.lossy_wire import QUIET, LossyWire, Noise
from schiri.simulator.power_cut import PowerCut, PowerCutStore
from schiri.simulator.simulator import Simulator, Wire

# Called as a fault begins (True) and as it is over (False).
Tell = Callable[[PlannedFault, bool], None]


class FaultInjector:
    """A simulated device under a fault plan.

    Shape: ``simulator`` is the device, whose buttons may be pressed at any time; ``is_over``
    tells that all of the plan has happened.
    Rule: a device without power is off the cable too, for it has its power from there.
    """

    def __init__(
        self,
        build: Build,
        wire: Wire,
        plan: FaultPlan,
        tell: Tell,
        flash: Flash | None = None,
        device: str | None = None,
    ) -> None:
        self.is_on = True
        self.wire = LossyWire(wire, plan.seed)
        self._store = PowerCutStore(flash or Flash())
        self.simulator = Simulator(build, self.wire, plan.seed, self._store, device)
        self._tell = tell
        self._due = deque(plan.faults)
        # The fault that waits for its byte or its write, the one that goes on, and the noise.
        self._awaited: PlannedFault | None = None
        self._under_way: PlannedFault | None = None
        self._noise: PlannedFault | None = None
        self._until_ms = 0
        self._noise_until_ms = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing goes wrong any more."""
        return not (self._due or self._awaited or self._under_way or self._noise)

    def step(self, at_ms: int) -> None:
        """Carry out what is due, then run one step of the device if it has power."""
        self._go_on(at_ms)
        self.wire.step(at_ms)
        if self.is_on:
            try:
                self.simulator.step(at_ms)
            except PowerCut:
                self._strike(at_ms)
        if self._awaited and not self.wire.is_plugged:
            self._strike(at_ms)

    def _go_on(self, at_ms: int) -> None:
        if self._noise and at_ms >= self._noise_until_ms:
            self.wire.make_noise(QUIET)
            over, self._noise = self._noise, None
            self._tell(over, False)
        if self._under_way and at_ms >= self._until_ms:
            over, self._under_way = self._under_way, None
            self.wire.plug()
            if not self.is_on:
                self.is_on = True
                self.simulator.start(at_ms)
            self._tell(over, False)
        while self._due and self._due[0].at_ms <= at_ms:
            if self._awaited or self._under_way:
                return
            self._begin(self._due.popleft(), at_ms)

    def _begin(self, fault: PlannedFault, at_ms: int) -> None:
        if fault.what == HOST:
            self._tell(fault, True)
        elif fault.what == NOISE:
            self._noise, self._noise_until_ms = fault, at_ms + fault.for_ms
            self.wire.make_noise(Noise(fault.wrong_permille, fault.lost_permille, fault.jitter_ms))
            self._tell(fault, True)
        else:
            self._awaited = fault
            if fault.what == PULL:
                self.wire.pull_after(fault.after_bytes)
            elif fault.at_write:
                self._store.cut_at(fault.at_write, fault.stage)
            else:
                self._strike(at_ms)

    def _strike(self, at_ms: int) -> None:
        """Carry out the fault that was awaited."""
        assert self._awaited is not None
        self._under_way, self._awaited = self._awaited, None
        self._until_ms = at_ms + self._under_way.for_ms
        if self._under_way.what == POWER:
            self.is_on = False
            self.wire.pull()
        self._tell(self._under_way, True)
