"""``schiri certify`` as typed: output, exit status, ports, and a person at a terminal."""

import errno
import io
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import redirect_stdout

import pytest
from schiri.certify import talk
from schiri.certify.parts import SKIP_ALL
from schiri.cli import schiri
from schiri.cli.certify import Typing
from schiri.cli.errors import exit_status
from schiri.simulator.simulator import Bench, ButtonPresser, Simulator
from schiri.simulator.wires import PtyWire

from tests.cli.command import PATIENCE_S, Ran, typed
from tests.cli.fake_device import FakeDevice
from tests.cli.running import Hasty
from tests.firmware.world import CURSOR

Patch = pytest.MonkeyPatch
PARTS = 5 + len(CURSOR.buttons)
# Duration of a step here, and for the device.
REAL_S = 0.001
STEP_MS = 5


class Device:
    """A simulated device on a pseudo-terminal, each of whose steps seems to take a given time.

    Its time runs five times as fast as the tester's.
    """

    def __init__(self, step_ms: float) -> None:
        self._wire = PtyWire()
        self.path = self._wire.path
        self._simulator = Simulator(CURSOR, self._wire, seed=1)
        self._presser = ButtonPresser(self._simulator)
        self._step_ms, self._spent_ms = step_ms, 0.0
        self._simulator.bench = Bench(len(CURSOR.order), self._clock)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def press(self, name: str) -> None:
        self._presser.type(name)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._wire.close()

    def _clock(self) -> float:
        self._spent_ms += self._step_ms
        return self._spent_ms

    def _run(self) -> None:
        now_ms = 0
        while not self._stop.wait(REAL_S):
            now_ms += STEP_MS
            self._presser.step(now_ms)
            self._simulator.step(now_ms)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: Patch) -> None:
    # One press instead of five is enough.
    monkeypatch.setattr(talk, "MEASURED_MS", 200)
    monkeypatch.setattr(talk, "ROUND_TRIPS", 4)


@pytest.fixture
def step_ms() -> float:
    """Return the apparent duration of each step of the device."""
    return 2.0


@pytest.fixture
def device(step_ms: float) -> Iterator[Device]:
    made = Device(step_ms)
    yield made
    made.stop()


def certified(path: str, *words: str) -> Ran:
    return typed("certify", "--port", path, *words)


@pytest.mark.serial
def test_a_device_that_keeps_to_the_budget(device: Device) -> None:
    ran = certified(device.path)
    assert ran.status == 0
    assert ran.lines[:2] == ["ok scan 1 ms <= 1.1 simulated", "ok light 7.92 ms <= 30 simulated"]
    assert "skipped heap - B >= 40960 simulated" in ran.lines
    assert ran.lines[-1] == "skipped button.black - - >= 1 simulated"
    assert len([line for line in ran.lines if line.startswith("skipped ")]) == 3 + PARTS
    assert {len(line.split(" ")) for line in ran.lines} == {7}
    assert "skipped" in ran.err


@pytest.mark.serial
def test_one_object_for_programs(device: Device) -> None:
    ran = certified(device.path, "--json", "--lang", "de")
    found = json.loads(ran.out)
    assert ran.status == 0 and len(ran.lines) == 1
    assert (found["build"], found["simulated"], found["ok"]) == ("cursor", True, True)
    assert found["device"].startswith("SIM") and found["firmware"] == "1.0.0"
    names = [check["name"] for check in found["checks"]]
    assert len(names) == 9 + PARTS and len(set(names)) == len(names)
    assert "wird geprüft" in ran.err


@pytest.mark.serial
@pytest.mark.parametrize("step_ms", [31.0])
def test_a_device_that_fails_a_limit(device: Device) -> None:
    ran = certified(device.path)
    assert ran.status == 1
    failed = [line.split(" ")[1] for line in ran.lines if line.startswith("FAIL ")]
    assert failed == ["light", "frame", "journal", "step.choose"]
    assert "FAIL step.choose 31 ms <= 30 simulated" in ran.lines


@pytest.mark.serial
@pytest.mark.slow
def test_a_simulated_device_of_its_own_is_tested() -> None:
    with Hasty("sim", "--build", "keys5") as sim:
        ran = certified(sim.out.line().removeprefix("port: "))
        assert sim.stop(signal.SIGINT).status == 0
    # The results depend on the load of this PC. The list of measurements does not.
    assert ran.status in (0, 1)
    told = [line.split(" ")[1] for line in ran.lines if not line.startswith("skipped ")]
    assert told == ["scan", "light", "frame", "journal", "step.choose", "link"]


# Ports


def test_no_device_is_told(monkeypatch: Patch, tmp_path: object) -> None:
    monkeypatch.setattr("schiri.device.table_device.our_ports", list)
    ran = typed("certify")
    assert (ran.status, ran.out) == (3, "") and "No Schiri device" in ran.err
    ran = certified(f"{tmp_path}/missing")
    assert (ran.status, ran.out) == (3, "")


@pytest.mark.serial
def test_a_port_that_is_silent_is_told(monkeypatch: Patch) -> None:
    monkeypatch.setattr(talk, "SILENT_MS", 30)
    with FakeDevice(says="") as silent:
        ran = certified(silent.path)
    assert (ran.status, ran.out) == (3, "")


@pytest.mark.serial
@pytest.mark.parametrize("says", ["hello 8 9 {token}", FakeDevice.HELLO[:-8] + "deadbeef"])
def test_versions_that_do_not_match_are_told(says: str) -> None:
    with FakeDevice(says=says) as other:
        ran = certified(other.path)
    assert (ran.status, ran.out) == (4, "")


# A person at a terminal


class Person:
    """A person at a terminal who answers each question once.

    Shape: ``answers`` are the typed answers by question; ``fd`` is their end of the terminal.
    """

    def __init__(self, fd: int, device: Device) -> None:
        self.answers = {b"red?": b"y\n", b"green?": b"n\n", b"blue?": b"x\n"}
        # They type nothing else.
        self.answers |= {b"Press down.": b"x\n", b"then Enter.": b"\n\x04"}
        self._fd, self._device = fd, device
        self.thread = threading.Thread(target=self._answer, daemon=True)
        self.thread.start()

    def _answer(self) -> None:
        said = b""
        while self.answers:
            said += os.read(self._fd, 4096)
            if b"Press up." in said:
                self._device.press("up")
                said = said.replace(b"Press up.", b"")
            for words in [each for each in self.answers if each in said]:
                os.write(self._fd, self.answers.pop(words))


@pytest.mark.serial
@pytest.mark.slow
def test_somebody_at_a_terminal_is_asked(device: Device, monkeypatch: Patch) -> None:
    ours, theirs = os.openpty()
    person, out = Person(ours, device), io.StringIO()
    with open(theirs, "r+b", buffering=0) as terminal:
        stdin, stderr = io.TextIOWrapper(terminal), io.TextIOWrapper(terminal, write_through=True)
        monkeypatch.setattr(sys, "argv", ["schiri", "certify", "--port", device.path])
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stderr", stderr)
        with redirect_stdout(out):
            assert exit_status(schiri) == 1
    person.thread.join(PATIENCE_S)
    os.close(ours)
    assert person.answers == {}
    verdicts = [line.split(" ")[:2] for line in out.getvalue().splitlines()]
    parts = {name: verdict for verdict, name in verdicts if "." in name}
    assert [name for name, verdict in parts.items() if verdict == "ok"] == [
        "step.choose",
        "step.panel",
        "pixels.red",
        "button.up",
    ]
    assert [name for name, verdict in parts.items() if verdict == "FAIL"] == ["pixels.green"]


def test_a_terminal_that_vanishes_has_ended(monkeypatch: Patch) -> None:
    class Vanishing:
        lines = ["yes\n"]

        def readline(self, size: int) -> str:
            if not self.lines:
                raise OSError(errno.EIO, "Input/output error")
            return self.lines.pop()

    complaints: list[object] = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    monkeypatch.setattr(sys, "stdin", Vanishing())
    typing = Typing()
    for expected in ("yes", SKIP_ALL):
        ends = time.monotonic() + PATIENCE_S
        while not typing.has_typed():
            assert time.monotonic() < ends
        assert typing.typed() == expected
    assert complaints == []
