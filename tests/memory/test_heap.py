"""The same evening on a 64-bit MicroPython, in a heap that is as small as possible.

Its pointers are twice as long: the board needs about half of it.  Temporary objects count there as
well, because that heap does not grow.
"""

import re
from pathlib import Path

import pytest

from tests.counts import IS_PROOF, count
from tests.memory import pico
from tests.memory.calls import here
from tests.vm.interpreters import MICROPYTHON

# A little more than the smallest heap in which an evening passes. The smallest one depends on
# fragmentation, which varies between runs while lists double.
HEAPS_KB = {"cursor": 226, "keys5": 208}
# Twice the heap of a Pico, and the least free piece in it.
PICO_KB = 2 * pico.HEAP // 1024
PIECE = 2 * 16_000
BLOCK = 32
SHARE = count(pico.SHORT, pico.WHOLE)

pytestmark = [pytest.mark.nightly, pytest.mark.vm]


def play(
    trees: Path,
    build: str,
    folder: Path,
    heap_kb: int,
    files: pico.Files | None = None,
) -> list[str]:
    """Play the evening in a heap of this size, and return the output."""
    (folder / "tree").symlink_to(pico.tree_of(trees, build))
    command: list[str | Path] = [MICROPYTHON, "-X", f"heapsize={heap_kb}k"]
    return pico.play_elsewhere(
        command,
        build,
        folder,
        files or pico.blank(SHARE),
        MICROPYPATH="tree/lib:tree/driver",
    )


# A sample plays with the build that has one game; the budget covers the memory of the other.
@pytest.mark.parametrize("build", list(HEAPS_KB)[count(1, 0) :])
def test_an_evening_passes_in_a_heap_that_is_cut_close(
    trees: Path, build: str, tmp_path: Path
) -> None:
    lines = play(trees, build, tmp_path, HEAPS_KB[build])
    assert "restored" in "".join(lines)


def test_too_small_a_heap_is_seen(trees: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="MemoryError"):
        play(trees, "keys5", tmp_path, HEAPS_KB["keys5"] - 40)


@pytest.mark.parametrize("build", pico.BUILDS[: count(1, 3)])
def test_an_evening_leaves_one_large_piece(trees: Path, build: str, tmp_path: Path) -> None:
    # Each start has a new heap, so a sample only plays from the last one on.
    files = pico.blank() if IS_PROOF else [*here(build).starts.values()][-1]
    lines = play(trees, build, tmp_path, PICO_KB, files)
    pieces = re.findall(r"max free sz: (\d+)", "\n".join(lines))
    largest = int(pieces[-1]) * BLOCK
    assert largest >= PIECE, f"the largest free piece has {largest} bytes of {PIECE}"
