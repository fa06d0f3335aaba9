"""``schiri record``: a device's games become logs, despite faults of device, cable and disk."""

import json
import os
import signal
import stat
from pathlib import Path

import pytest
from schiri.cli.record import Ending, Recorder
from schiri.device.reports import DeviceStatus
from schiri.device.table_device import PortDevice
from schiri.log.folder import LOGS
from schiri.prose.answers import refusal_line
from schiri.table.intents import RefusalReport
from schiri.texts import Words

from tests.cli.command import typed
from tests.cli.fake_device import FakeDevice
from tests.cli.running import Hasty, Running, Started
from tests.cli.test_devices import NEW, port_of
from tests.cli.test_referee_log import entries
from tests.counts import IS_PROOF

pytestmark = pytest.mark.serial

# Presses that begin a game on the build with a key for each cell: game, layout, confirmation.
BEGIN = "white white white"
# The refusal of a press on a stone of the other colour.
NOT_YOURS = RefusalReport("move-not-yours", "SW-4")


def recording(path: str, folder: Path) -> Running:
    record = Hasty("record", "--port", path, "-o", str(folder))
    record.err.line_with("is connected")
    return record


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_game_on_the_device_becomes_a_log(number: signal.Signals, tmp_path: Path) -> None:
    with Hasty("sim", "--build", "keys5", "--seed", "1") as sim:
        # One run in a new Python process covers its end.
        kind = Started if IS_PROOF or number == signal.SIGTERM else Hasty
        with kind("record", "--port", port_of(sim), "-o", str(tmp_path)) as record:
            record.err.line_with("is connected")
            sim.type(f"{BEGIN} a1 c3\n")
            path = Path(record.out.line())
            assert list(tmp_path.glob(LOGS)) == [path]
            assert record.out.line() == "A moves from a1 to c3 (a1-c3)"
            sim.type("b1 a1 black\n")
            assert [record.out.line() for _ in range(2)] == [
                "B moves from b1 to a1 (b1-a1)",
                "Undone: B moves from b1 to a1 (undo)",
            ]
            ran = record.stop(number)
        assert ran.status == 0 and sim.stop(signal.SIGINT).status == 0
    assert entries(path) == ["a1-c3", "b1-a1", "undo"]
    first, second, *_ = (json.loads(line) for line in path.read_bytes().splitlines())
    assert first["device"].startswith("SIM") and first["players"] == ["A", "B"]
    device, epoch, event = second["src"].split(":")
    assert (device, event) == (first["device"], "2") and len(epoch) == 8


def test_a_refusal_of_the_device_is_printed_and_not_logged(
    tmp_path: Path,
) -> None:
    with Hasty("sim", "--build", "keys5", "--seed", "1") as sim:
        words = ("record", "--port", port_of(sim), "-o", str(tmp_path), "--lang", "de")
        with Hasty(*words) as record:
            record.err.line_with("SIM")
            sim.type(f"{BEGIN} b1 a1 c3\n")
            path = Path(record.out.line())
            assert record.err.line_with(NOT_YOURS.rule) == refusal_line(Words("de"), NOT_YOURS)
            assert "a1-c3" in record.out.line()
            assert record.stop(signal.SIGINT).status == 0
    assert entries(path) == ["a1-c3"]


def test_moves_made_before_recording_are_pulled(tmp_path: Path) -> None:
    with Hasty("sim", "--build", "keys5") as sim:
        port = port_of(sim)
        with recording(port, tmp_path) as record:
            sim.type(f"{BEGIN} a1 c3\n")
            record.out.line_with("a1-c3")
            record.send(signal.SIGKILL)
            record.wait()
        sim.type("b1 a1 nonsense\n")
        # The buttons before the unknown name are pressed before its error appears.
        sim.err.line_with("no button")
        with recording(port, tmp_path) as record:
            assert record.out.line() == "B moves from b1 to a1 (b1-a1)"
            sim.type("c3 b1\n")
            assert record.out.line() == "A moves from c3 to b1 (c3-b1)"
            assert record.stop(signal.SIGTERM).status == 0
    (path,) = tmp_path.glob(LOGS)
    assert entries(path) == ["a1-c3", "b1-a1", "c3-b1"]


def test_a_device_that_goes_away_is_waited_for(tmp_path: Path) -> None:
    with FakeDevice() as device:
        record = recording(device.path, tmp_path)
    with record:
        record.err.line_with("is gone")
        assert record.stop(signal.SIGINT).status == 0


def test_a_signal_ends_it_even_where_an_exception_would_be_lost() -> None:
    class Port:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    ending, before = Ending(), signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, ending.end)
    try:
        Port()
        assert ending.is_due
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_device_that_was_left_as_a_panel_is_given_back(tmp_path: Path) -> None:
    recorder = Recorder(Words("en"), PortDevice(None), tmp_path)
    client = recorder._connection.client
    for mode, is_asked in (("play", False), ("panel", True)):
        recorder._handle(DeviceStatus(mode, "-", "-"))
        assert client.is_asking is is_asked
    recorder.close()


def test_a_move_against_the_rules_is_reported(tmp_path: Path) -> None:
    with (
        FakeDevice(events=[NEW, "a1-c3", "a1-a2", "b1-a1"]) as device,
        recording(device.path, tmp_path) as record,
    ):
        assert "a1-a2" in record.err.line_with("DO NOT AGREE")
        assert record.stop(signal.SIGINT).status == 0
    (path,) = tmp_path.glob(LOGS)
    assert entries(path) == ["a1-c3"]


def test_a_full_disk_ends_the_recording_with_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def fsync(number: int) -> None:
        if stat.S_ISREG(os.fstat(number).st_mode):
            calls.append(number)
        if len(calls) > 2:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", fsync)
    with FakeDevice(events=[NEW, "a1-c3", "b1-a1"]) as device:
        ran = typed("record", "--port", device.path, "-o", str(tmp_path))
    assert (
        ran.status == 3
        and "the disk is full" in ran.err.splitlines()[-1]
        and "The device keeps" in ran.err
    )
    assert ran.lines[1:] == ["A moves from a1 to c3 (a1-c3)"]


def test_recording_continues_a_torn_log(tmp_path: Path) -> None:
    with FakeDevice(events=[NEW, "a1-c3", "b1-a1"]) as device:
        with recording(device.path, tmp_path) as record:
            record.out.line_with("b1-a1")
            record.stop(signal.SIGINT)
        (path,) = tmp_path.glob(LOGS)
        path.write_bytes(path.read_bytes()[:-9])
        with recording(device.path, tmp_path) as record:
            assert record.err.line() == f"The last line of {path} was cut off; it is left out."
            assert record.out.line() == "B moves from b1 to a1 (b1-a1)"
            assert record.stop(signal.SIGINT).err.count("cut off") == 1
    assert entries(path) == ["a1-c3", "b1-a1"]
    ran = typed("log", "verify", str(path))
    assert ran == (0, "ok 4 events unfinished\n", "survived: 1 restart of the PC program\n")


ASIDE = FakeDevice.HELLO.replace("89abcdef 1", "- 1")


def test_a_journal_set_aside_is_stored_and_reported(tmp_path: Path) -> None:
    data = bytes(range(200))
    with (
        FakeDevice(says=ASIDE, aside=data) as device,
        Hasty("record", "--port", device.path, "-o", str(tmp_path), "--lang", "de") as record,
    ):
        line = record.err.line_with("von vorn")
        record.stop(signal.SIGINT)
    (path,) = tmp_path.glob("journal-*")
    assert str(path) in line and bytes.fromhex(path.read_text()) == data
