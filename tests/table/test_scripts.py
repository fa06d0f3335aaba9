"""Recorded sessions: the state that all views show, recorded once.

``make playthroughs`` records the output again; review the difference.
"""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests import golden
from tests.table.stage import TableStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def answer_in(folder: Path) -> golden.Answer:
    """Return the interpreter of a script's commands, at a table that keeps its logs here."""
    stage = TableStage(folder)
    stage.run(300)
    return stage.answer


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_written(path: Path, tmp_path: Path) -> None:
    before = path.read_text()
    assert golden.played(before, answer_in(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SCRIPTS, lambda: answer_in(Path(mkdtemp())))
