"""An evening on a Pico stays inside its budget of memory, and inside the room for calls."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.counts import count
from tests.memory import budget, pico
from tests.memory.calls import deepest_calls
from tests.vm.interpreters import NODE_PACKAGE

needs_node = pytest.mark.vm("node")
by_build = pytest.mark.parametrize("build", pico.BUILDS)
# The first one has both games, and all that the others have but for tiles.
played = pytest.mark.parametrize("build", pico.BUILDS[: count(1, 3)])
# As the board's own room: 48 plain frames, of which two are the program's.
DEEPEST = 24

SHARE = count(pico.SHORT, pico.WHOLE)


@cache
def here(build: str) -> tuple[list[str], list[str]]:
    """Play the evening on CPython, once for all tests that ask."""
    with TemporaryDirectory() as folder:
        return deepest_calls(build, Path(folder), SHARE)


@pytest.mark.slow
@needs_node
@played
def test_an_evening_stays_in_its_budget(build: str, trees: Path, tmp_path: Path) -> None:
    """In the room for calls that the board has, and as on CPython in all that was shown."""
    figures = pico.measure(build, trees, tmp_path / "pico", share=SHARE)
    assert here(build)[1] == figures.seen
    assert budget.excesses(figures, budget.read()[build]) == []


@by_build
def test_the_budget_leaves_what_is_promised(build: str) -> None:
    peaks = list(budget.read()[build][f"phases of {pico.WHOLE} %"].values())
    room = pico.room_of(build)
    assert room - peaks[-1] >= pico.FREE_AFTER
    assert room - max(peaks) >= pico.FREE_ALWAYS


@pytest.mark.slow
@played
def test_calls_stay_flat(build: str) -> None:
    chain, _ = here(build)
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
    pico.begin(tmp_path)
    script, package = str(pico.HERE / "pico.mjs"), str(NODE_PACKAGE)
    command = [
        "node",
        script,
        package,
        str(pico.tree_of(trees, "cursor")),
        "none",
        str(tmp_path),
        "512",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "AttributeError" in done.stderr
