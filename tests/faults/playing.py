"""A game under a fault plan, from the first press to the logs; a failing plan is shrunk and
saved.
"""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from schiri.simulator.faults import FaultPlan
from schiri.simulator.wires import PtyWire

from tests.faults.evening import Evening
from tests.faults.evidence import check_logs
from tests.faults.shrink import KEPT, keep, shrunk

LEAST_PLIES = 10


class Failed(AssertionError):
    """Something was lost, doubled, out of order or late, or our own code failed."""


def play(plan: FaultPlan, pty: PtyWire | None = None) -> Evening:
    """Play a game determined by its plan, on a cable or a pseudo-terminal.

    Raises: Failed.
    """
    random = Random(f"game {plan.seed}")
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), plan, random.random() < 0.1, pty)
        try:
            if plan.build == "cursor" and random.random() < 0.8:
                # The second game in the menu is Joggle.
                evening.press("blue")
            evening.press("white", "white", "white")
            evening.play(LEAST_PLIES + random.randrange(20))
            check_logs(evening)
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from error
        finally:
            evening.close()
    return evening


def fails(plan: FaultPlan) -> bool:
    """Return whether a plan fails."""
    try:
        play(plan)
    except Failed:
        return True
    return False


def play_or_keep(plan: FaultPlan, name: str, folder: Path = KEPT) -> Evening:
    """Play a game; if it fails, save the smallest plan that fails.

    Raises: Failed.
    """
    try:
        return play(plan)
    except Failed as failed:
        path = keep(shrunk(plan, fails), f"{name}-{plan.seed}", folder)
        raise Failed(f"{failed}; kept in {path}") from failed
