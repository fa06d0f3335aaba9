"""``schiri log picture``: the content of the file, and when none is written."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from schiri.languages import LANGUAGES

from tests.cli.command import typed
from tests.counts import IS_PROOF
from tests.log.typed_games import GAMES, JOGGLE, SWITCH, Game, by_kind, write_log


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_picture_is_written_in_either_form(game: Game, tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", game)
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    # The conversion to PNG does not depend on the game.
    outputs = (svg, png) if IS_PROOF or game is JOGGLE else (svg,)
    for output in outputs:
        assert typed("log", "picture", str(path), "-o", str(output)) == (0, "", "")
    words = " ".join(ElementTree.fromstring(svg.read_text(encoding="utf-8")).itertext())
    assert all(name in words for name in game.players)
    assert png not in outputs or png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_is_not_written_onto_a_log_or_a_folder(tmp_path: Path) -> None:
    path, symbolic, hard = (
        write_log(tmp_path / "log", SWITCH),
        tmp_path / "a.svg",
        tmp_path / "b.svg",
    )
    data = path.read_bytes()
    symbolic.symlink_to(path)
    hard.hardlink_to(path)
    (folder := tmp_path / "c.svg").mkdir()
    for output in (symbolic, hard, folder):
        ran = typed("log", "picture", str(path), "-o", str(output))
        assert (ran.status, ran.out) == (3, "") and output.name in ran.err
    assert path.read_bytes() == data


def test_a_picture_is_translated_and_names_a_stand_in_board(tmp_path: Path) -> None:
    path, output = write_log(tmp_path / "log", JOGGLE), tmp_path / "a.svg"
    drawn = {}
    for language in LANGUAGES:
        typed("log", "picture", str(path), "-o", str(output), "--lang", language)
        drawn[language] = output.read_text(encoding="utf-8")
    assert len(set(drawn.values())) == 3 and "example board" in drawn["en"]


def test_the_option_at_chooses_the_entry_of_the_picture(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH._replace(commands=["a1-c3", "b1-a1"]))
    drawn = []
    for number in ("1", "2"):
        output = tmp_path / f"{number}.svg"
        assert typed("log", "picture", str(path), "--at", number, "-o", str(output)).status == 0
        drawn.append(output.read_text(encoding="utf-8"))
    assert drawn[0] != drawn[1]


def test_without_the_library_for_png_the_line_that_installs_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    path, output = write_log(tmp_path / "log", SWITCH), tmp_path / "a.png"
    ran = typed("log", "picture", str(path), "-o", str(output))
    assert (ran.status, ran.out) == (2, "") and "pip install resvg-py" in ran.err
    assert not output.exists()
