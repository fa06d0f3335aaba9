"""The settings of a game from outside: numbers that are free, each for one option.

Decides what is looked for before a simulated device begins.  A device keeps settings by number, so
that one which two games had would change both.
"""

from schiri_device.app.settings import TOGGLES
from schiri_device.games import adapter_of
from schiri_engines.registry import rows

from schiri.errors import BadGame


def check_settings() -> None:
    """Raise unless the games from outside use settings that are free.

    Raises: BadGame.
    """
    boards = [row for row in rows() if row.size]
    if not any(row.package for row in boards):
        return
    taken: dict[int, str] = {}
    # Ours come first, so that a clash is laid to the other.
    for row in sorted(boards, key=lambda row: bool(row.package)):
        for line in adapter_of(row.name).TOGGLES.split("\n"):
            if not line:
                continue
            option, number, *_ = line.split()
            owner = taken.setdefault(int(number), f"{row.name} {option}")
            if owner != f"{row.name} {option}":
                raise BadGame(row.name, [f"setting {number} is that of {owner}"])
            if row.package and int(number) not in TOGGLES:
                raise BadGame(row.name, [f"setting {number} is none of {TOGGLES}"])
