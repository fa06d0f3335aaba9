"""Recorded sessions at a shell: the complete output of commands, recorded once.

``make playthroughs`` records the output again; review the difference.
"""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests import golden
from tests.cli.shell import Shell

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_commands_print_what_is_recorded(path: Path, tmp_path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    assert golden.played(before, Shell(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SESSIONS, lambda: Shell(Path(mkdtemp())))
