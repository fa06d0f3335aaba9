"""Prints what an evening leaves of a board's memory: ``python -m tests.memory [BUILD...]``."""

import sys
import tempfile
from pathlib import Path

from schiri_device.builds import NAMES

from tests.memory import pico
from tests.memory.calls import played
from tests.vm.interpreters import why_missing

# Step of the search for the least call stack, in words.
STEP = 8


def main() -> None:
    """Measure each build on each board."""
    if reason := why_missing("node") or why_missing("micropython"):
        sys.exit(reason)
    builds = sys.argv[1:] or NAMES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for board, build in pico.PAIRS:
            if build in builds:
                print_figures(build, board, folder)
        chain = played(builds[0]).chain
        print(f"\nthe deepest of its calls, {len(chain)} frames: {' '.join(chain)}")
        words = least_pystack(folder)
        print(f"\nroom for calls: passes in {4 * words:,} bytes, there are {4 * pico.PYSTACK:,}")


def print_figures(build: str, name: str, folder: Path) -> None:
    """Print a table of one build on one board."""
    board, place = pico.BOARDS[name], folder / f"{build} {name}"
    figures = pico.measure(build, folder / "trees", place, board)
    piece = pico.largest_piece(build, folder / "trees", place.with_suffix(".64"), board)
    print(f"\n{build} on a {name}: of {board.heap:,} bytes these are in use, and not measured:")
    for what, size in pico.missing(build).items():
        print(f"{size:10,}  {what}")
    print(f"\n{'free':>10}{'lowest':>10}  in")
    for phase in figures.phases:
        print(f"{phase.free:10,}{phase.lowest:10,}  {phase.name}")
    lowest = figures.lowest
    print(f"\n  lowest free heap {lowest.lowest:,} ({lowest.name}), limit {board.lowest:,}")
    print(f"  largest free piece {piece:,}, limit {board.piece:,}")


def least_pystack(folder: Path) -> int:
    """Return the least call stack in which the evening passes, players included, in words."""
    least, most = 0, pico.PYSTACK
    while most - least > STEP:
        words = (least + most) // 2
        try:
            pico.measure(NAMES[0], folder / "trees", folder / "stack", pystack=words)
            most = words
        except RuntimeError:
            least = words
    return most


main()
