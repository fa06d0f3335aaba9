"""Sessions as readable scripts: every step's answer stands below it.

`python -m tests.device.test_sessions` writes the answers anew after a change that is meant; the
difference is what the change does.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.device.stage import Stage

FOLDER = Path(__file__).parent / "sessions"
SCRIPTS = sorted(FOLDER.glob("*.txt"))


def played(script: str) -> Iterator[str]:
    """Yield a script's lines, each command followed by what came of it."""
    stage: Stage | None = None
    for line in script.splitlines():
        if line.startswith(("#", "build ")) or not line:
            yield line
            if line.startswith("build "):
                stage = Stage(line.split()[1])
        elif not line.startswith("  "):
            assert stage is not None, "a script names its build first"
            yield line
            yield from ("  " + answer for answer in stage.do(line))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_session_goes_as_written(path: Path) -> None:
    script = path.read_text()
    assert "\n".join(played(script)) + "\n" == script


def test_there_are_sessions() -> None:
    assert len(SCRIPTS) >= 8


if __name__ == "__main__":
    for path in SCRIPTS:
        path.write_text("\n".join(played(path.read_text())) + "\n")
