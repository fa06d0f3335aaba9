"""``schiri certify`` as typed: output, exit status, ports, and a person at a terminal."""

import errno
import io
import json
import os
import signal
import sys
import threading
from contextlib import redirect_stdout
from types import SimpleNamespace

import pytest
from schiri.certify import talk
from schiri.certify.parts import SKIP_ALL
from schiri.cli import schiri
from schiri.cli.certify import Typing
from schiri.cli.errors import exit_status
from schiri.simulator.stones import Stones
from schiri_device.sensing.levels import A_MT, HALF, Levels

from tests.certify.tested import CertifyRig
from tests.cli.command import Ran, typed
from tests.cli.fake_device import FakeDevice
from tests.cli.running import Hasty
from tests.firmware.world import CURSOR, built
from tests.patience import PATIENCE_S

Patch = pytest.MonkeyPatch
PARTS = 5 + len(CURSOR.buttons)


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
def rig(step_ms: float, monkeypatch: Patch) -> CertifyRig:
    """A device whose time passes whenever the command reads its clock."""
    rig = CertifyRig(CURSOR)
    rig.takes_ms = step_ms
    connect(rig, monkeypatch)
    return rig


def connect(rig: CertifyRig, monkeypatch: Patch) -> None:
    """Let the command find the device of a rig."""
    monkeypatch.setattr("schiri.cli.certify.now_ms", rig.tick)
    monkeypatch.setattr(
        "schiri.cli.certify.PortDevice", lambda port: SimpleNamespace(open_port=rig.open_port)
    )


def certified(path: str, *words: str) -> Ran:
    return typed("certify", "--port", path, *words)


@pytest.mark.usefixtures("rig")
def test_a_device_within_all_limits_passes() -> None:
    ran = typed("certify")
    assert ran.status == 0
    assert ran.lines[:2] == ["ok scan 1 ms <= 1.1 simulated", "ok light 7.92 ms <= 30 simulated"]
    assert "skipped heap - B >= 4000 simulated" in ran.lines
    assert ran.lines[-1] == "skipped button.black - - >= 1 simulated"
    assert len([line for line in ran.lines if line.startswith("skipped ")]) == 3 + PARTS
    assert {len(line.split(" ")) for line in ran.lines} == {7}
    assert "skipped" in ran.err


@pytest.mark.usefixtures("rig")
def test_with_json_one_object_is_printed() -> None:
    ran = typed("certify", "--json", "--lang", "de")
    found = json.loads(ran.out)
    assert ran.status == 0 and len(ran.lines) == 1
    assert (found["build"], found["simulated"], found["ok"]) == ("cursor", True, True)
    assert found["device"].startswith("SIM") and found["firmware"] == "1.0.0"
    names = [check["name"] for check in found["checks"]]
    assert len(names) == 9 + PARTS and len(set(names)) == len(names)
    assert "wird geprüft" in ran.err


@pytest.mark.parametrize("step_ms", [31.0])
@pytest.mark.usefixtures("rig")
def test_a_device_that_fails_a_limit() -> None:
    ran = typed("certify")
    assert ran.status == 1
    failed = [line.split(" ")[1] for line in ran.lines if line.startswith("FAIL ")]
    assert failed == ["light", "frame", "journal", "step.choose"]
    assert "FAIL step.choose 31 ms <= 30 simulated" in ran.lines


@pytest.mark.serial
def test_a_separately_started_simulator_can_be_tested() -> None:
    with Hasty("sim", "--build", "keys5") as sim:
        ran = certified(sim.out.line().removeprefix("port: "))
        assert sim.stop(signal.SIGINT).status == 0
    # The results depend on the load of this PC. The list of measurements does not.
    assert ran.status in (0, 1)
    told = [line.split(" ")[1] for line in ran.lines if not line.startswith("skipped ")]
    assert told == ["scan", "light", "frame", "journal", "step.choose", "link"]


def test_a_field_with_a_small_margin_is_named_with_its_figure(monkeypatch: Patch) -> None:
    whole = Stones.levels

    def levels(self: Stones) -> Levels:
        found = whole(self)
        # The sensor of c3 is too deep.
        found.dark[12], found.light[12] = HALF + 8 * A_MT, HALF - 8 * A_MT
        return found

    monkeypatch.setattr(Stones, "levels", levels)
    connect(CertifyRig(built("feel5")), monkeypatch)
    ran = typed("certify")
    assert [line for line in ran.lines if line.startswith("FAIL ")] == [
        "FAIL field.c3 1.36 - >= 3 simulated"
    ]
    assert "The sensor of c3 has a margin of 1.36; it needs 3." in ran.err


# Ports


def test_a_missing_device_is_reported(monkeypatch: Patch, tmp_path: object) -> None:
    monkeypatch.setattr("schiri.device.table_device.our_ports", list)
    ran = typed("certify")
    assert (ran.status, ran.out) == (3, "") and "No Schiri device" in ran.err
    ran = certified(f"{tmp_path}/missing")
    assert (ran.status, ran.out) == (3, "")


@pytest.mark.serial
def test_a_silent_port_is_reported(monkeypatch: Patch) -> None:
    monkeypatch.setattr(talk, "SILENT_MS", 30)
    with FakeDevice(says="") as silent:
        ran = certified(silent.path)
    assert (ran.status, ran.out) == (3, "")


@pytest.mark.serial
@pytest.mark.parametrize("says", ["hello 8 9 {token}", FakeDevice.HELLO[:-8] + "deadbeef"])
def test_versions_that_do_not_match_are_reported(says: str) -> None:
    with FakeDevice(says=says) as other:
        ran = certified(other.path)
    assert (ran.status, ran.out) == (4, "")


# A person at a terminal


class Person:
    """A person at a terminal who answers each question once.

    Shape: ``answers`` are the typed answers by question; ``fd`` is their end of the terminal.
    """

    def __init__(self, fd: int, rig: CertifyRig) -> None:
        self.answers = {b"red?": b"y\n", b"green?": b"n\n", b"blue?": b"x\n"}
        # They type nothing else.
        self.answers |= {b"Press down.": b"x\n", b"then Enter.": b"\n\x04"}
        self._fd, self._rig = fd, rig
        self.thread = threading.Thread(target=self._answer, daemon=True)
        self.thread.start()

    def _answer(self) -> None:
        said = b""
        while self.answers:
            said += os.read(self._fd, 4096)
            if b"Press up." in said:
                self._rig.presser.type("up")
                said = said.replace(b"Press up.", b"")
            for words in [each for each in self.answers if each in said]:
                os.write(self._fd, self.answers.pop(words))


@pytest.mark.serial
def test_at_a_terminal_the_questions_are_asked(rig: CertifyRig, monkeypatch: Patch) -> None:
    ours, theirs = os.openpty()
    person, out = Person(ours, rig), io.StringIO()
    with open(theirs, "r+b", buffering=0) as terminal:
        stdin, stderr = io.TextIOWrapper(terminal), io.TextIOWrapper(terminal, write_through=True)
        monkeypatch.setattr(sys, "argv", ["schiri", "certify"])
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


def test_a_closed_terminal_ends_the_command(monkeypatch: Patch) -> None:
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
        while not typing.has_typed():
            pass
        assert typing.typed() == expected
    assert complaints == []
