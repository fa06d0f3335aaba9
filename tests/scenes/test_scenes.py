"""Recorded scenes: what people see in every phase, role and language that matters.

``python -m tests.scenes.test_scenes`` writes anew what comes of the scripts: the difference is
reviewed.
"""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests import golden
from tests.scenes.stage import SceneStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def answer_in(folder: Path) -> golden.Answer:
    """Return what answers the commands of a script, at a table that keeps its logs here."""
    stage = SceneStage(folder)
    return stage.answer


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scenes_are_as_written(path: Path, tmp_path: Path) -> None:
    before = path.read_text()
    assert golden.played(before, answer_in(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SCRIPTS, lambda: answer_in(Path(mkdtemp())))
