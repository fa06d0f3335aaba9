"""Recorded sessions as readable scripts: below each step is its output.

`make playthroughs` records them again after an intended change; the diff shows its effect.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.each import each
from tests.firmware.stage import Stage
from tests.golden import played, rewrite

FOLDER = Path(__file__).parent / "sessions"
SCRIPTS = sorted(FOLDER.glob("*.txt"))


class Session:
    """Executes the commands of one script. The first one names the build."""

    stage = Stage

    def __init__(self) -> None:
        self._stage: Stage | None = None

    def __call__(self, command: str) -> Iterable[str]:
        """Execute a command, and return its output."""
        if command.startswith("build "):
            self._stage = self.stage(command.split()[1])
            return []
        assert self._stage is not None, "a script names its build first"
        return self._stage.do(command)


@each("path", SCRIPTS)
def test_session_goes_as_written(path: Path) -> None:
    script = path.read_text()
    assert played(script, Session()) == script


def test_there_are_sessions() -> None:
    assert len(SCRIPTS) >= 8


def test_a_script_cannot_choose_a_game_that_the_build_does_not_offer() -> None:
    with pytest.raises(ValueError, match="no joggle in mode choose: keys5 offers"):
        Stage("keys5").do("choose joggle")


if __name__ == "__main__":
    rewrite(SCRIPTS, Session)
