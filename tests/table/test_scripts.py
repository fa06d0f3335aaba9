"""Recorded sessions: what everybody at a table sees, once for all views.

``make playthroughs`` writes anew what comes of the scripts: the difference is reviewed.
"""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests import golden
from tests.table.stage import TableStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def answer_in(folder: Path) -> golden.Answer:
    """Return what answers the commands of a script, at a table that keeps its logs here."""
    stage = TableStage(folder)
    stage.run(300)
    return stage.answer


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_written(path: Path, tmp_path: Path) -> None:
    before = path.read_text()
    assert golden.played(before, answer_in(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SCRIPTS, lambda: answer_in(Path(mkdtemp())))
