"""Pages about finished games: the list, a game step by step, an analysis, statistics."""

import os
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from schiri.analysis.moves import moments_of
from schiri.analysis.words import happened_words
from schiri.errors import HostError
from schiri.languages import LANGUAGES
from schiri.log.lines import read
from schiri.log.log_text import trust_words
from schiri.log.removal import removed_folder
from schiri.log.steps import step_words, steps_of
from schiri.log.writer import Clock
from schiri.page.access import WATCH
from schiri.page.files import sample_svg
from schiri.page.logs import game as replay_page
from schiri.page.logs import games as games_page
from schiri.page.logs import library as library_module
from schiri.page.logs.library import LogLibrary, id_of
from schiri.prose.events import is_silent
from schiri.texts import Words

from tests.log.chain import AT, event, forged, header, open_log
from tests.log.typed_games import GAMES, JOGGLE, RACES, SWITCH, ZWOGGEL, write_log
from tests.page.reading import Reading, Shown

CACHE = "cache-control"


def clock_at(days: int) -> Clock:
    moments: Iterator[datetime] = (AT + timedelta(days, seconds=n) for n in count())
    return lambda: next(moments)


def evening(folder: Path) -> list[Path]:
    """Write a log of each kind, a day after the other."""
    return [
        write_log(folder / f"{days}.jsonl", game, clock_at(days)) for days, game in enumerate(GAMES)
    ]


def names(page: Shown) -> list[str]:
    return page.texts("strong", within="kept")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are Unicode")
def test_a_name_that_is_no_text_keeps_no_game_from_being_read(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", SWITCH).rename(tmp_path / "\udcff.jsonl")
    (tmp_path / "\udcfe.jsonl").write_text("no log\n")
    reading = Reading(tmp_path)
    page = reading.open("/games")
    assert names(page) == ["Ann and Ben"] and page.says("?.jsonl")
    assert reading.replay(log).texts("h1") == ["Switch: Ann and Ben"]
    for file in ("export/csv", "picture/1.svg"):
        answer = reading.get(f"/games/{id_of(log)}/{file}")
        assert "filename*=UTF-8''%3F" in answer.headers["content-disposition"]
    log.write_text("no log\n")
    assert reading.replay(log).texts("p", within="problem")[0].startswith("line 1: ")


def test_games_are_listed_the_last_one_first_and_chosen(tmp_path: Path) -> None:
    evening(tmp_path)
    names_in = SWITCH._replace(players=["Ann", "<b>Zoe</b>"], commands=["a1-c3"])
    write_log(tmp_path / "9.jsonl", names_in, clock_at(9))
    (tmp_path / "broken.jsonl").write_text("no log\n")
    reading = Reading(tmp_path)
    page = reading.open("/games")
    assert names(page)[0] == "Ann and <b>Zoe</b>" and len(names(page)) == len(GAMES) + 1
    assert {"unfinished", "Ben wins!"} <= set(page.texts("span", within="result"))
    assert (
        page.says(" January 2026")
        and page.says(f"{len(GAMES) + 1} games")
        and page.says("broken.jsonl")
    )
    assert page.texts("option")[-7:-3] == ["<b>Zoe</b>", "Ann", "Ben", "Cem"]

    def asked(**parameters: str) -> list[str]:
        return names(reading.open(f"/games?{urlencode(parameters)}"))

    # The same filters as on the command line. Invalid dates are ignored.
    assert len(asked(game="switch", player="", since="", over="")) == 2
    assert asked(game="switch", player="Ben") == ["Ann and Ben"]
    assert asked(game="switch", player="Ben", over="unfinished") == []
    assert asked(game="switch", player="Ben", over="finished") == ["Ann and Ben"]
    assert asked(since=f"{AT + timedelta(8):%Y-%m-%d}") == ["Ann and <b>Zoe</b>"]
    assert len(asked(since="99999-99-99", game="", page="x")) == len(GAMES) + 1
    chosen = reading.open("/games?player=Ben&game=switch")
    assert [
        each.attributes["value"] for each in chosen.elements if "selected" in each.attributes
    ] == ["switch", "Ben", ""]


def test_a_page_with_nothing_on_it_says_so_in_the_language_that_was_chosen(tmp_path: Path) -> None:
    said, reading = set(), Reading(tmp_path)
    # A browser remembers a language until another one is chosen.
    for language in LANGUAGES:
        for path in (f"/games?language={language}", "/games", "/statistics"):
            page = reading.open(path)
            said.add(page.texts("p", within="hint")[0])
            assert page.elements[0].attributes["lang"] == language
        assert page.links("languages")["Français"] == "/statistics?language=fr"
    assert len(said) == 6


def test_without_a_choice_the_language_is_that_of_the_browser(tmp_path: Path) -> None:
    asked = {"accept-language": "fr-CH", "cookie": "schiri-language=xx; schiri-zone=Asia%2FTokyo"}
    log = write_log(tmp_path / "a.jsonl", SWITCH, clock_at(0))
    reading = Reading(tmp_path)
    page = Shown(reading.get(f"/games/{id_of(log)}", **asked))
    # In the time zone that the script has reported.
    assert page.texts("p", within="hint")[0].startswith("1 février 2026, 03:04 · ")
    assert Shown(reading.get("/games", **asked)).texts("time") == ["1 février 2026"]


def test_a_long_list_has_pages_and_pictures_of_how_games_stood_at_their_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_page, "AT_ONCE", 2)
    evening(tmp_path)
    reading, address, shown = Reading(tmp_path), "/games?language=en", []
    while address:
        page = reading.open(address)
        shown += [each.attributes["src"] or "" for each in page.elements if each.tag == "img"]
        address = page.links("row").get("Older games", "")
    assert len(set(shown)) == len(GAMES) and page.links("row")["Newer games"] == "/games?page=2"
    pictures = [reading.get(each) for each in shown]
    assert len({each.text for each in pictures}) == len(GAMES)
    for each in pictures:
        assert each.text.startswith('<svg xmlns="http') and "immutable" in each.headers[CACHE]
    assert reading.get("/games/0/thumbnail.svg").status_code == 404
    # A log that was changed has another picture, at another address.
    os.utime(tmp_path / "0.jsonl", ns=(0, 0))
    (changed,) = [
        e.attributes["src"] for e in reading.open("/games?page=3").elements if e.tag == "img"
    ]
    assert changed != shown[-1]
    # A full page is the last one, and all files that fit are named.
    monkeypatch.setattr(games_page, "AT_ONCE", len(GAMES))
    monkeypatch.setattr(games_page, "NAMED", 1)
    (tmp_path / "broken.jsonl").write_text("no log\n")
    page = reading.open("/games")
    assert not page.links("row") and page.texts("p", within="hint")[-1].endswith(": broken.jsonl")
    # A log that cannot be read to its end gets the picture of its game, and so does a race.
    assert sample_svg("drehwurm") in pictures[GAMES[::-1].index(RACES)].text
    monkeypatch.setattr(library_module, "MOST_LINES", 1)
    library_module._thumbnail.cache_clear()
    library_module._replay.cache_clear()
    assert sample_svg("switch") in reading.get(shown[-1]).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_told_as_the_terminal_tells_it_and_without_commands(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, reading = Words(language), Reading(tmp_path, language)
    for path in evening(tmp_path):
        log = read(path.read_bytes())
        steps = [step for step in steps_of(log) if not is_silent(step.event)]
        for at in range(len(steps)):
            page = reading.replay(path, f"?at={at}")
            # Players type nothing on a page, so the text leaves the entry out.
            told = step_words(words, log.header, steps, at, True, has_entry=False)
            happened, *more = told.event.split("\n", 1)
            assert page.texts("p", within="turn") == [happened]
            assert page.texts("p", within="notes")[: len(more)] == more
            assert page.texts("p", within="why") == ([told.why] if told.why else [])
            # The list of steps, in which this one is marked.
            assert len(page.texts("a", within="steps")) == len(steps)
            (current,) = [e for e in page.elements if e.attributes.get("aria-current") == "step"]
            assert current.attributes["href"] == f"?at={at}#board"
        assert page.texts("p", within="trust") == [trust_words(words, log)]
    monkeypatch.setattr(replay_page, "LISTED", 3)
    last = len(steps) - 1
    for at, listed in ((0, (0, 1, 2)), (2, (1, 2, 3)), (last, (last - 2, last - 1, last))):
        links = reading.replay(path, f"?at={at}").links("steps").values()
        assert list(links) == [f"?at={each}#board" for each in listed]


def test_one_goes_through_a_game_by_links(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    reading = Reading(tmp_path)
    page = reading.replay(path)
    turn = page.texts("p", within="turn")
    assert turn == ["Ben wins! Ann resigned."]
    assert page.links("ways") == {"To the start": "?at=0#board", "Step back": "?at=4#board"}
    ways = [each.attributes for each in page.elements if "ways" in each.classes and each.tag == "a"]
    assert [each.get("aria-disabled") for each in ways] == [None, None, "true", "true"]
    page = reading.replay(path, page.links("ways")["To the start"])
    assert page.texts("p", within="turn") == ["Switch  Ann – Ben"] and page.says("Step 0 of 4")
    assert page.links("ways") == {"Step forward": "?at=1#board", "To the end": "?at=5#board"}
    page = reading.replay(path, page.links("ways")["Step forward"])
    assert page.texts("p", within="turn") == ["Ann moves from a1 to c3"]
    assert page.links("more")["This picture, as SVG"].endswith("/picture/1.svg")
    assert page.texts("title") == ["Ann moves from a1 to c3 – Switch: Ann and Ben – Schiri"]
    # An invalid step, or one beyond the end, shows the last step.
    for nonsense in ("-1", "%D9%A3", "1e9", "x" * 1000, "", "999999", "9" * 5000):
        assert reading.replay(path, f"?at={nonsense}").texts("p", within="turn") == turn


def test_a_log_that_the_rules_refuse_is_shown_up_to_there_with_the_reason(tmp_path: Path) -> None:
    told = [header(), event(2, by="Ann", entry="a1-c3"), event(3, by="Ben", entry="a1-a2")]
    (tmp_path / "a.jsonl").write_bytes(forged(told))
    (tmp_path / "b.jsonl").write_bytes(forged(told[:2]).replace(b"a1-c3", b"a1-c4"))
    reading = Reading(tmp_path)
    page = reading.replay(tmp_path / "a.jsonl")
    (trust,) = page.texts("p", within="trust")
    assert trust.startswith("line 3: ") and "SW-4" in trust and page.says("Step 1 of 1")
    assert "The value of each move" not in page.links()
    changed = reading.replay(tmp_path / "b.jsonl")
    assert changed.texts("p", within="problem")[0].startswith("line 2: ")


def test_switch_is_analysed(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=["a1-c3", "undo", "draw"]))
    other = write_log(tmp_path / "b.jsonl", JOGGLE)
    reading = Reading(tmp_path)
    page = reading.open(reading.replay(path).links()["The value of each move"])
    assert page.says("Ann: 0 of 0 moves were the best") and page.says("undone")
    # People read a move without its notation.
    assert "a1 → c3" in page.texts("td")
    # A column is seen by the mover, and the legend says so.
    assert page.says("Before and after are for the side that moved.")
    board = page.links()["Show the board after step 1"]
    assert reading.open(board).says("Step 1 of 3")
    assert "The value of each move" not in reading.replay(other).links()
    assert reading.replay(other, "/analysis").status == 404


def test_the_moments_that_mattered_come_first_and_lead_to_their_boards(tmp_path: Path) -> None:
    # Ben throws the win away once, Ann gives him one twice.
    moves = [
        "e5xd5",
        "undo",
        "a3xa2",
        "b5xb4",
        "e3xe2",
        "d1-c3",
        "a5xd5",
        "c3xc5",
        "e2xc2",
        "c4-d1",
        "d5xd3",
        "d5xb5",
        "c2-c4",
    ]
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=moves))
    reading = Reading(tmp_path, "de")
    page = reading.replay(path, "/analysis")
    found = moments_of(reading.library.analysed(id_of(path)))
    links = page.links("moments")
    assert found and len(links) == len(found)
    for each, (text, address) in zip(found, links.items(), strict=True):
        assert text.startswith(f"{each.number}. {each.by} ")
        board = reading.open(address)
        assert board.says(f"Schritt {each.number} von {len(moves)}")
        # The replay says so too, and goes from one to the next.
        assert board.texts("p", within="moment") == [happened_words(Words("de"), each)]
    marked = [each.number for each in reading.library.marked(id_of(path))]
    assert len(marked) > 2 and marked[-1] == len(moves)
    plays = reading.replay(path, "?at=0").links("plays")
    assert plays["Nächster Patzer"] == f"?at={marked[0]}#board" and "Voriger Patzer" not in plays
    plays = reading.replay(path).links("plays")
    assert plays["Voriger Patzer"] == f"?at={marked[-2]}#board"
    assert "Nächster Patzer" not in plays
    quiet = write_log(tmp_path / "b.jsonl", SWITCH._replace(commands=["draw"]))
    assert reading.replay(quiet, "/analysis").says("Keine Züge")
    assert [*reading.replay(quiet).links("plays")] == ["Brett drehen"]


def test_a_game_is_shown_without_a_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_log: object) -> None:
        raise HostError("solution-unreadable", reason="damaged")

    monkeypatch.setattr(library_module, "analyse", fail)
    page = Reading(tmp_path).replay(write_log(tmp_path / "a.jsonl", SWITCH))
    assert page.status == 200 and [*page.links("plays")] == ["Turn the board"]


def test_a_board_is_seen_from_each_side_and_others_are_not_turned(tmp_path: Path) -> None:
    reading, seen = Reading(tmp_path), []
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    address = "?at=1"
    for _ in range(4):
        page = reading.replay(path, address)
        seen.append(reading.get(f"/games/{id_of(path)}{address}").text.partition("<svg")[2])
        address = page.links("plays")["Turn the board"].removesuffix("#board")
        # The side stays the same from step to step.
        turn = f"&turn={len(seen) - 1}" if len(seen) > 1 else ""
        assert page.links("ways")["Step forward"] == f"?at=2{turn}#board"
    assert len({*seen}) == 4 and address == "?at=1"
    assert (
        reading.replay(path, "?at=1&turn=5")
        .links("plays")["Turn the board"]
        .endswith("turn=2#board")
    )
    race = write_log(tmp_path / "b.jsonl", RACES)
    assert reading.replay(race, "?at=2&turn=1").links("plays") == {}


def test_undone_moves_are_struck_and_have_no_number(tmp_path: Path) -> None:
    moves = ["a1-c3", "undo", "a1-c3", "b1-a1", "undo", "undo", "draw"]
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=moves))
    page = Reading(tmp_path).replay(path)
    ann, ben = "Ann moves from a1 to c3", "Ben moves from b1 to a1"
    assert page.texts("s", within="steps") == [ann, ann, ben]
    lines = [text for text in page.texts("a", within="steps") if ann in text or ben in text]
    assert lines == [ann, f"Undone: {ann}", ann, ben, f"Undone: {ben}", f"Undone: {ann}"]


def test_a_game_is_removed_and_restored_and_does_not_count_meanwhile(tmp_path: Path) -> None:
    for days in (0, 1):
        write_log(tmp_path / f"{days}.jsonl", SWITCH, clock_at(days))
    reading = Reading(tmp_path)
    assert "Removed games" not in reading.open("/games").links()
    game = reading.replay(tmp_path / "0.jsonl")
    page = reading.press(game, "Remove this game")
    assert page.texts("h1") == ["Removed games"] and names(page) == ["Ann and Ben"]
    assert reading.moved == 1 and (removed_folder(tmp_path) / "0.jsonl").exists()
    # The second of two taps finds it done.
    assert reading.press(game, "Remove this game").texts("h1") == ["Removed games"]
    assert len(names(reading.open("/games"))) == 1 and reading.moved == 1
    assert reading.open("/statistics").says("1 of 1 game")
    assert reading.replay(tmp_path / "0.jsonl").status == 404
    page = reading.open(reading.open("/games").links()["Removed games"])
    for _ in range(2):
        assert len(names(reading.press(page, "Restore"))) == 2
    assert reading.moved == 2 and reading.open("/games/removed").says("No game is removed.")


def test_a_game_that_is_written_is_neither_removed_nor_restored(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH._replace(commands=["a1-c3"]))
    reading = Reading(tmp_path)
    logged = open_log(path)
    page = reading.press(reading.replay(path), "Remove this game")
    assert page.status == 409 and page.texts("h1") == ["Switch: Ann and Ben"]
    assert page.texts("p", within="problem")[0].startswith("This game is still open at a table")
    logged.writer.close()
    page = reading.press(reading.replay(path), "Remove this game")
    removed = removed_folder(tmp_path) / "a.jsonl"
    logged = open_log(removed)
    refused = reading.press(page, "Restore")
    assert refused.status == 409 and refused.texts("p", within="problem")
    logged.writer.close()
    # Where files cannot be locked, the program knows what it writes.
    reading.press(page, "Restore")
    with pytest.raises(HostError, match="log-open"):
        LogLibrary(tmp_path, open_logs=lambda: {path}).remove(id_of(path))
    assert path.exists() and reading.open("/games/0123456789abcdef").status == 404


def test_a_spectator_removes_and_restores_nothing(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    player, spectator = Reading(tmp_path), Reading(tmp_path, "de", WATCH)
    game = player.replay(path)
    assert "Partie weglegen" not in spectator.replay(path).texts("button")
    page = spectator.press(game, "Remove this game")
    assert page.status == 403 and page.says("Du schaust zu.") and path.exists()
    page = player.press(game, "Remove this game")
    assert spectator.open("/games/removed").texts("button") == []
    assert spectator.press(page, "Restore").status == 403 and not path.exists()


def test_a_player_has_a_page_with_their_games(tmp_path: Path) -> None:
    ends = ["resign Ben", "resign Ben", "draw", "resign Ann"]
    for days, end in enumerate(ends):
        game = SWITCH._replace(commands=["a1-c3", end])
        write_log(tmp_path / f"{days}.jsonl", game, clock_at(days))
    write_log(tmp_path / "9.jsonl", RACES, clock_at(9))
    reading = Reading(tmp_path)
    page = reading.open(reading.open("/statistics").links("name")["Ann"])
    assert page.texts("h1") == ["Ann"]
    facts = ["5 games", "2 won", "1 drawn", "2 longest series of wins", "Switch favourite game"]
    assert page.texts("li", within="facts") == facts
    assert page.says("2 of 5 won, 1 lost") and page.says("2 of 4 won")
    assert page.texts("span", within="unseen") == ["won", "won", "drawn", "lost", "lost"]
    assert reading.open(page.links()["Ben"]).texts("h1") == ["Ben"]
    listed = reading.open(page.links()["All games of Ann"])
    assert len(names(listed)) == 5
    assert reading.open("/statistics/player?name=nobody").says("No game of this name is kept.")
    assert reading.open("/statistics/player").status == 200


def test_statistics_are_drawn_and_stand_in_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for days, game in enumerate((SWITCH, SWITCH, JOGGLE, RACES, ZWOGGEL)):
        write_log(tmp_path / f"{days}.jsonl", game, clock_at(days))
    (tmp_path / "broken.jsonl").write_text("no log\n")
    reading = Reading(tmp_path)
    monkeypatch.setattr(library_module, "AT_ONCE", 3)
    page = reading.open("/statistics")
    assert page.says("3 of 5 games, 1 file left out")
    page = reading.open(page.links()["Continue counting"])
    assert page.says("5 of 5 games, 1 file left out") and "Continue counting" not in page.links()
    titles = ["Who wins", "Won in a row", "How long a game takes"]
    assert page.texts("figcaption") == [*titles, "How fast in races", "The luck of the dice"]
    assert page.texts("caption") == ["Players", "Games", "Races", "Dice"]
    assert page.says("2 of 4 won") and page.says("fastest 0.19 s, usually 0.19 s")
    page = reading.open("/statistics?game=switch")
    assert page.says("2 of 2 games") and page.texts("caption") == ["Players", "Games"]
    page = reading.open("/statistics?player=nobody")
    assert page.says("No games to count.") and page.texts("caption") == []


def test_an_id_leads_to_no_other_file(tmp_path: Path) -> None:
    write_log(tmp_path / "a.jsonl", SWITCH)
    secret = write_log(tmp_path / "secret.txt", SWITCH)
    reading = Reading(tmp_path)
    for name in (id_of(secret), "a.jsonl", "secret.txt", "%00", "x" * 5000, "0123456789abcdef"):
        page = reading.open(f"/games/{name}")
        assert page.status == 404
        assert page.texts("p", within="problem") == ["This game is not kept here."]
    # A text with a slash is no id, and not part of a game's address.
    assert reading.get("/games/..%2Fsecret.txt").text == "Not Found"


def test_a_folder_that_cannot_be_read_is_not_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("no folder\n")
    for path in ("/games", "/statistics", "/games/0123456789abcdef"):
        page = Reading(tmp_path / "logs").open(path)
        assert page.status == 404
        assert page.texts("p", within="problem")[0].startswith("logs cannot be read")
