"""Recorded scenes: what people see in every phase, role and language that matters.

``python -m tests.scenes.test_scenes`` writes anew what comes of the scripts: the difference is
reviewed.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import golden
from tests.scenes.stage import SceneStage

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.txt"))


def told(path: Path, folder: Path) -> str:
    """Return a script with what comes of it now."""
    stage = SceneStage(folder)
    return golden.played(path.read_text(), stage.answer)


@pytest.mark.slow
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_scenes_are_as_written(path: Path, tmp_path: Path) -> None:
    assert told(path, tmp_path) == path.read_text()


if __name__ == "__main__":
    for each in SCRIPTS:
        with TemporaryDirectory() as name:
            after = told(each, Path(name))
        if after != each.read_text():
            each.write_text(after)
            print(each, file=sys.stderr)
