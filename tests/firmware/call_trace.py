"""The path of a press through the device, from its edge to the frame: files and calls."""

import sys
from pathlib import Path
from types import FrameType

from schiri_device.ticks import Edge

from tests.firmware.stage import Stage
from tests.sources import ROOT

# All marbles of Joggle are placed.
PLACED = "b.b.w.../ww.b.b.b/bw.ww.b./ww.b.w.w/b......./.bww.bwb/....b..w/.w.wbb.b"
ROOMS = (ROOT / "firmware" / "schiri_device", ROOT / "engines")


def trace_press(stage: Stage, button: str) -> tuple[set[str], int]:
    """Press a button; return our files on its path, and the number of calls."""
    files: set[str] = set()
    calls = 0

    def see(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        path = Path(frame.f_code.co_filename)
        for room in ROOMS:
            if event == "call" and path.is_relative_to(room):
                files.add(path.relative_to(room).as_posix())
                calls += 1

    stage.now_ms += 5
    now = stage.ticks()
    edges = [Edge(stage.build.key_of(button), True, now)]
    sys.setprofile(see)
    try:
        stage.device.step(now, edges, b"", 0)
    finally:
        sys.setprofile(None)
    return files, calls


def call_traces() -> dict[str, tuple[set[str], int]]:
    """Return the paths of a step of the cursor, a pick and a move of Switch, and of Joggle."""
    found = {}
    for build, presses in (("cursor", {"step": "right"}), ("keys5", {"pick": "a1", "move": "c3"})):
        stage = Stage(build)
        stage.do("press white white white")
        for name, button in presses.items():
            stage.do("wait 300")
            found[name] = trace_press(stage, button)
    return found | trace_joggle()


def trace_joggle() -> dict[str, tuple[set[str], int]]:
    """Return the paths of placing a marble, and of picking and moving one after a joggle."""
    begun, late = joggle(), joggled()
    begun.do("press red")
    found = {}
    for name, stage, button in (
        ("place", begun, "b1"),
        ("pick a marble", late, "e8"),
        ("move a marble", late, "a1"),
    ):
        stage.do("wait 300")
        found[name] = trace_press(stage, button)
        assert name.startswith("pick") or stage.device.match.game.phase == "roll", "it is legal"
    return found


def joggle() -> Stage:
    """Return a stage with a new game of Joggle."""
    stage = Stage("pads")
    stage.do("choose joggle")
    stage.do("press white white")
    return stage


def joggled() -> Stage:
    """Return a stage with all marbles placed, and a joggle rolled."""
    stage = joggle()
    match = stage.device.match
    assert match.do(stage.ticks(), match.table.parse(f"set position {PLACED} w - 32")) is None
    stage.device.go_to(stage.ticks(), "dice")
    stage.do("press white")
    stage.do("wait 300")
    return stage
