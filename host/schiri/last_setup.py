"""What is remembered from one evening to the next: players, game and options.

Decides the file and its form; what cannot be read is forgotten, for nobody loses by it.
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
    """Return where it is kept."""
    from platformdirs import user_config_path

    return user_config_path("schiri", appauthor=False) / FILE


def load(path: Path) -> Setup:
    """Return what is remembered, nothing where that makes no sense."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Setup()
    return _setup_of(found) or Setup()


def save(path: Path, setup: Setup) -> None:
    """Keep this for the next time; a place that cannot be written remembers nothing."""
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
