"""``schiri sim``, ``ports`` and ``record``: the ports they use, over pseudo-terminals."""

import os
import select
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from schiri.device.port import SerialPort
from schiri.device.table_device import PortDevice

from tests.cli.command import typed
from tests.cli.fake_device import RULES, FakeDevice, line_of
from tests.cli.running import Hasty, Running, Started
from tests.counts import IS_PROOF
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.serial

NEW = "new switch AB layout=1 repetition=3 start=b"


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """Restore the signal handlers: `record` sets one."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


# sim


def port_of(sim: Running) -> str:
    """Return the port of a simulated device, which is its first line."""
    line = sim.out.line()
    assert line.startswith("port: ")
    path = line.removeprefix("port: ")
    assert Path(path).is_char_device()
    return path


def greeting(path: str) -> list[str]:
    """Send a greeting to a port, as any program may, and return the words of the answer."""
    number = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        received = b""
        os.write(number, line_of(0, "-", "hello 2 2 abcd"))
        while b"\n" not in received:
            assert select.select([number], [], [], PATIENCE_S)[0]
            received += os.read(number, 4096)
    finally:
        os.close(number)
    body, _, check = received.split(b"\n")[0].rpartition(b" *")
    words = body.decode().split(" ")
    assert line_of(int(words[0]), words[1], " ".join(words[2:])) == body + b" *" + check + b"\n"
    return words[2:]


@pytest.mark.parametrize(("options", "build"), [((), "cursor"), (("--build", "keys5"), "keys5")])
def test_any_program_can_talk_to_a_simulated_device(options: tuple[str, ...], build: str) -> None:
    # One start in a new Python process covers how that begins and ends.
    begun: type[Running] = Started if IS_PROOF or not options else Hasty
    with begun("sim", *options) as sim:
        words = greeting(port_of(sim))
        kind, oldest, newest, token, device, _firmware, found, epoch, first, last, rules = words
        assert (kind, token, found, rules) == ("hello", "abcd", build, RULES)
        assert int(oldest) <= 2 <= int(newest) and device.startswith("SIM")
        assert len(epoch) == 8 and (first, last) == ("1", "0")
        ran = sim.stop(signal.SIGINT)
    assert ran.status == 0 and len(ran.lines) == 1
    # The list of buttons is for people.
    assert "white black" in ran.err


def test_a_seed_repeats_what_is_random_but_not_the_devices_name() -> None:
    hellos = []
    for seed in ("7", "7", "8"):
        with Hasty("sim", "--seed", seed) as sim:
            hellos.append(greeting(port_of(sim)))
            # It continues without standard input.
            sim.close_input()
            assert sim.stop(signal.SIGINT).status == 0
    epochs = [words[7] for words in hellos]
    assert epochs[0] == epochs[1] != epochs[2]


def test_an_unknown_button_is_reported() -> None:
    with Hasty("sim") as sim:
        port_of(sim)
        for typing, told in ((b"nonsense White\n", "nonsense White"), (b"\xff\xfe\0\n", "\ufffd")):
            sim.type(typing)
            assert told in sim.err.line_with("There is no button")
        assert sim.stop(signal.SIGINT).status == 0


# ports


def test_a_missing_device_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiri.cli.ports.our_ports", list)
    ran = typed("ports")
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 1


def ports(monkeypatch: pytest.MonkeyPatch, *paths: str) -> tuple[int, str, str]:
    monkeypatch.setattr("schiri.cli.ports.our_ports", lambda: list(paths))
    return typed("ports")


def test_devices_are_listed_with_their_game(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeDevice() as idle, FakeDevice(game=NEW) as busy:
        status, out, _ = ports(monkeypatch, idle.path, busy.path)
    lines = [line.split("  ") for line in out.splitlines()]
    assert status == 0
    assert lines == [
        [idle.path, "FAKE01", "cursor", "0.1.0", "no game"],
        [busy.path, "FAKE01", "cursor", "0.1.0", "switch"],
    ]


def test_one_port_that_fails_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    missing = str(tmp_path / "missing")
    with FakeDevice() as device, FakeDevice() as taken:
        port = SerialPort(taken.path)
        status, out, err = ports(monkeypatch, missing, taken.path, device.path)
        assert (status, len(out.splitlines())) == (0, 1) and device.path in out
        assert missing in err and taken.path in err and len(err.splitlines()) == 2
        # If no port is left, the reasons are printed.
        status, out, err = ports(monkeypatch, taken.path, missing)
        assert (status, out, len(err.splitlines())) == (3, "", 2)
        port.close()


def test_a_silent_port_is_not_listed_as_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiri.device.finder.PATIENCE_MS", 50)
    with FakeDevice(says="") as silent:
        status, out, err = ports(monkeypatch, silent.path)
    assert (status, out) == (3, "") and "No Schiri device" in err


def test_a_device_of_another_version_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeDevice(says="hello 8 9 {token}") as device:
        status, out, err = ports(monkeypatch, device.path)
    assert (status, out) == (4, "") and "8" in err and "9" in err


def test_ports_of_other_products_are_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        SimpleNamespace(device="/dev/a", product=None, interface=None),
        SimpleNamespace(device="/dev/b", product="Arduino", interface="CDC2"),
    ]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: found)
    monkeypatch.setattr("schiri.cli.ports.SerialPort", None)
    assert typed("ports").status == 3


# record: ports


@pytest.mark.parametrize("place", [os.devnull, ".", "file", "/dev/full"])
def test_a_file_that_cannot_be_a_port_is_reported(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = typed("record", "--port", str(tmp_path / place), "-o", str(tmp_path / "logs"))
    assert (ran.status, ran.out) == (3, "")
    assert len(ran.err.splitlines()) == 2 and ran.err.splitlines()[0].startswith("Waiting")


@pytest.mark.parametrize("noise", [b"", b"\x00\xff\n", b"OK\r\n", b"0 - hello 2 2 *00000000\n"])
def test_a_port_without_a_schiri_device_is_reported(
    noise: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PortDevice, "silent_ms", 30)
    with FakeDevice(says="", noise=noise) as device:
        ran = typed("record", "--port", device.path, "-o", str(tmp_path))
    assert (ran.status, ran.out) == (3, "") and len(ran.err.splitlines()) == 2


@pytest.mark.parametrize(
    "says",
    ["hello 8 9 {token}", FakeDevice.HELLO.replace(RULES, "deadbeef")],
    ids=["protocol", "rules"],
)
def test_recording_reports_versions_that_do_not_match(says: str, tmp_path: Path) -> None:
    with FakeDevice(says=says) as device:
        ran = typed("record", "--port", device.path, "-o", str(tmp_path))
    assert (ran.status, ran.out) == (4, "") and len(ran.err.splitlines()) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_port_that_is_missing_is_waited_for(number: signal.Signals, tmp_path: Path) -> None:
    with Hasty("record", "--port", str(tmp_path / "missing")) as record:
        record.err.line_with("Waiting")
        ran = record.stop(number)
    assert (ran.status, ran.out) == (0, "")
