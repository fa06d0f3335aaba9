"""Plays evenings: with a seed, or from written steps.

Decides the report of a failure: its seed, and a minimal selection of its steps that fails as well.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count as count_up
from pathlib import Path

from tests.evenings.checked_evening import Evening, evening
from tests.evenings.walk import Walk
from tests.faults.shrink import fewest
from tests.terminal.virtual_loop import run_virtually

# Most evenings replayed to shrink a failed one.
MOST_TRIES = 150
FOUND = Path(__file__).parent / "found"
_folders = count_up()


class Failed(AssertionError):
    """An evening that failed.

    Shape: ``steps`` are all steps up to the failing one, ``why`` is the error.
    """

    def __init__(self, steps: Sequence[str], why: BaseException) -> None:
        super().__init__("\n".join([*steps, f"{type(why).__name__}: {why}"]))
        self.steps, self.why = tuple(steps), why


def walk(seed: int, steps: int, folder: Path, build: str = "cursor") -> Evening:
    """Play an evening of this many steps; return it.

    Raises: Failed (with few steps).
    """

    def drawn(table: Evening) -> Iterator[str]:
        walk = Walk(table, seed)
        return (walk.next_step() for _ in range(steps))

    try:
        return _played(drawn, folder, build)
    except Failed as failed:
        few = shrunk(failed, folder, build)
        few.add_note(f"seed {seed}, build {build}; {len(failed.steps)} steps, shrunk to these.")
        few.add_note(f"As lines of a file in {FOUND.name}/ they are played by each run.")
        raise few from failed.why


def replay(steps: Sequence[str], folder: Path, build: str = "cursor") -> Evening:
    """Play an evening step by step.

    Raises: Failed.
    """

    return _played(lambda table: steps, folder, build)


def shrunk(failed: Failed, folder: Path, build: str) -> Failed:
    """Return a failure with a minimal selection of steps that fails in the same way."""
    last, tries = failed, MOST_TRIES

    def fails(steps: Sequence[str]) -> bool:
        nonlocal last, tries
        tries -= 1
        if tries < 0:
            return False
        try:
            replay(steps, folder, build)
        except Failed as again:
            if kind_of(again) == kind_of(failed):
                last = again
                return True
        return False

    fewest(failed.steps, fails)
    return last


def kind_of(failed: Failed) -> str:
    """Return the kind of a failure: its error, and the function that raised it."""
    trace = failed.why.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{trace.tb_frame.f_code.co_name}" if trace else ""
    return f"{type(failed.why).__name__} {where}"


def _played(steps: Callable[[Evening], Iterable[str]], folder: Path, build: str) -> Evening:
    tables: list[Evening] = []

    async def scene() -> None:
        async with evening(folder / f"evening-{next(_folders)}", build) as table:
            tables.append(table)
            for line in steps(table):
                await table.step(line)

    try:
        run_virtually(scene())
    except Exception as error:
        raise Failed(tables[0].done if tables else (), error) from error
    return tables[0]
