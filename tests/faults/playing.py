"""A game under a schedule, from the first press to the logs; what fails is made small and kept."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from schiri.simulator.fault_plan import Schedule
from schiri.simulator.pty_wire import PtyWire

from tests.faults.evidence import check_logs
from tests.faults.shrink import KEPT, keep, shrunk
from tests.faults.table import Evening

LEAST_PLIES = 10


class Failed(AssertionError):
    """Something was lost, doubled, out of order or late, or our own code failed."""


def play(schedule: Schedule, pty: PtyWire | None = None) -> Evening:
    """Play a game that follows from its schedule alone, on a cable or a pseudo-terminal.

    Raises: Failed.
    """
    random = Random(f"game {schedule.seed}")
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), schedule, random.random() < 0.1, pty)
        try:
            if schedule.build == "cursor" and random.random() < 0.8:
                # The second game that is offered is Joggle.
                evening.press("blue")
            evening.press("white", "white", "white")
            evening.play(LEAST_PLIES + random.randrange(20))
            check_logs(evening)
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from error
        finally:
            evening.close()
    return evening


def fails(schedule: Schedule) -> bool:
    """Tell whether something goes wrong that must not."""
    try:
        play(schedule)
    except Failed:
        return True
    return False


def play_or_keep(schedule: Schedule, name: str, folder: Path = KEPT) -> Evening:
    """Play a game; where it fails, keep the smallest schedule that does.

    Raises: Failed.
    """
    try:
        return play(schedule)
    except Failed as failed:
        path = keep(shrunk(schedule, fails), f"{name}-{schedule.seed}", folder)
        raise Failed(f"{failed}; kept in {path}") from failed
