"""The last setup: players, game and options, kept from one evening to the next.

Decides the file and its form.  A file that cannot be read or written is ignored.
"""

import json
from pathlib import Path
from typing import NamedTuple

FILE = "last.json"


class Setup(NamedTuple):
    """The last evening's players, game and options."""

    players: tuple[str, ...] = ()
    game: str = "switch"
    options: dict[str, str] = {}


def setup_path() -> Path:
    """Return the path of the file."""
    from platformdirs import user_config_path

    return user_config_path("schiri", appauthor=False) / FILE


def load(path: Path) -> Setup:
    """Return the last setup, an empty one where the file cannot be read as one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Setup()
    return _setup_of(found) or Setup()


def save(path: Path, setup: Setup) -> None:
    """Write the setup for the next time, where the file can be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(setup._asdict(), ensure_ascii=False), encoding="utf-8")
    except OSError:
        return


def _setup_of(found: object) -> Setup | None:
    match found:
        case {"players": list(players), "game": str(game), "options": dict(options)}:
            texts = [*players, *options, *options.values()]
            if all(isinstance(text, str) for text in texts):
                return Setup(tuple(players), game, options)
    return None
