"""Plays evenings: with a seed, or from written steps.

The error of a failing evening has all steps that were played: as lines of a file in ``found/`` they
are played by each run.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import count as count_up
from pathlib import Path

from tests.evenings.checked_evening import Evening, evening
from tests.evenings.walk import Walk
from tests.terminal.virtual_loop import run_virtually

FOUND = Path(__file__).parent / "found"
_folders = count_up()


def walk(seed: int, steps: int, folder: Path, build: str = "cursor") -> None:
    """Play an evening of this many steps."""

    def drawn(table: Evening) -> Iterator[str]:
        walk = Walk(table, seed)
        return (walk.next_step() for _ in range(steps))

    _play(drawn, folder, build)


def replay(steps: Iterable[str], folder: Path, build: str = "cursor") -> None:
    """Play an evening step by step."""
    _play(lambda table: steps, folder, build)


def _play(steps: Callable[[Evening], Iterable[str]], folder: Path, build: str) -> None:
    async def scene() -> None:
        async with evening(folder / f"evening-{next(_folders)}", build) as table:
            try:
                for line in steps(table):
                    await table.step(line)
            except Exception as error:
                error.add_note("\n".join(table.done))
                raise

    run_virtually(scene())
