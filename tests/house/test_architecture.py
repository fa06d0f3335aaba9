"""ARCHITECTURE.md speaks of files that there are."""

import re

import pytest

from tests.sources import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text()
# A path of a file or a folder, as the page writes it: from the top, or from the rooms of one side.
FOUND = set(re.findall(r"`((?:\w+/)+(?:\w+\.(?:py|txt|md))?)`", TEXT))
# NAME and LANGUAGE stand for those that somebody adds.
NAMED = sorted(path for path in FOUND if not re.search("NAME|LANGUAGE", path))
SIDES = ("", "engines/schiri_engines/", "firmware/", "firmware/schiri_device/", "host/schiri/")


@pytest.mark.parametrize("path", NAMED)
def test_a_path_that_is_named_is_there(path: str) -> None:
    assert any((ROOT / side / path).exists() for side in (*SIDES, "engines/", "host/"))


def test_the_page_names_the_road_of_a_press() -> None:
    assert len([path for path in NAMED if path.endswith(".py")]) > 15
