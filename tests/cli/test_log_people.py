"""``schiri log`` for people: choosing logs, the board after a line, pictures, figures, stepping."""

import json
import sys
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import typed
from tests.counts import IS_PROOF
from tests.each import each
from tests.log.chain import AT, AT_TEXT, event, forged, header, log_of
from tests.log.games import GAMES, JOGGLE, SWITCH, ZWOGGEL, Game, by_kind, write_log


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.setenv("SCHIRI_LOGS", str(folder))
    return folder


def keep(folder: Path) -> None:
    """Keep Switch that is over, Joggle a day later, then Zwoggel that goes on."""
    for name, game, day in (("c", SWITCH, 0), ("b", JOGGLE, 1), ("a", ZWOGGEL, 2)):
        write_log(folder / f"{name}.jsonl", game, lambda at=AT + timedelta(day): at)  # type: ignore[misc]


def listed(*words: str) -> list[str]:
    """Return the files that are listed."""
    ran = typed("log", "list", *words)
    assert ran.status == 0
    return [line.split()[0] for line in ran.lines]


# Which logs


def test_logs_are_listed_by_time_and_chosen_by_options(folder: Path) -> None:
    keep(folder)
    assert listed() == ["c.jsonl", "b.jsonl", "a.jsonl"]
    assert listed("--game", "joggle") == ["b.jsonl"]
    assert listed("--player", "cem") == ["a.jsonl"]
    assert listed("--player", "Ann", "--player", "BEN") == listed()
    assert listed("--unfinished") == ["a.jsonl"]
    day = (AT + timedelta(days=1)).astimezone().strftime("%Y-%m-%d")
    assert listed("--since", day) == ["b.jsonl", "a.jsonl"]
    assert listed("--game", "joggle", "--unfinished") == []


def test_a_list_for_programs_has_an_object_a_line(folder: Path) -> None:
    keep(folder)
    (folder / "broken.jsonl").write_text("no log\n")
    for language in ("de", "en", "fr"):
        ran = typed("log", "list", "--json", "--lang", language)
        first, *others = map(json.loads, ran.lines)
        assert len(others) == 2 and len(ran.err.splitlines()) == 1
        assert first == {
            "file": "c.jsonl",
            "game": "switch",
            "players": ["Ann", "Ben"],
            "began": AT_TEXT,
            "over": True,
            "winner": ["Ben"],
            "events": 6,
        }


def test_where_nothing_is_chosen_it_says_so(folder: Path) -> None:
    keep(folder)
    ran = typed("log", "list", "--player", "Zoe")
    assert (ran.status, ran.out) == (0, "") and str(folder) in ran.err


@each("verb", ["list", "stats"])
@each(
    "words", [("--game", "chess"), ("--since", "soon"), ("--since", ""), ("--since", "2026-02-30")]
)
def test_what_cannot_be_chosen_is_wrong_usage(verb: str, words: tuple[str, str]) -> None:
    ran = typed("log", verb, *words)
    assert (ran.status, ran.out) == (2, "") and len(ran.err.splitlines()) == 1


# How it stood


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_every_game_is_shown_as_it_stood_after_any_entry(game: Game, tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", game)
    entries = path.read_text().count('"entry":')
    shown = []
    for number in range(entries + 1):
        ran = typed("log", "show", str(path), "--board", "--at", str(number))
        assert (ran.status, ran.err) == (0, "")
        shown.append(ran.out.partition("\n\n")[2])
    assert len(set(shown)) > entries // 2
    assert typed("log", "show", str(path), "--board").out.endswith(shown[-1])


def test_a_board_is_shown_with_its_coordinates(tmp_path: Path) -> None:
    log_of(tmp_path / "log", "a1-c3", "b1-a1")
    ran = typed("log", "show", str(tmp_path / "log"), "--board", "--at", "1")
    _title, told, _gap, *board, files, turn = ran.lines
    assert told.startswith("   1  ") and told.endswith("  Ann moves from a1 to c3 (a1-c3)")
    assert [line.split() for line in board] == [
        ["5", "b", "w", "b", "w", "b"],
        ["4", "w", "b", "w", "b", "w"],
        ["3", "b", "w", "b", "w", "b"],
        ["2", "w", "b", "w", "b", "w"],
        ["1", ".", "w", "b", "w", "b"],
    ]
    assert files.split() == list("abcde") and "Ben" in turn


def test_a_field_is_shown_with_its_places(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", ZWOGGEL)
    ran = typed("log", "show", str(path), "--board", "--at", "3")
    assert "    0   #  R  #  #" in ran.lines and "       -1  0  1  2" in ran.lines


def test_words_end_at_the_entry_that_is_asked_for(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH)
    shown = typed("log", "show", str(path), "--at", "2").lines
    assert shown == typed("log", "show", str(path)).lines[:6]
    assert len(typed("log", "show", str(path), "--at", "0").lines) == 4


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The log of a game of Switch."""
    return write_log(tmp_path / "log", SWITCH)


@each("number", ["-1", "-3", "7", "99999999999999999999", "x", ""])
@each("verb", [("show",), ("show", "--board"), ("picture", "-o", "never.svg")])
def test_an_entry_that_is_not_there_is_told(
    verb: tuple[str, ...], number: str, written: Path
) -> None:
    ran = typed("log", *verb, str(written), "--at", number)
    assert (ran.status, ran.out) == (2, "")
    assert not Path("never.svg").exists()


# Pictures


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_picture_is_written_in_either_form(game: Game, tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", game)
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    # How one becomes the other knows no game.
    outputs = (svg, png) if IS_PROOF or game is JOGGLE else (svg,)
    for output in outputs:
        assert typed("log", "picture", str(path), "-o", str(output)) == (0, "", "")
    words = " ".join(ElementTree.fromstring(svg.read_text(encoding="utf-8")).itertext())
    assert all(name in words for name in game.players)
    assert png not in outputs or png.read_bytes().startswith(b"\x89PNG")


def test_a_picture_is_not_written_onto_the_log(tmp_path: Path) -> None:
    path, symbolic, hard = (
        write_log(tmp_path / "log", SWITCH),
        tmp_path / "a.svg",
        tmp_path / "b.svg",
    )
    data = path.read_bytes()
    symbolic.symlink_to(path)
    hard.hardlink_to(path)
    for output in (symbolic, hard):
        ran = typed("log", "picture", str(path), "-o", str(output))
        assert (ran.status, ran.out) == (3, "") and output.name in ran.err
    assert path.read_bytes() == data


def test_a_picture_speaks_the_language_and_names_what_only_stands_in(tmp_path: Path) -> None:
    path, output = write_log(tmp_path / "log", JOGGLE), tmp_path / "a.svg"
    drawn = {}
    for language in ("de", "en", "fr"):
        typed("log", "picture", str(path), "-o", str(output), "--lang", language)
        drawn[language] = output.read_text(encoding="utf-8")
    assert len(set(drawn.values())) == 3 and "stand-in board" in drawn["en"]


def test_a_picture_shows_the_entry_that_is_asked_for(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH)
    drawn = []
    for number in ("1", "2"):
        output = tmp_path / f"{number}.svg"
        assert typed("log", "picture", str(path), "--at", number, "-o", str(output)).status == 0
        drawn.append(output.read_text(encoding="utf-8"))
    assert drawn[0] != drawn[1]


@pytest.mark.parametrize(
    ("output", "status"),
    [("a.jpg", 2), ("svg", 2), (".svg", 2), ("missing/a.svg", 3), ("taken.svg", 3)]
    + [("taken.png", 3)] * IS_PROOF,
)
def test_a_picture_that_cannot_be_written_is_told(output: str, status: int, tmp_path: Path) -> None:
    for taken in ("taken.svg", "taken.png"):
        (tmp_path / taken).mkdir()
    path = write_log(tmp_path / "log", SWITCH)
    ran = typed("log", "picture", str(path), "-o", str(tmp_path / output))
    assert (ran.status, ran.out) == (status, "") and len(ran.err.splitlines()) == 1


def test_without_the_library_for_png_the_line_that_installs_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    path, output = write_log(tmp_path / "log", SWITCH), tmp_path / "a.png"
    ran = typed("log", "picture", str(path), "-o", str(output))
    assert (ran.status, ran.out) == (2, "") and "pip install resvg-py" in ran.err
    assert not output.exists()


# Figures


def test_figures_for_programs_are_one_object(folder: Path) -> None:
    keep(folder)
    (folder / "broken.jsonl").write_text("no log\n")
    rans = [typed("log", "stats", "--json", "--lang", each) for each in ("de", "en", "fr")]
    assert len({ran.out for ran in rans}) == 1 and rans[0].status == 0
    (found,) = map(json.loads, rans[0].lines)
    assert (found["games"], found["finished"]) == (3, 2)
    ben = found["players"]["Ben"]
    assert (ben["games"], ben["wins"], ben["draws"]) == (3, 1, 1)
    assert found["left_out"] == ["broken.jsonl"] and "broken.jsonl" in rans[0].err


def test_figures_are_tables_in_the_language_of_the_reader(folder: Path) -> None:
    keep(folder)
    rans = {each: typed("log", "stats", "--lang", each) for each in ("de", "en", "fr")}
    assert len({ran.out for ran in rans.values()}) == 3
    for ran in rans.values():
        assert (ran.status, ran.err) == (0, "")
        assert all(len(line) <= 80 for line in ran.lines)
        assert all(word in ran.out for word in ("Ann", "Cem", "Switch", "Zwoggel"))
        assert "…" not in ran.out


def test_figures_of_some_logs_only(folder: Path, tmp_path: Path) -> None:
    keep(folder)
    other = write_log(tmp_path / "other", SWITCH)

    def games(*words: str) -> int:
        return int(json.loads(typed("log", "stats", "--json", *words).out)["games"])

    assert games("--game", "switch") == games("c.jsonl") == games(str(other)) == 1
    assert games("c.jsonl", str(other)) == 2 and games(str(folder)) == 3
    assert games("--player", "Cem") == 1


def test_a_log_that_breaks_the_rules_is_left_out_and_named(folder: Path) -> None:
    (folder / "a.jsonl").write_bytes(forged([header(), event(2, by="Ann", entry="a1-a2")]))
    ran = typed("log", "stats")
    assert (ran.status, ran.out) == (0, "")
    assert "a.jsonl  line 2: " in ran.err and "No games to count." in ran.err


def test_a_file_that_is_named_and_not_there_is_told() -> None:
    ran = typed("log", "stats", "missing.jsonl")
    assert (ran.status, ran.out) == (3, "") and "missing.jsonl" in ran.err


def test_a_name_is_no_markup(folder: Path) -> None:
    write_log(
        folder / "a.jsonl", SWITCH._replace(players=["[red]Ann[/]", "Ben"], commands=["draw"])
    )
    assert "[red]Ann[/]" in typed("log", "stats").out


# Stepping


def test_going_step_by_step_needs_a_terminal(tmp_path: Path) -> None:
    path = write_log(tmp_path / "log", SWITCH)
    ran = typed("log", "replay", str(path), "--step")
    assert (ran.status, ran.out) == (2, "") and "--no-step" in ran.err
    assert typed("log", "replay", str(path), "--no-step") == typed("log", "replay", str(path))
