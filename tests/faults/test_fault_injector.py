"""Faults happen when and where their plan says, to the byte and to the write."""

import pytest
from schiri.device.port import PortLost
from schiri.simulator.faults import FaultInjector, FaultPlan, PlannedFault
from schiri.simulator.flash import Flash, PowerCut
from schiri.simulator.lossy_wire import LossyWire, Noise
from schiri.simulator.simulator import FIRST_TICK
from schiri.simulator.wires import Cable
from schiri_device.builds import load
from schiri_device.ticks import elapsed

from tests.firmware.journals import journal_on

TEXT = b"7 - beat 41 *79e5f43f\n"
# The bytes of the record of an undo.
UNDO = 6
EventReceived = list[tuple[int, str, bool]]


def ordeal_of(*faults: PlannedFault) -> tuple[FaultInjector, Cable, EventReceived]:
    """Return a device under these faults, its cable, and the reports of them, with times."""
    cable, told, now = Cable(), [], [0]
    build = load("keys5")
    assert build is not None

    def tell(fault: PlannedFault, begins: bool) -> None:
        told.append((now[0], fault.what, begins))

    injector = FaultInjector(build, cable, FaultPlan(1, "", faults), tell)
    step = injector.step

    def noted(at_ms: int) -> None:
        now[0] = at_ms
        step(at_ms)

    injector.step = noted  # type: ignore[method-assign]
    return injector, cable, told


def test_bytes_to_the_device_are_cut_at_the_given_byte(subtests: pytest.Subtests) -> None:
    for after in range(1, len(TEXT)):
        with subtests.test(after=after):
            cable = Cable()
            wire, port = LossyWire(cable), cable.open()
            wire.pull_after(after)
            port.write(TEXT)
            assert wire.device_reads() == TEXT[:after]
            assert not wire.is_plugged
            with pytest.raises(PortLost):
                port.write(TEXT)


def test_bytes_from_the_device_are_cut_at_the_given_byte(subtests: pytest.Subtests) -> None:
    for after in range(1, len(TEXT)):
        with subtests.test(after=after):
            cable = Cable()
            wire, port = LossyWire(cable), cable.open()
            port.write(TEXT)
            assert wire.device_reads() == TEXT
            wire.pull_after(after)
            assert wire.device_writes(TEXT) == len(TEXT)
            assert port.read() == TEXT[:after]
            with pytest.raises(PortLost):
                port.read()
            wire.plug()
            with pytest.raises(PortLost):
                port.read()
            # A newly opened port finds no old bytes in the wire.
            port = cable.open()
            assert port.read() == b"" == wire.device_reads()


def sent_through(noise: Noise) -> tuple[list[bytes], int]:
    """Return the received part of 4,000 numbered lines, one each 20 ms, and the number of late
    ones.
    """
    cable = Cable()
    wire = LossyWire(cable, seed=1)
    port = cable.open()
    wire.make_noise(noise)
    got, late = b"", 0
    for at in range(4000):
        wire.step(20 * at)
        wire.device_writes(b"%08d\n" % at)
        here = port.read()
        late += not here
        got += here
    wire.step(20 * 4000 + noise.jitter_ms)
    return (got + port.read()).split(b"\n")[:-1], late


def test_lines_are_lost_whole_and_delayed_in_order() -> None:
    lines, late = sent_through(Noise(lost_permille=50, jitter_ms=50))
    assert lines == sorted(set(lines)) and {len(line) for line in lines} == {8}
    assert 0.94 < len(lines) / 4000 < 0.96
    assert 0.2 < late / 4000 < 0.8


def test_bytes_are_flipped_at_the_given_rate() -> None:
    lines, late = sent_through(Noise(wrong_permille=10))
    wrong = 4000 - len({b"%08d" % at for at in range(4000)}.intersection(lines))
    assert 0.07 < wrong / 4000 < 0.11 and late == 0


def test_a_full_wire_leaves_the_device_no_room() -> None:
    class Full(Cable):
        def device_writes(self, data: bytes) -> int:
            return super().device_writes(data[:3])

    cable = Full()
    wire, port = LossyWire(cable), cable.open()
    assert wire.device_writes(TEXT) == len(TEXT)
    assert wire.device_writes(TEXT) == 0
    for _ in TEXT:
        wire.step(0)
    assert port.read() == TEXT and wire.passed == len(TEXT)


def test_bytes_into_an_unplugged_wire_are_lost() -> None:
    class Terminal:
        """Like a pseudo-terminal, it has no plug."""

        said = b""

        def device_reads(self) -> bytes:
            said, self.said = self.said, b""
            return said

        def device_writes(self, data: bytes) -> int:
            raise AssertionError(data)

    terminal = Terminal()
    wire = LossyWire(terminal)
    for is_heard in (True, False):
        wire.pull()
        terminal.said = TEXT
        assert wire.device_writes(TEXT) == len(TEXT)
        if is_heard:
            assert wire.device_reads() == b""
        wire.plug()
        assert wire.device_reads() == b""


def test_a_pull_lasts_as_long_as_planned() -> None:
    injector, cable, told = ordeal_of(PlannedFault(100, "pull", 300), PlannedFault(150, "pull", 10))
    for at_ms in range(0, 1000, 5):
        injector.step(at_ms)
        assert cable.is_plugged == (not 100 <= at_ms < 410)
    assert [at_ms for at_ms, _, _ in told] == [100, 400, 400, 410]
    assert [begins for _, _, begins in told] == [True, False, True, False]
    assert injector.is_over


def test_a_host_can_restart_during_noise() -> None:
    injector, _, told = ordeal_of(
        PlannedFault(10, "noise", 100, lost_permille=1000),
        PlannedFault(20, "host"),
        PlannedFault(30, "pull", 5),
    )
    for at_ms in range(0, 200, 5):
        injector.step(at_ms)
        assert injector.is_over == (at_ms >= 110)
    assert told == [
        (10, "noise", True),
        (20, "host", True),
        (30, "pull", True),
        (35, "pull", False),
        (110, "noise", False),
    ]


def test_a_power_cut_keeps_only_the_journals_store() -> None:
    injector, cable, _ = ordeal_of(PlannedFault(500, "power", 200))
    for at_ms in range(0, 500, 5):
        injector.step(at_ms)
        if at_ms in (20, 60, 100):
            injector.simulator.press("white")
            injector.simulator.release("white")
    before = injector.simulator.device
    assert before.match.table and before.journal.last == 1
    injector.step(500)
    assert (injector.is_on, cable.is_plugged) == (False, False)
    injector.simulator.press("white")
    for at_ms in range(505, 705, 5):
        injector.step(at_ms)
    after = injector.simulator.device
    assert (injector.is_on, cable.is_plugged) == (True, True)
    assert after is not before
    # Its clock begins where a board's does.
    assert 0 <= elapsed(after.waited_ms, FIRST_TICK) < 100
    assert after.journal.last == 1 and after.journal.epoch == before.journal.epoch


@pytest.mark.parametrize("stage", [0, 1, 3, 20])
@pytest.mark.parametrize("write", [1, 2, 3, 4])
def test_the_power_is_cut_in_the_given_write(write: int, stage: int) -> None:
    store = Flash(512)
    journal = journal_on(store)
    store.cut_at(write, stage)
    ends = [journal.end]
    with pytest.raises(PowerCut):
        for at in range(4):
            journal.append("undo", None, at)
            ends.append(journal.end)
    # Each event is two writes: its data and its check.
    made, is_check = (write - 1) // 2, write % 2 == 0
    assert len(ends) == made + 1
    again = journal_on(store)
    assert again.epoch == journal.epoch and made <= again.last <= made + is_check
    # After its last stage a write is complete.
    assert again.last == made + is_check or stage < 20
