"""An evening on a Pico stays within its budget of memory and within the call stack."""

import subprocess
from pathlib import Path

import pytest

from tests.counts import IS_PROOF, count
from tests.memory import budget, pico
from tests.memory.calls import here

pytestmark = pytest.mark.nightly

needs_node = pytest.mark.vm("node")
by_build = pytest.mark.parametrize("build", pico.BUILDS)
# The first build has both games, and everything of the others except tiles.
by_played = pytest.mark.parametrize("build", pico.BUILDS[: count(1, 3)])
# The board's call stack: 48 plain frames, of which two are the program's.
DEEPEST = 24


@needs_node
@by_played
def test_an_evening_stays_in_its_budget(build: str, trees: Path, tmp_path: Path) -> None:
    """With the call stack of the board, and with the same output as on CPython.

    A sample continues CPython's evening at some of the fresh starts.
    """
    starts = [] if IS_PROOF else here(build).measured()
    figures = pico.measure(build, trees, tmp_path / "pico", starts=starts)
    phases = {phase.name for phase in figures.phases}
    assert figures.seen == [line for line in here(build).seen if line.split(":")[0] in phases]
    assert budget.excesses(figures, budget.read()[build]) == []


@by_build
def test_the_budget_leaves_what_is_promised(build: str) -> None:
    peaks = list(budget.read()[build][f"phases of {pico.WHOLE} %"].values())
    room = pico.room_of(build)
    assert room - peaks[-1] >= pico.FREE_AFTER
    assert room - max(peaks) >= pico.FREE_ALWAYS


@by_played
def test_calls_stay_flat(build: str) -> None:
    chain = here(build).chain
    assert 5 < len(chain) <= DEEPEST, chain


def test_an_excess_is_seen() -> None:
    allowed = {"modules": {"a": 100, "b": 100}, "names": {"names": 7}}
    allowed |= {"phases of 100 %": {"menu": 50}}
    phases = [pico.Phase("menu", 0, 51 + budget.SLACK, 1)]
    figures = pico.Figures(modules={"a": 100 + budget.SLACK, "b": 101 + budget.SLACK, "c": 1})
    figures.names, figures.phases = 7, phases
    found = budget.excesses(figures, allowed)
    assert [text.split(":")[0] for text in found] == ["b", "c", "menu"]
    assert len(budget.excesses(pico.Figures(), allowed)) == 3


@needs_node
def test_too_little_room_for_calls_is_seen(trees: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="pystack exhausted"):
        pico.measure("cursor", trees, tmp_path, 200)


@needs_node
def test_node_says_what_went_wrong(tmp_path: Path, trees: Path) -> None:
    folder = pico.begin(tmp_path, pico.blank())
    command = pico.command_for("none", pico.tree_of(trees, "cursor"), pico.PYSTACK, folder)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "AttributeError" in done.stderr
