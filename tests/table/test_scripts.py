"""Recorded sessions: what everybody at a table sees, once for all views.

``make playthroughs`` writes anew what comes of the scripts: the difference is reviewed.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import golden
from tests.table.stage import TableStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def told(path: Path, folder: Path) -> str:
    """Return a script with what comes of it now."""
    stage = TableStage(folder)
    stage.run(300)
    return golden.played(path.read_text(), stage.answer)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_written(path: Path, tmp_path: Path) -> None:
    assert told(path, tmp_path) == path.read_text()


if __name__ == "__main__":
    for each in SCRIPTS:
        with TemporaryDirectory() as name:
            after = told(each, Path(name))
        if after != each.read_text():
            each.write_text(after)
            print(each, file=sys.stderr)
