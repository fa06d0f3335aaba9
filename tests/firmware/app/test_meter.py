"""The meter by itself: the presses it measures, those it ignores, and its reports."""

import gc
from typing import Any

import pytest
from schiri.device.client import DeviceClient
from schiri_device.app import meter
from schiri_device.app.device import Device, Output
from schiri_device.app.meter import PRESS_EVERY_MS, attend
from schiri_device.link.session import HOST, Session
from schiri_device.pc.messages import now_text
from schiri_device.pc.requests import handle_request
from schiri_device.ticks import Edge, later
from schiri_engines.refusals import MalformedText

from tests.firmware.idle import IDLE_MS
from tests.firmware.world import KEYS5
from tests.stores import new_store

Patch = pytest.MonkeyPatch


def new_device() -> Device:
    return Device(KEYS5, new_store(), bytes, ("test", "0"), 0)


class Bench:
    """A meter in front of a device; the test is its loop, its clock and its lights."""

    def __init__(self) -> None:
        # On a PC, milliseconds have fractions.
        self.clock_ms = 0.0
        self.device = new_device()
        self.device.host.link_state = lambda: 1  # type: ignore[method-assign]
        self.now_ms = self.waiting_ms = 0
        self.meter: Any = None
        self.ask("on")

    def clock(self) -> Any:
        return self.clock_ms

    def show(self) -> bool:
        """Show a waiting frame, which takes a while."""
        waited_ms, self.waiting_ms = self.waiting_ms, 0
        self.clock_ms += waited_ms
        return waited_ms > 0

    def ask(self, word: str) -> list[str]:
        assert handle_request(self.device, self.now_ms, f"measure {word}") is None
        assert self.device.output.measure == word
        self.meter = attend(self.meter, self.device, self, self.clock, (("scan", 1, "ms"),))
        assert self.device.output.measure == ""
        return list(getattr(self.device.host, "figures", ()))

    def run(self, for_ms: int, *edges: Edge) -> None:
        for _ in range(for_ms // 5):
            self.now_ms += 5
            output = self.meter.step(self.now_ms, edges, b"", 0)
            edges = ()
            if output.is_fresh:
                self.waiting_ms = 3
            self.meter.show()

    def figures(self) -> dict[str, str]:
        return {text.split(" ")[3]: text.split(" ", 4)[4] for text in self.ask("tell")}


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_figures_are_numbered_and_start_again_with_each_measurement(bench: Bench) -> None:
    assert list(bench.figures()) == ["scan", "journal"], "nothing was measured yet"
    bench.run(100)
    texts = bench.ask("tell")
    assert [text.split(" ")[1:3] for text in texts] == [[str(at), "5"] for at in range(5)]
    assert texts[0] == "figure 0 5 scan 1 ms"
    assert "step.choose" in bench.figures()
    bench.ask("on")
    assert list(bench.figures()) == ["scan", "journal"]
    bench.ask("off")
    assert bench.meter is None


def test_five_presses_of_nothing_change_nothing_but_the_lights(bench: Bench) -> None:
    before = bench.device.journal.raw(0, 4096)
    presses: list[int] = []
    whole = bench.device.step

    def step(now_ms: int, edges: Any, received: bytes, room: int, scan: Any = None) -> Output:
        presses.extend(now_ms for _ in edges)
        return whole(now_ms, edges, received, room, scan)

    bench.device.step = step  # type: ignore[method-assign]
    mode = now_text(bench.device)
    bench.run(5000)
    assert presses == [5, 405, 805, 1205, 1605]
    assert (now_text(bench.device), bench.device.journal.raw(0, 4096)) == (mode, before)
    assert bench.figures()["light"] == "3.0 ms"


def test_measuring_presses_continue_after_idle_weeks(
    subtests: pytest.Subtests,
) -> None:
    for idle_ms in IDLE_MS:
        with subtests.test(idle_ms=idle_ms):
            meter = Bench().meter
            assert meter._is_press_due(0, ())
            now_ms = later(0, idle_ms)
            assert meter._is_press_due(now_ms, ()) or meter._is_press_due(later(now_ms, 400), ())


def test_no_press_is_measured_in_modes_where_any_press_acts(bench: Bench) -> None:
    assert bench.meter._is_press_due(0, ())
    bench.device.go_to(0, "failed")
    assert not bench.meter._is_press_due(PRESS_EVERY_MS, ())
    bench.device.go_to(0, "choose")
    assert bench.meter._is_press_due(PRESS_EVERY_MS, ())


def test_a_black_press_is_not_timed(bench: Bench) -> None:
    bench.run(2500)
    bench.clock_ms = 1000.0
    bench.meter._light_ms = -1
    bench.run(200, Edge("black", True, bench.now_ms - 100))
    assert "light" not in bench.figures()
    bench.run(200, Edge("blue", True, bench.now_ms - 95))
    bench.run(200, Edge("blue", True, bench.now_ms))
    assert bench.figures()["light"] == "103.0 ms"


@pytest.mark.parametrize("sign", ["compacting", "restart"])
def test_steps_of_a_waiting_mode_are_not_measured(sign: str, bench: Bench) -> None:
    bench.device.mode_name = sign
    bench.run(10)
    assert not [name for name in bench.figures() if name.startswith("step.")]


def test_a_write_is_two_records_and_changes_no_setting(bench: Bench) -> None:
    device = bench.device
    device.settings["brightness"] = 4
    end, whole = device.journal.end, device.journal.set

    def slow(first: int, values: bytes) -> None:
        bench.clock_ms += 5 if values[0] else 7
        whole(first, values)

    device.journal.set = slow  # type: ignore[method-assign]
    assert bench.figures()["journal"] == "7.0 ms"
    assert device.settings["brightness"] == 4
    assert device.journal.end == end + 16


def test_a_full_or_set_aside_journal_is_not_measured(bench: Bench) -> None:
    before = bench.device.journal.raw(0, 4096)
    bench.device.is_full = lambda: True  # type: ignore[method-assign]
    assert "journal" not in bench.figures()
    del bench.device.is_full
    bench.device.journal.problem = "rules"
    assert "journal" not in bench.figures()
    assert bench.device.journal.raw(0, 4096) == before


@pytest.mark.parametrize("room", [0, 255, 256, 5000, 16384, 40000])
def test_the_largest_piece_is_found_by_halving(room: int, monkeypatch: Patch) -> None:
    def piece(size: int) -> bytes:
        if size > room:
            raise MemoryError
        return bytes(size)

    monkeypatch.setattr(meter, "bytearray", piece, raising=False)
    assert 0 <= room - meter._largest_piece(40000) <= meter.PIECE_STEP


def test_memory_is_reported_where_it_can_be_measured(bench: Bench, monkeypatch: Patch) -> None:
    monkeypatch.setattr(gc, "mem_free", lambda: 50000, raising=False)
    monkeypatch.setattr(meter, "_frames_left", lambda: 60)
    monkeypatch.setattr(meter, "_largest_piece", lambda free: free // 2)
    told = bench.figures()
    assert (told["heap"], told["piece"], told["stack"]) == ("50000 B", "25000 B", "60 frames")


def test_the_depth_of_calls_is_measured() -> None:
    assert 50 < meter._frames_left() < 100_000


def test_nonsense_starts_no_measurement(bench: Bench) -> None:
    for text in ("measure", "measure on now"):
        refusal = handle_request(bench.device, 0, text)
        assert refusal and refusal.code == "no-game"
    with pytest.raises(MalformedText, match="unknown-command"):
        handle_request(bench.device, 0, "measure it")
    assert bench.device.output.measure == ""


def test_figures_are_sent_last() -> None:
    device = new_device()
    host, said = DeviceClient(), []
    host.open(0)
    data = b""
    for now_ms in range(0, 3000, 5):
        list(host.receive(now_ms, data))
        sent = host.send(now_ms)
        if now_ms == 1000:
            device.host.figures = ["figure 0 2 a 1 ms", "figure 1 2 b 1 ms"]
            device.host.has_settings = True
            device.settings["sound"] = 0
        data = device.step(now_ms, (), sent, 200).sent
        said.append(data.decode().split(" ")[2] if data else "")
    kinds = [kind for kind in said if kind in ("figure", "settings")]
    assert kinds == ["settings", "figure", "figure"]


def test_a_new_pc_does_not_get_the_figures_of_the_previous_one() -> None:
    device = new_device()
    for token in "ab":
        host = Session(HOST, str, lambda now, then: now - then)
        host.open(0, token)
        device.step(0, (), host.send(0, lambda is_calm: None), 0)
        assert device.host.figures == []
        device.host.figures = ["figure 0 1 a 1 ms"]
