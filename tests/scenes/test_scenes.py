"""Recorded scenes: the visible content in every relevant phase, role and language.

``python -m tests.scenes.test_scenes`` records the output again; review the difference.
"""

from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests import golden
from tests.scenes.stage import SceneStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def answer_in(folder: Path) -> golden.Answer:
    """Return the interpreter of a script's commands, at a table that keeps its logs here."""
    stage = SceneStage(folder)
    return stage.answer


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scenes_are_as_written(path: Path, tmp_path: Path) -> None:
    before = path.read_text()
    assert golden.played(before, answer_in(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SCRIPTS, lambda: answer_in(Path(mkdtemp())))
