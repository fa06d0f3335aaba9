"""A log in other forms: none of them loses a part of the game."""

import csv
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from schiri.events import Incident
from schiri.export import FORMS, export_text
from schiri.log.lines import Log, read
from schiri.log.replay import replayed
from schiri.prose.events import event_text
from schiri.texts import Words

from tests.log.chain import AT, event, forged, header, log_of
from tests.log.typed_games import GAMES, RACES, Game, by_kind, write_log

COMMANDS = ["a1-c3", 'dispute "who", said Ann; – 🎲', "undo", "b1-a1", "resign Ben"]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return read(log_of(tmp_path / "log", *COMMANDS))


def bgstats(log: Log) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export_text(Words("en"), log, "bgstats"))
    return found


def test_csv_has_no_cell_that_a_spreadsheet_calculates() -> None:
    names = ["=HYPERLINK(1)", "+1", "-1", "@SUM", "Ann"]
    lines = [header(players=names)]
    lines += [event(n, by=name, entry="a1-c3") for n, name in enumerate(names, 2)]
    lines.append(event(len(lines) + 1, "end", winner=names[:1], rule="SW-6"))
    rows = list(csv.DictReader(io.StringIO(export_text(Words("en"), read(forged(lines)), "csv"))))
    assert [row["by"] for row in rows[1:6]] == [*(f"'{name}" for name in names[:4]), "Ann"]
    assert rows[-1]["winner"] == "'=HYPERLINK(1)"


def linked(log: Log) -> dict[str, Any]:
    """Return the data in a link, parsed as the app does."""
    (text,) = export_text(Words("en"), log, "bgstats-link").splitlines()
    address = urlsplit(text)
    assert (address.scheme, address.netloc) == ("https", "app.bgstatsapp.com")
    assert address.path == "/createPlay.html" and text.isascii() and " " not in text
    found: dict[str, Any] = json.loads(parse_qs(address.query, strict_parsing=True)["data"][0])
    return found


def test_a_link_has_the_fields_of_its_description(log: Log) -> None:
    found = linked(log)
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= set(found)
    assert found["playDate"] == "2026-01-31 18:04:05"
    assert found["game"]["name"] == "Switch" and found["game"]["noPoints"] is True
    for each in found["players"]:
        assert {"name", "sourcePlayerId", "winner", "startPlayer"} <= set(each)
        assert each["winner"] is each["startPlayer"] is (each["name"] == "Ann")
    assert len({each["sourcePlayerId"] for each in found["players"]}) == 2
    assert found["sourcePlayId"] == bgstats(log)["plays"][0]["uuid"]


def test_a_link_has_the_points_if_the_game_has_points(tmp_path: Path) -> None:
    found = linked(read(write_log(tmp_path / "log", RACES).read_bytes()))
    assert found["game"]["noPoints"] is False
    assert [type(each["score"]) for each in found["players"]] == [int] * 3


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_every_game_can_be_exported_in_every_form(form: str, game: Game, tmp_path: Path) -> None:
    log = read(write_log(tmp_path / "log", game).read_bytes())
    assert export_text(Words("en"), log, form).endswith("\n")


def test_bgstats_has_the_duration() -> None:
    late = {**event(2, by="Ann", entry="a1-c3"), "at": "2026-01-31T19:34:05.000Z"}
    (play,) = bgstats(read(forged([header(), late])))["plays"]
    assert play["durationMin"] == 90


def test_notes_do_not_lengthen_the_duration() -> None:
    late = {**event(2), **Incident("pc").json(), "at": "2026-02-14T19:34:05.000Z"}
    (play,) = bgstats(read(forged([header(), late])))["plays"]
    assert play["durationMin"] == 0


def test_an_unfinished_game_and_a_draw_have_no_winner(tmp_path: Path) -> None:
    for number, commands in enumerate((["a1-c3"], ["draw"], [])):
        found = read(log_of(tmp_path / str(number), *commands))
        (play,) = bgstats(found)["plays"]
        assert not any(score["winner"] for score in play["playerScores"])
        assert play["comments"] == ("" if found.is_finished else "unfinished")


def test_the_id_of_a_play_depends_only_on_its_log(log: Log, tmp_path: Path) -> None:
    other = read(forged([{**header(), "at": "2026-02-01T18:04:05.123Z"}]))
    ids = [bgstats(each)["plays"][0]["uuid"] for each in (log, log, other)]
    assert ids[0] == ids[1] != ids[2]


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_unknown_events_are_exported(form: str) -> None:
    strange = read(forged([header(), event(2, "penalty", by="Ann"), event(3, "void")]))
    assert "penalty" in export_text(Words("en"), strange, form)


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_cast_has_each_event_at_its_time(game: Game, tmp_path: Path) -> None:
    moments = iter([AT + timedelta(seconds=s) for s in (0, 2.5, 90, 60, *range(100, 400, 9))])
    log = read(write_log(tmp_path / "log", game, lambda: next(moments)).read_bytes())
    header, *shown = map(json.loads, export_text(Words("de"), log, "cast").splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    assert header["timestamp"] == int(AT.timestamp())
    times = [at for at, _, _ in shown]
    assert len(shown) == len(log.lines) and times == sorted(times) and times[0] == 0
    told = [event_text(Words("de"), game.name, each.event) for each in replayed(log)]
    for (_, kind, text), words in zip(shown, told, strict=True):
        assert kind == "o" and text.endswith("\r\n")
        assert text.split() == words.split()
        assert all(len(line) <= 80 for line in text.split("\r\n"))


def test_csv_has_the_times_of_a_game_with_a_clock(tmp_path: Path) -> None:
    assert "spent_ms" not in export_text(Words("en"), read(log_of(tmp_path / "a", "a1-c3")), "csv")
    lines = [header(options={"clock": "5+3"})]
    lines.append(event(2, by="Ann", entry="a1-c3", spent_ms=4000, left_ms=299000))
    rows = list(csv.DictReader(io.StringIO(export_text(Words("en"), read(forged(lines)), "csv"))))
    assert (rows[1]["spent_ms"], rows[1]["left_ms"]) == ("4000", "299000")
