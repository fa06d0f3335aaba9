"""What is remembered from one evening to the next: players, game and options.

Decides the file and its form; what cannot be read is forgotten, for nobody loses by it.
"""

import json
from pathlib import Path
from typing import Any

FILE = "last.json"


def memory_path() -> Path:
    """Return where it is kept."""
    from platformdirs import user_config_path

    return user_config_path("schiri", appauthor=False) / FILE


def recall(path: Path) -> dict[str, Any]:
    """Return what is remembered, empty where there is nothing."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def remember(path: Path, facts: dict[str, Any]) -> None:
    """Keep these for the next time; a place that cannot be written remembers nothing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(facts, ensure_ascii=False), encoding="utf-8")
    except OSError:
        return
