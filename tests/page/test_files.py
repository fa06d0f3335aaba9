"""Downloads, requested as a browser does, and the limits of the library."""

import csv
import io
import os
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from schiri.errors import HostError
from schiri.export import FORMS, export_text
from schiri.log import index
from schiri.log.folder import log_folder
from schiri.log.index import File, IndexedLog, LogFilter, file_of
from schiri.log.lines import read
from schiri.page.logs import library as module
from schiri.page.logs.library import LogLibrary, address_of_log, id_of, open_library
from schiri.texts import Words

from tests.cli.command import typed
from tests.log.chain import AT
from tests.log.typed_games import GAMES, SWITCH, Game, by_kind, write_log
from tests.page.reading import Reading

EN = Words("en")


@pytest.mark.parametrize("form", list(FORMS))
def test_each_form_is_a_file_to_keep(form: str, tmp_path: Path) -> None:
    path = write_log(tmp_path / "ä b.jsonl", SWITCH)
    answer = Reading(tmp_path).get(f"/games/{id_of(path)}/export/{form}")
    assert answer.status_code == 200
    assert answer.text == export_text(EN, read(path.read_bytes()), form)
    kept = answer.headers["content-disposition"]
    assert kept.startswith("attachment; filename*=UTF-8''%C3%A4%20b.")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


def test_the_log_itself_is_a_file_to_keep_and_the_only_one_to_add_again(tmp_path: Path) -> None:
    path = write_log(tmp_path / "ä b.jsonl", SWITCH)
    asked = Reading(tmp_path)
    links = asked.replay(path).links("forms")
    (named,) = [text for text in links if "add the game again" in text]
    answer = asked.get(links[named])
    assert answer.content == path.read_bytes()
    assert answer.headers["content-disposition"].endswith("%C3%A4%20b.jsonl")


def test_names_are_no_formulas_for_a_spreadsheet_and_no_markup_in_a_picture(
    tmp_path: Path,
) -> None:
    names = ["=1+1", "<script>"]
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(players=names, commands=["draw"]))
    asked = Reading(tmp_path)
    table = asked.get(f"/games/{id_of(path)}/export/csv").text
    cells = [cell for row in csv.reader(io.StringIO(table)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]
    drawn = asked.get(f"/games/{id_of(path)}/picture/0.svg").text
    assert "<script" not in drawn and "&lt;script&gt;" in drawn


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_pictures_are_those_of_the_command_line(game: Game, tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", game)
    answer = Reading(tmp_path).get(f"/games/{id_of(path)}/picture/1.svg")
    typed("log", "picture", str(path), "--at", "1", "-o", str(tmp_path / "a.svg"))
    assert answer.content == (tmp_path / "a.svg").read_bytes()
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "attachment" in answer.headers["content-disposition"]


def test_a_picture_is_a_png_too(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    answer = Reading(tmp_path).get(f"/games/{id_of(path)}/picture/999999.png")
    assert answer.content.startswith(b"\x89PNG")
    assert answer.headers["content-disposition"].endswith("a-4.png")


@pytest.mark.parametrize(
    "address",
    [
        "{id}/export/exe",
        "{id}/export/..%2F..",
        "{id}/picture/1.gif",
        "{id}/picture/-1.svg",
        "{id}/picture/٣.svg",
        "{id}/picture/1234567.svg",
        "0000000000000000/export/csv",
        "a.jsonl/export/csv",
        "..%2Fa.jsonl/export/csv",
        "%00/export/csv",
    ],
)
def test_nothing_else_is_there(address: str, tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    answer = Reading(tmp_path).get("/games/" + address.format(id=id_of(path)))
    assert answer.status_code == 404
    assert str(tmp_path) not in answer.text and "Traceback" not in answer.text


def test_a_broken_log_says_why_and_not_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("no log\n")
    answer = Reading(tmp_path).get(f"/games/{id_of(path)}/export/text?language=de")
    assert answer.status_code == 404 and "Zeile 1: " in answer.text
    path.unlink()
    path.mkdir()
    answer = Reading(tmp_path).get(f"/games/{id_of(path)}/export/text")
    assert answer.status_code == 404 and "a.jsonl" in answer.text
    assert str(tmp_path) not in answer.text


def test_what_is_no_log_is_no_file_to_keep_and_neither_is_a_link(tmp_path: Path) -> None:
    asked = Reading(tmp_path)
    secret = tmp_path / "secret.jsonl"
    secret.write_text("secret\n")
    link = tmp_path / "link.jsonl"
    link.symlink_to(write_log(tmp_path / "elsewhere", SWITCH))
    for path in (secret, link):
        answer = asked.get(f"/games/{id_of(path)}/export/jsonl")
        assert answer.status_code == 404 and "content-disposition" not in answer.headers
    # A log that is damaged later on is one to keep.
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    path.write_bytes(path.read_bytes() + b"no line\n")
    assert asked.get(f"/games/{id_of(path)}/export/jsonl").content == path.read_bytes()


# The library


def test_a_file_that_is_no_log_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("no log\n")
    looks = []

    def look(file: File) -> IndexedLog:
        looks.append(file.path)
        return look_at(file)

    look_at = index._look
    monkeypatch.setattr(index, "_look", look)
    library = LogLibrary(tmp_path)
    assert [library.games().unread for _ in range(3)] == [["a.jsonl"]] * 3
    assert looks == [path]
    path.unlink()
    write_log(path, SWITCH)
    assert not library.games().unread and looks == [path] * 2


def test_logs_over_the_limit_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    monkeypatch.setattr(module, "MOST_LINES", 3)
    monkeypatch.setattr(module, "MOST_BYTES", path.stat().st_size)
    assert LogLibrary(tmp_path).log(id_of(path))[1] == path.read_bytes()
    monkeypatch.setattr(module, "MOST_BYTES", path.stat().st_size - 1)
    with pytest.raises(HostError, match="log-too-large"):
        LogLibrary(tmp_path).log(id_of(path))
    library = LogLibrary(tmp_path)
    assert len(library.games().games) == 1
    with pytest.raises(HostError, match="log-too-long"):
        library.replay(id_of(path))
    counted = library.counted()
    assert (counted.done, counted.of, counted.figures.left_out) == (1, 1, ("a.jsonl",))


def write_logs(folder: Path, count: int) -> None:
    """Write logs of as many games, each a minute later."""
    for number in range(count):
        write_log(folder / f"{number}.jsonl", SWITCH, partial(AT.replace, minute=number))


def test_games_are_counted_so_many_at_once_and_the_last_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_logs(tmp_path, 5)
    monkeypatch.setattr(module, "AT_ONCE", 2)
    library = LogLibrary(tmp_path)
    assert [library.counted().done for _ in range(4)] == [2, 4, 5, 5]
    assert library.counted(LogFilter(game="joggle")).of == 0
    monkeypatch.setattr(module, "MOST_COUNTED", 3)
    assert library.counted().figures.games == 3


def test_a_log_that_grows_is_read_anew(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=["a1-c3"]))
    library = LogLibrary(tmp_path)
    assert len(library.replay(id_of(path)).steps) == 2
    assert library.replay(id_of(path)) is library.replay(id_of(path))
    path.unlink()
    write_log(path, SWITCH)
    assert len(library.replay(id_of(path)).steps) == 6
    assert library.games().games[0].is_finished


def test_a_file_is_another_one_once_it_has_changed(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    os.utime(path, ns=(5, 5))
    assert file_of(path) == File(path, path.stat().st_size, 5)


def test_a_game_without_a_picture_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    monkeypatch.setattr(module, "drawing", lambda view, caption: None)
    with pytest.raises(HostError) as refused:
        LogLibrary(tmp_path).picture(Words("en"), id_of(path), 0, "svg")
    assert (refused.value.code, refused.value.details) == ("no-picture", {"game": "switch"})


def test_a_log_is_read_at_the_address_of_its_id(tmp_path: Path) -> None:
    assert address_of_log("") == "/games"
    assert address_of_log(str(tmp_path / "a.jsonl")) == f"/games/{id_of(Path('a.jsonl'))}"
    assert open_library(lambda: None)._folder == log_folder()


def test_games_stand_the_last_one_first_and_people_by_their_letters(tmp_path: Path) -> None:
    assert LogLibrary(tmp_path / "none").games() == ([], [], [], True)
    for name, days, players in (
        ("b", 1, ["Zoe", "ann"]),
        ("a", 2, ["Ben", "ann"]),
        ("c", 0, ["Cid", "Dan"]),
    ):
        game = SWITCH._replace(players=players, commands=["draw"])
        write_log(tmp_path / f"{name}.jsonl", game, lambda days=days: AT + timedelta(days))  # type: ignore[misc]
    (tmp_path / "x.jsonl").symlink_to(tmp_path / "missing")
    listing = LogLibrary(tmp_path).games()
    assert [each.path.name for each in listing.games] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert listing.names == ["ann", "Ben", "Cid", "Dan", "Zoe"]
    assert (listing.unread, listing.is_empty) == (["x.jsonl"], False)
    # A filter that matches no game does not make the folder empty.
    none = LogLibrary(tmp_path).games(LogFilter(game="joggle"))
    assert (none.games, none.is_empty) == ([], False)


def test_unreadable_files_are_reported_with_path_and_reason(tmp_path: Path) -> None:
    link = tmp_path / "x.jsonl"
    link.symlink_to(tmp_path / "missing")
    with pytest.raises(HostError) as refused:
        LogLibrary(tmp_path).replay(id_of(link))
    assert refused.value.code == "file-unreadable"
    assert refused.value.details["path"] == link and refused.value.details["reason"]
    (tmp_path / "file").touch()
    with pytest.raises(HostError, match="file-unreadable") as refused:
        LogLibrary(tmp_path / "file").games()
    assert refused.value.details["path"] == tmp_path / "file" and refused.value.details["reason"]
