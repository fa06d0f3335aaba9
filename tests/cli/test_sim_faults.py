"""``schiri sim --faults``: faults are reported as they happen, an invalid plan at once."""

import os
import signal
from pathlib import Path

import pytest
from schiri.simulator.faults import FaultPlan, PlannedFault

from tests.cli.command import typed
from tests.cli.running import Hasty
from tests.cli.test_devices import greeting, port_of
from tests.faults.plans import fault_plan_text

pytestmark = pytest.mark.serial

ALL = (
    PlannedFault(0, "noise", 10, wrong_permille=3, lost_permille=2, jitter_ms=1),
    PlannedFault(0, "host"),
    PlannedFault(0, "power", 20),
    PlannedFault(0, "pull", 30),
)
TOLD = [
    "The cable is noisy for 10 ms: of 1,000 bytes 3 are wrong, of 1,000 lines 2 are lost, "
    "each waits up to 1 ms.",
    "Now restart the program on the PC.",
    "The device is without power for 20 ms.",
    "The cable works again.",
    "The device has power again.",
    "The cable is pulled for 30 ms: nothing goes through it.",
    "The cable is plugged in again.",
]


def written(folder: Path, *faults: PlannedFault, build: str = "") -> str:
    path = folder / "faults.json"
    path.write_text(fault_plan_text(FaultPlan(7, build, faults)))
    return str(path)


def test_faults_are_printed_and_the_port_stays_open(tmp_path: Path) -> None:
    with Hasty("sim", "--faults", written(tmp_path, *ALL, build="keys5")) as sim:
        port = port_of(sim)
        told = [sim.err.line()]
        while told[-1] != TOLD[-1]:
            told.append(sim.err.line())
        # An open port stays usable, and a newly opened one reaches the device of the file.
        assert greeting(port)[6] == "keys5"
        assert sim.stop(signal.SIGINT).status == 0
    assert sorted(told[-len(TOLD) :]) == sorted(TOLD)


def test_options_that_are_not_typed_come_from_the_plan(tmp_path: Path) -> None:
    found = []
    for options in ((), ("--seed", "7"), ("--seed", "8", "--build", "cursor")):
        with Hasty("sim", "--faults", written(tmp_path, build="keys5"), *options) as sim:
            words = greeting(port_of(sim))
            found.append((words[6], words[7]))
            assert sim.stop(signal.SIGINT).status == 0
    assert found[0] == found[1] and found[1][1] != found[2][1]
    assert [build for build, _ in found] == ["keys5", "keys5", "cursor"]


@pytest.mark.parametrize("name", ["missing.json", ".", "a" * 5000, "/dev/zero", "pipe"])
def test_an_unreadable_fault_plan_is_reported(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = typed("sim", "--faults", str(tmp_path / name))
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1
