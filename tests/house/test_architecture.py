"""The files named in ARCHITECTURE.md and in the recipe for a game exist."""

import re

from tests.golden import PLAYERS, scripts_in
from tests.sources import ROOT

TEXT = "".join((ROOT / page).read_text() for page in ("ARCHITECTURE.md", "engines/GAMES.md"))
# A path of a file or a folder as the pages write it: from the root, or from the folder of a side.
FOUND = set(re.findall(r"`((?:\w+/)+(?:\w+\.(?:py|txt|md))?)`", TEXT))
# NAME and LANGUAGE are placeholders.
NAMED = sorted(path for path in FOUND if not re.search("NAME|LANGUAGE", path))
SIDES = (
    *("", "engines/", "engines/schiri_engines/"),
    *("firmware/", "firmware/schiri_device/"),
    *("host/", "host/schiri/"),
)


def test_every_path_on_the_page_exists() -> None:
    roots = [ROOT / side for side in SIDES]
    assert [path for path in NAMED if not any((root / path).exists() for root in roots)] == []


def test_every_name_given_with_a_file_is_defined_in_it() -> None:
    given = re.findall(r"`([\w.]+)(?:\([^`]*\))?`,? (?:in |\()`((?:\w+/)+\w+\.py)`", TEXT)
    assert {"dated", "FORMS", "NAMES", "Device.step", "Viewer"} <= {name for name, _ in given}
    for name, path in given:
        if path not in NAMED:
            continue
        files = [ROOT / side / path for side in SIDES if (ROOT / side / path).exists()]
        last = name.rpartition(".")[2]
        is_defined = re.compile(rf"^ *(?:def|class) {last}\b|^{last}\b.* = ", re.MULTILINE)
        assert any(is_defined.search(file.read_text()) for file in files), (name, path)


def test_the_road_of_a_press_is_short_on_the_pc() -> None:
    road = TEXT.partition("Between the port and the drawn scene")[2].partition("A refusal goes")[0]
    files = set(re.findall(r"`((?:(?:table|device|recording|log|scene)/\w+|referee)\.py)`", road))
    assert len(files) == 13, sorted(files)


def test_the_examples_of_golden_files_are_parts_of_them() -> None:
    page = (ROOT / "tests/README.md").read_text(encoding="utf-8")
    scripts = [script.text for folder in PLAYERS for script in scripts_in(folder)]
    examples = re.findall("```text\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 5
    assert [each for each in examples if not any(each in text for text in scripts)] == []
