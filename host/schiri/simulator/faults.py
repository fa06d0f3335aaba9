"""Faults of a simulated device and its cable: a plan as data, and its execution.

Decides the form of a fault plan, and when each fault begins and ends.  Must not know the device.
"""

import json
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from schiri_device.builds import Build
from schiri_engines.refusals import MalformedText

from schiri.simulator.flash import Flash, PowerCut
from schiri.simulator.lossy_wire import QUIET, LossyWire, Noise
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import CableEnd

PULL = "pull"
POWER = "power"
NOISE = "noise"
HOST = "host"

MOST_SEED = 999_999_999
MONTH_MS = 30 * 24 * 3600 * 1000
# The optional fields of each fault besides its time, and their maximum; the default is 0.
FORM: dict[str, dict[str, int]] = {
    PULL: {"for_ms": MONTH_MS, "after_bytes": 1_000_000},
    POWER: {"for_ms": MONTH_MS, "at_write": 100_000, "stage": 255},
    NOISE: {"for_ms": MONTH_MS, "wrong_permille": 1000, "lost_permille": 1000, "jitter_ms": 1000},
    HOST: {},
}
LIKE = '{"seed": 1, "mishaps": [{"at_ms": 500, "what": "pull", "for_ms": 200, "after_bytes": 9}]}'


class PlannedFault(NamedTuple):
    """One fault.

    Shape: ``what`` is ``pull`` (the cable is unplugged for ``for_ms``, once ``after_bytes`` more
    bytes have passed in either direction), ``power`` (no power for ``for_ms``, and only the store
    survives; with ``at_write`` the cut comes in that write to the store from then on, counted from
    1, and in this ``stage`` of it, see `Flash`), ``noise`` (for ``for_ms``, the given numbers of
    1,000 bytes and of 1,000 lines, and each line waits up to ``jitter_ms``) or ``host`` (the host's
    program restarts).
    Units: ``at_ms`` since the device was first switched on.
    Rule: a fault ends before the next one is due; only noise may overlap with others.
    """

    at_ms: int
    what: str
    for_ms: int = 0
    after_bytes: int = 0
    at_write: int = 0
    stage: int = 0
    wrong_permille: int = 0
    lost_permille: int = 0
    jitter_ms: int = 0


class FaultPlan(NamedTuple):
    """Faults in the order of their times; all other randomness follows from the seed.

    Shape: ``build`` is the name of the device's build, empty where any will do.
    """

    seed: int
    build: str
    faults: tuple[PlannedFault, ...]


def parse_fault_plan(text: str) -> FaultPlan:
    """Return the plan that a text holds.

    >>> parse_fault_plan('{"seed": 1, "mishaps": [{"at_ms": 5, "what": "host"}]}').faults[0].what
    'host'
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedText("bad-faults", str(error), LIKE) from error
    _check_keys(found, "", ("seed", "mishaps"), ("build",))
    _check_number(found["seed"], "seed", MOST_SEED)
    build = found.get("build", "")
    if not isinstance(build, str):
        raise _bad("build", build, '"cursor"')
    if not isinstance(found["mishaps"], list):
        raise _bad("mishaps", found["mishaps"], "[...]")
    faults: list[PlannedFault] = []
    for at, each in enumerate(found["mishaps"]):
        faults.append(_parse_fault(each, f"mishaps[{at}]"))
        if at and faults[at].at_ms < faults[at - 1].at_ms:
            raise _bad(f"mishaps[{at}].at_ms", each["at_ms"], f"{faults[at - 1].at_ms}..")
    return FaultPlan(found["seed"], build, tuple(faults))


def _parse_fault(found: object, place: str) -> PlannedFault:
    if not isinstance(found, dict):
        raise _bad(place, found, '{"at_ms": 500, "what": "pull"}')
    what = found.get("what")
    if not isinstance(what, str) or what not in FORM:
        raise _bad(f"{place}.what", what, " ".join(FORM))
    form = {"at_ms": MONTH_MS, **FORM[what]}
    _check_keys(found, place, ("at_ms", "what"), tuple(FORM[what]))
    for name, most in form.items():
        _check_number(found.get(name, 0), f"{place}.{name}", most)
    return PlannedFault(**found)


def _check_keys(found: object, place: str, needed: tuple[str, ...], more: tuple[str, ...]) -> None:
    if not isinstance(found, dict):
        raise _bad(place, found, LIKE)
    wanted = " ".join(needed + more)
    for name in found:
        if name not in needed + more:
            raise MalformedText("bad-faults", f"{place}.{name}".lstrip("."), wanted)
    for name in needed:
        if name not in found:
            raise _bad(place, found, wanted)


def _check_number(found: object, place: str, most: int) -> None:
    # In Python, True is a number.
    if type(found) is not int or not 0 <= found <= most:
        raise _bad(place, found, f"0..{most}")


def _bad(place: str, found: object, wanted: str) -> MalformedText:
    shown = json.dumps(found, ensure_ascii=False)
    return MalformedText("bad-faults", f"{place} = {shown}" if place else shown, wanted)


# Called when a fault begins (True) and when it is over (False).
Tell = Callable[[PlannedFault, bool], None]


class FaultInjector:
    """A simulated device under a fault plan.

    Shape: ``simulator`` is the device, whose buttons may be pressed at any time; ``is_over`` means
    that the plan is done.
    Rule: a device without power is off the cable too, which supplies it.
    """

    def __init__(
        self,
        build: Build,
        wire: CableEnd,
        plan: FaultPlan,
        notify: Tell,
        device: str | None = None,
    ) -> None:
        self.is_on = True
        self.wire = LossyWire(wire, plan.seed)
        self._store = Flash()
        self.simulator = Simulator(build, self.wire, plan.seed, self._store, device)
        self._notify = notify
        self._due = deque(plan.faults)
        # The fault that waits for its byte or its write, the current one, and the noise.
        self._awaited: PlannedFault | None = None
        self._under_way: PlannedFault | None = None
        self._noise: PlannedFault | None = None
        self._until_ms = 0
        self._noise_until_ms = 0

    @property
    def is_over(self) -> bool:
        return not (self._due or self._awaited or self._under_way or self._noise)

    def step(self, at_ms: int) -> None:
        """Carry out due faults, then run one step of the device if it has power."""
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
            self._notify(over, False)
        if self._under_way and at_ms >= self._until_ms:
            over, self._under_way = self._under_way, None
            self.wire.plug()
            if not self.is_on:
                self.is_on = True
                self.simulator.start(at_ms)
            self._notify(over, False)
        while self._due and self._due[0].at_ms <= at_ms:
            if self._awaited or self._under_way:
                return
            self._begin(self._due.popleft(), at_ms)

    def _begin(self, fault: PlannedFault, at_ms: int) -> None:
        if fault.what == HOST:
            self._notify(fault, True)
        elif fault.what == NOISE:
            self._noise, self._noise_until_ms = fault, at_ms + fault.for_ms
            self.wire.make_noise(Noise(fault.wrong_permille, fault.lost_permille, fault.jitter_ms))
            self._notify(fault, True)
        else:
            self._awaited = fault
            if fault.what == PULL:
                self.wire.pull_after(fault.after_bytes)
            elif fault.at_write:
                self._store.cut_at(fault.at_write, fault.stage)
            else:
                self._strike(at_ms)

    def _strike(self, at_ms: int) -> None:
        assert self._awaited is not None
        self._under_way, self._awaited = self._awaited, None
        self._until_ms = at_ms + self._under_way.for_ms
        if self._under_way.what == POWER:
            self.is_on = False
            self.wire.pull()
        self._notify(self._under_way, True)
