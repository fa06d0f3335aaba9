"""Prints the memory of an evening on a Pico: ``python -m tests.memory [--write]``.

Decides the order and the form of the table.
"""

import sys
import tempfile
from pathlib import Path

from tests.memory import budget, calls, pico
from tests.vm.interpreters import why_missing

# Step of the search for the least call stack, in words.
STEP = 8
WRITES = "--write" in sys.argv


def main() -> None:
    """Measure each build; ``--write`` saves the results as the budget."""
    if reason := why_missing("node"):
        sys.exit(reason)
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        trees = Path(name) / "trees"
        for build in pico.BUILDS:
            figures = pico.measure(build, trees, Path(name) / build)
            print_figures(build, figures)
            if WRITES:
                rows[build] = budget.row_of(figures, *short_ones(build, trees, Path(name)))
            chain = calls.played(build, Path(name) / "calls").chain
            print(f"\n  the deepest of its calls, {len(chain)} frames: {' '.join(chain)}")
        words = least_pystack(trees, Path(name) / "stack")
        print(f"\nroom for calls: passes in {4 * words:,} bytes, there are {4 * pico.PYSTACK:,}")
    if WRITES:
        budget.write(rows)


def short_ones(build: str, trees: Path, folder: Path) -> list[pico.Figures]:
    """Return the figures of the short evening of a sample, for one of the builds."""
    if build != pico.BUILDS[0]:
        return []
    evening = calls.played(build, folder / "short calls", pico.SHORT)
    return [pico.measure(build, trees, folder / "short", starts=evening.measured())]


def print_figures(build: str, figures: pico.Figures) -> None:
    """Print a table of one build."""
    missing = pico.HEAP - pico.room_of(build)
    print(f"\n{build}: of {pico.HEAP:,} bytes of a Pico {missing:,} are not measured here:")
    for what, size in pico.missing(build).items():
        print(f"{size:10,}  {what}")
    print(f"\n{'in use':>10}{'at most':>10}{'free':>10}{'at least':>10}  behind")
    for phase in figures.phases:
        numbers = (phase.used, phase.peak, phase.free, phase.least)
        print("".join(f"{number:10,}" for number in numbers) + f"  {phase.name}")
    least = min(phase.least for phase in figures.phases)
    print(f"\n  free after the evening {figures.phases[-1].free:,}, at any time {least:,}")
    print()
    for game, size in figures.code.items():
        print(f"{size:10,}  all that is loaded for {game}, with the tables of names")
    print(f"{figures.names:10,}  names at most")
    for name, size in sorted(figures.modules.items(), key=lambda item: -item[1]):
        print(f"{size:10,}  {name}")


def least_pystack(trees: Path, folder: Path) -> int:
    """Return the least call stack in which the evening passes, players included, in words."""
    least, most = 0, pico.PYSTACK
    while most - least > STEP:
        words = (least + most) // 2
        try:
            pico.measure(pico.BUILDS[0], trees, folder, words)
            most = words
        except RuntimeError:
            least = words
    return most


main()
