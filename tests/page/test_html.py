"""Recorded HTML: the regions of pages as people play, an element a line.

Scripts are those of scenes, with one more command: ``NAME html REGION ...`` shows regions of what
this person's page shows now.
"""

import re
from collections.abc import Iterator

from schiri.page.regions import drawn
from schiri.texts import Words

from tests.golden import Script, each_in
from tests.scenes.scene_player import ScenePlayer

# A line begins with an element that is not part of a sentence or a picture.
START = re.compile(r"(?<!^)(?=<(?!/|(?:b|i|span|small|img|option|label|td|th|p)\b))")

# The lights of a device are a separate picture.
LIGHTS = re.compile("<svg.*</svg>", re.DOTALL)


class HtmlPlayer(ScenePlayer):
    """People at a table, each with a page."""

    def __call__(self, command: str) -> Iterator[str]:
        """Execute a command of a script; yield the regions that it asks for."""
        who, _, rest = command.partition(" ")
        if not rest.startswith("html "):
            list(super().__call__(command))
            return
        scene = self.people[who].scene
        regions = drawn(scene, Words(scene.language))
        for name in rest.split()[1:]:
            html = LIGHTS.sub("<svg/>", regions[name]).replace("\n", "&#10;")
            yield from (line for line in START.split(html) if line)


@each_in("page/html")
def test_pages_are_drawn_as_written(script: Script) -> None:
    assert script.played() == script.text
