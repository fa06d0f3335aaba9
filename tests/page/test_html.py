"""Recorded HTML: the regions of pages as people play, an element a line.

Scripts are those of `tests.scenes.stage`, with one more command: ``NAME html REGION ...`` shows
regions of what this person's page shows now.  ``python -m tests.page.test_html`` writes them again:
review the difference.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from schiri.page.regions import drawn
from schiri.texts import Words

from tests import golden
from tests.scenes.stage import SceneStage

SCRIPTS = sorted((Path(__file__).parent / "html").glob("*.txt"))
# A line begins with an element that is not part of a sentence or a picture.
START = re.compile(r"(?<!^)(?=<(?!/|(?:b|i|span|small|img|option|label|td|th|p)\b))")

# The lights of a device are a separate picture.
LIGHTS = re.compile("<svg.*</svg>", re.DOTALL)


def answer_in(folder: Path) -> golden.Answer:
    """Return the interpreter of a script's commands, at a table that keeps its logs here."""
    stage = SceneStage(folder)

    def answer(command: str) -> Iterator[str]:
        who, _, rest = command.partition(" ")
        if not rest.startswith("html "):
            list(stage.answer(command))
            return
        viewer = stage.people[who]
        regions = drawn(viewer.scene, Words(viewer.scene.language))
        for name in rest.split()[1:]:
            html = LIGHTS.sub("<svg/>", regions[name]).replace("\n", "&#10;")
            yield from (line for line in START.split(html) if line)

    return answer


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_pages_are_drawn_as_written(path: Path, tmp_path: Path) -> None:
    before = path.read_text()
    assert golden.played(before, answer_in(tmp_path)) == before


if __name__ == "__main__":
    golden.rewrite(SCRIPTS, lambda: answer_in(Path(mkdtemp())))
