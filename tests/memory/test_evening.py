"""An evening of all games leaves what is promised of a board's memory, and of its call stack."""

from pathlib import Path

import pytest
from schiri_device.builds import NAMES

from tests.memory import pico
from tests.memory.calls import played

pytestmark = [pytest.mark.nightly, pytest.mark.vm]

needs_node = pytest.mark.vm("node")
# The board's call stack: 48 plain frames, of which two are the program's.
DEEPEST = 24


@needs_node
@pytest.mark.parametrize(("board", "build"), pico.PAIRS)
def test_an_evening_fits_into_the_heap_of_its_board(
    board: str, build: str, trees: Path, tmp_path: Path
) -> None:
    """With the call stack of the board, and with the same output as on CPython."""
    of = pico.BOARDS[board]
    figures = pico.measure(build, trees, tmp_path / "32", of)
    piece = pico.largest_piece(build, trees, tmp_path / "64", of)
    print(f"{build} on {board}: lowest free heap {figures.lowest}, largest free piece {piece}")
    assert figures.seen == played(build).seen
    assert figures.lowest.lowest >= of.lowest
    assert piece >= of.piece


@needs_node
def test_an_evening_in_too_small_a_heap_fails(trees: Path, tmp_path: Path) -> None:
    small = pico.BOARDS["pico"]._replace(heap=110_000)
    assert pico.measure("keys5", trees, tmp_path / "32", small).lowest.lowest < 0
    with pytest.raises(RuntimeError, match="MemoryError"):
        pico.largest_piece("keys5", trees, tmp_path / "64", small)


@pytest.mark.parametrize("build", NAMES)
def test_the_depth_of_calls_does_not_grow(build: str) -> None:
    chain = played(build).chain
    assert 5 < len(chain) <= DEEPEST, chain


@needs_node
def test_an_evening_with_too_small_a_stack_fails(trees: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="pystack exhausted"):
        pico.measure("cursor", trees, tmp_path, pystack=200)


@needs_node
def test_an_error_of_node_is_reported(trees: Path, tmp_path: Path) -> None:
    trees.joinpath("none pico").symlink_to(pico.tree_of(trees, "cursor", pico.BOARDS["pico"]))
    with pytest.raises(RuntimeError, match="AttributeError"):
        pico.measure("none", trees, tmp_path)
