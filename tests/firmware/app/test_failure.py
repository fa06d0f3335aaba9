"""Unexpected errors: a short text in a simulated device, on a PC, and in the journal."""

from pathlib import Path
from typing import Any

import pytest
from schiri.log.lines import read
from schiri.simulator import simulator
from schiri.simulator.flash import PowerCut
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable
from schiri_device.app.device import Device
from schiri_device.app.match import Match
from schiri_device.failure import LONGEST_FAILURE, failure_text
from schiri_device.journal import SLOT, owner_of

from tests.firmware.journals import Brittle, again, board_rules, events_in
from tests.firmware.stage import Stage
from tests.firmware.world import KEYS5
from tests.log.chain import objects
from tests.rig import Rig

Patch = pytest.MonkeyPatch
# The board's text of an error during the handling of another.
BOARD = """Traceback (most recent call last):
  File "code.py", line 33, in run
  File "/lib/schiri_device/app/device.py", line 80, in step
KeyError: 5

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "code.py", line 49, in <module>
  File "/lib/schiri_device/app/play.py", line 88, in press
  File "/lib/schiri_device/app/match.py", line 133, in play
TypeError: unsupported types for __add__: 'int', 'str'
"""


def test_a_failure_is_one_short_line() -> None:
    error = TypeError("unsupported types for __add__: 'int', 'str'")
    text = failure_text(error, BOARD)
    where = " match.py:play play.py:press"
    assert text == f"TypeError: {error}"[: LONGEST_FAILURE - len(where)] + where
    assert failure_text(MemoryError(), "") == "MemoryError: "


def test_any_failure_fits_a_line() -> None:
    text = failure_text(ValueError("Grüße\n" + "x" * 200), BOARD)
    assert text.startswith("ValueError: Gr??e?xx") and text.endswith(
        "x match.py:play play.py:press"
    )
    assert len(text) == LONGEST_FAILURE


def breaks(patch: Patch, times: int, name: str = "push", owner: type = Match) -> None:
    """Let a method fail a number of times before it works."""
    whole, left = getattr(owner, name), [times]

    def broken(*args: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise TypeError("unsupported types")
        return whole(*args)

    patch.setattr(owner, name, broken)


@pytest.fixture
def simulated(monkeypatch: Patch) -> Simulator:
    """A simulated device that survives every error."""
    monkeypatch.setattr(simulator, "SURVIVED", (Exception,))
    return Simulator(KEYS5, Cable(), seed=1)


@pytest.mark.usefixtures("simulated")
def test_a_simulated_failure_is_shown_and_noted_in_the_log(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    rig = Rig(tmp_path)
    rig.press("white", "white", "white")
    rig.run(2000)
    breaks(monkeypatch, 1)
    rig.press("a3", "c3")
    assert rig.device.mode_name == "failed"
    assert rig.simulator.failure.endswith("TypeError: unsupported types\n")
    rig.press("red", "a3", "c3", "black")
    rig.run(3000)
    (path,) = tmp_path.glob("*.jsonl")
    events = objects(read(path.read_bytes()))
    said = [(event["event"], event.get("what")) for event in events if event["src"] != "pc"]
    assert said == [("game", None), ("survived", "error"), ("move", None), ("undo", None)]
    assert events[1]["text"].startswith("TypeError: unsupported types test_failure.py:")
    rig.close()


def test_if_the_error_sign_fails_the_device_restarts(
    simulated: Simulator, monkeypatch: Patch
) -> None:
    breaks(monkeypatch, 1, "_wait", Device)
    breaks(monkeypatch, 1, "fail", Device)
    first = simulated.device
    for at_ms in range(0, 1000, 5):
        simulated.step(at_ms)
    assert simulated.device is not first and simulated.device.mode_name == "choose"
    assert simulated.failure.count("Traceback") >= 2


def test_a_power_cut_is_no_failure(simulated: Simulator, monkeypatch: Patch) -> None:
    def cut(*args: object) -> None:
        raise PowerCut

    monkeypatch.setattr(Device, "step", cut)
    with pytest.raises(PowerCut):
        simulated.step(5)
    assert simulated.failure == ""


@pytest.mark.parametrize("step", range(1, 3))
def test_a_half_written_event_does_not_count(step: int) -> None:
    """The heap is full in the middle of a write: the game continues from the store's content."""
    stage = Stage("keys5")
    stage.do("press white white white")
    stage.device.journal._store = flash = Brittle(stage.store)
    flash.left = step
    with pytest.raises(MemoryError):
        stage.do("press a3 c3")
    stage.device.fail(stage.ticks(), "MemoryError")
    stage.do("press red a3 c3")
    found = events_in(again(stage.device.journal, owner_of("TEST", board_rules())))
    move = stage.device.match.game.parse_move("a3-c3")
    assert [text.partition(" ")[0] for _, text in found] == ["new", "failed", str(move)]


def test_an_unreadable_store_restarts_the_device() -> None:
    stage = Stage("keys5")
    stage.store[SLOT] ^= 1
    with pytest.raises(RuntimeError):
        stage.device.fail(stage.ticks(), "TypeError")
    with pytest.raises(RuntimeError):
        stage.device.recover(stage.ticks())
