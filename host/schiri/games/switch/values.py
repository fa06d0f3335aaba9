"""What positions of Switch are worth: the lost ones come with the package.

Decides where they lie, and how a value is written.  Must not know how they were computed.
"""

from pathlib import Path

from schiri_engines.board_games.lost import BadSolution, path_of_file
from schiri_engines.registry import RULES_DIGEST

from schiri.errors import HostError
from schiri.games.switch.lost_lookup import LostLookup

LOST_FILE = Path(path_of_file())


def lost_positions() -> LostLookup:
    """Return the lost positions.

    Raises: HostError (solution-unreadable).
    """
    try:
        return LostLookup(LOST_FILE.read_bytes(), RULES_DIGEST)
    except (OSError, BadSolution) as error:
        raise HostError("solution-unreadable", path=LOST_FILE) from error


def outcome_of(value: int) -> str:
    """Return what a value comes to.

    >>> outcome_of(5), outcome_of(0), outcome_of(-2)
    ('win', 'draw', 'loss')
    """
    return ("loss", "draw", "win")[(value > 0) - (value < 0) + 1]


def value_text(value: int) -> str:
    """Return a value as text.

    >>> value_text(4), value_text(-3), value_text(0)
    ('win 4', 'loss 3', 'draw')
    """
    return f"{outcome_of(value)} {abs(value)}" if value else outcome_of(value)
