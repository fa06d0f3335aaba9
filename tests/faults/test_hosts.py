"""Hosts that connect, disconnect and never listen; devices that restart or are replaced."""

from pathlib import Path
from random import Random

import pytest
from schiri.simulator.lossy_wire import QUIET, Noise
from schiri.simulator.simulator import Simulator
from schiri_device.app.device import WAIT_MS, Device
from schiri_device.builds import load
from schiri_device.lights.language import IS_LINKED, LINKED, NONE, OFF, UNSENT
from schiri_device.link.lines import encode
from schiri_device.pc import LINKED as LINKED_TO
from schiri_device.ticks import Edge

from tests.counts import count
from tests.faults.evidence import check_logs
from tests.faults.noise import NoisyRig
from tests.stores import new_store

STEP_MS = 5


class Alone:
    """A device with scripted presses, and a host of which only the first line arrives.

    Shape: ``changes`` are the steps in which its picture changed, with the picture; lights that
    show the connection of a PC do not count.
    """

    def __init__(self, build: str, hello: bytes, room: int) -> None:
        found = load(build)
        assert found is not None
        store = new_store()
        self.device = Device(found, store, Random(1).randbytes, ("TEST", "1"), 0)
        self._hello, self._room = hello, room
        self.changes: list[tuple[int, bool, bytes]] = []
        self._shown = b""
        self.has_met = False

    def step(self, now_ms: int, edges: list[Edge]) -> None:
        # The line arrives when the device checks the time anyway, so that both devices do so
        # together.
        received = self._hello if now_ms == WAIT_MS else b""
        output = self.device.step(now_ms, edges, received, self._room if now_ms > 500 else 256)
        self.has_met = self.has_met or self.device.host.link_state() == LINKED_TO
        shown = bytes(without_link(meaning) for meaning in self.device.screen.painter.scene)
        if edges or shown != self._shown:
            self._shown = shown
            self.changes.append((now_ms, output.is_fresh, shown))


def without_link(meaning: int) -> int:
    """Return the meaning of a pixel, without the state of the link."""
    mark, base = meaning >> 2, meaning & 3
    mark = NONE if mark in (IS_LINKED, UNSENT) else mark
    return mark << 2 | (OFF if base == LINKED else base)


@pytest.mark.parametrize("room", [0, 256], ids=["never reads", "never answers"])
@pytest.mark.parametrize("build", ["keys5", "cursor"])
def test_a_host_that_reads_nothing_changes_no_game(build: str, room: int) -> None:
    hello = encode(0, -1, "hello 2 2 t1") + encode(1, 0, "lights")
    alone, listened = Alone(build, b"", 256), Alone(build, hello, room)
    random = Random(7)
    next_ms, down, last = 1000, "", ""
    for now in range(STEP_MS, count(8_000, 240_000), STEP_MS):
        edges = []
        if now >= next_ms:
            down = next_press(alone.device, random) if not down else ""
            edges = [(down or last, bool(down))]
            last, next_ms = down, now + random.choice((20, 35, 60, 400))
        for end in (alone, listened):
            end.step(now, [Edge(button, pressed, now) for button, pressed in edges])
    assert listened.has_met
    assert len(alone.changes) > count(8, 240)
    assert alone.changes == listened.changes


def next_press(device: Device, random: Random) -> str:
    """Return a button that usually has an effect."""
    if device.mode_name != "play" or random.random() < 0.2:
        return str(random.choice(("white", "white", "blue", "yellow") + device.build.buttons))
    if device.build.has_cursor:
        return random.choice(("up", "down", "left", "right", "press", "press", "press"))
    move = random.choice(device.match.game.legal_moves())
    cell = device.match.game.move_cells(move)[device.mode.detail() != "-"]
    return str(device.match.game.cell_text(cell))


def test_a_second_host_gets_the_same_log(tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path / "one", QUIET)
    rig.press("white", "white", "white", "a1", "c3")
    rig.run(500)
    check_logs(rig)
    # The second host finds old bytes in the cable, and has an empty disk.
    rig.press("b1", "a1")
    rig.start_host(tmp_path / "two")
    rig.run(2000)
    check_logs(rig)
    rig.press("c3", "b1")
    rig.run(500)
    check_logs(rig)
    # The first host returns and continues its own log.
    rig.start_host(tmp_path / "one")
    rig.run(2000)
    check_logs(rig)
    assert len(rig.made) == 4


@pytest.mark.parametrize("is_pulled", [False, True])
def test_another_device_on_the_same_port_has_its_own_log(is_pulled: bool, tmp_path: Path) -> None:
    rig, random = NoisyRig(tmp_path, QUIET), Random(1)
    mine = rig.simulator
    other = Simulator(mine.build, rig.wire, seed=2, device="OTHER")
    for simulator in (mine, other) * 2:
        if is_pulled:
            rig.wire.pull()
            rig.run(1000)
            rig.wire.plug()
        rig.simulator = simulator
        rig.press("white", "white", "white")
        rig.play_game(random, most=4)
        rig.run(3000)
        check_logs(rig)
    assert len({made.device for made in rig.made}) == 2 and len(list(tmp_path.glob("*.jsonl"))) == 2


def test_a_restarted_device_continues_its_numbers(tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path, QUIET)
    rig.press("white", "white", "white", "a1", "c3")
    rig.cable.lose = b" event 3 "
    rig.press("b1", "a1")
    # The PC sees no pull.
    rig.simulator.start(rig.now_ms)
    rig.run(3000)
    check_logs(rig)
    assert len(rig.made) == 3
    rig.connection.client.ask("new switch BA layout=1 repetition=3 start=b")
    rig.connection.client.ask("a1-c3")
    rig.run(3000)
    check_logs(rig)
    assert len({made.epoch for made in rig.made}) == 1 or rig.device.journal.last < len(rig.made)


@pytest.mark.parametrize("after_ms", [0, 20, 45, 300])
def test_a_host_may_restart_during_a_greeting(after_ms: int, tmp_path: Path) -> None:
    rig = NoisyRig(tmp_path, Noise(jitter_ms=50))
    rig.press("white", "white", "white", "a1", "c3")
    for _ in range(5):
        rig.start_host()
        rig.run(after_ms)
    rig.press("b1", "a1")
    rig.run(3000)
    check_logs(rig)
    assert len(rig.made) == 3
