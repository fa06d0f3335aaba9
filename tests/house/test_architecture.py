"""ARCHITECTURE.md speaks of files that there are."""

import re

from tests.sources import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text()
# A path of a file or a folder, as the page writes it: from the top, or from the rooms of one side.
FOUND = set(re.findall(r"`((?:\w+/)+(?:\w+\.(?:py|txt|md))?)`", TEXT))
# NAME and LANGUAGE stand for those that somebody adds.
NAMED = sorted(path for path in FOUND if not re.search("NAME|LANGUAGE", path))
SIDES = ("", "engines/schiri_engines/", "firmware/", "firmware/schiri_device/", "host/schiri/")


def test_paths_that_are_named_are_there() -> None:
    roots = [ROOT / side for side in (*SIDES, "engines/", "host/")]
    assert [path for path in NAMED if not any((root / path).exists() for root in roots)] == []


def test_the_page_names_the_road_of_a_press() -> None:
    assert len([path for path in NAMED if path.endswith(".py")]) > 15


def test_the_road_of_a_press_is_short_on_the_pc() -> None:
    road = TEXT.partition("Between the port and the drawn scene")[2].partition("A refusal goes")[0]
    files = set(re.findall(r"`((?:(?:table|device|recording|log|scene)/\w+|referee)\.py)`", road))
    assert len(files) == 14, sorted(files)
