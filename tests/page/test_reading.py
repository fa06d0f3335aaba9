"""What was played, read on pages: the list, a game step by step, an analysis, figures."""

import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from schiri.log.lines import read
from schiri.log.telling import trust_words
from schiri.log.writer import Clock
from schiri.page.logs import games as games_page
from schiri.page.logs.library import id_of
from schiri.replayer.steps import steps_of
from schiri.replayer.telling import step_words, why_words
from schiri.texts import Words

from tests.log.chain import AT, event, forged, header
from tests.log.games import GAMES, JOGGLE, RACES, SWITCH, ZWOGGEL, write_log
from tests.page.browser import Tab
from tests.page.reading import Reading, with_reading
from tests.page.test_files import Asked

pytestmark = pytest.mark.slow
# What says that a file is kept, and how.
KEPT = "content-disposition"


def clock_at(days: int) -> Clock:
    moments: Iterator[datetime] = (AT + timedelta(days, seconds=n) for n in count())
    return lambda: next(moments)


def evening(folder: Path) -> list[Path]:
    """Write a log of each kind, a day after the other."""
    return [
        write_log(folder / f"{days}.jsonl", game, clock_at(days)) for days, game in enumerate(GAMES)
    ]


def names(tab: Tab) -> list[str]:
    return tab.texts("strong", within="kept")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files are Unicode")
def test_a_name_that_is_no_text_keeps_no_game_from_being_read(tmp_path: Path) -> None:
    log = write_log(tmp_path / "a.jsonl", SWITCH).rename(tmp_path / "\udcff.jsonl")
    (tmp_path / "\udcfe.jsonl").write_text("no log\n")

    async def look(reading: Reading) -> None:
        tab = await reading.open("/games")
        assert names(tab) == ["Ann and Ben"] and tab.says("?.jsonl")
        shown = tab.texts()
        tab = await reading.replay(log)
        assert tab.says("Switch: Ann and Ben")
        "".join([*shown, *tab.texts()]).encode()

    with_reading(look, tmp_path)
    asked = Asked(tmp_path)
    for file in ("export/csv", "picture/1.svg"):
        answer = asked.get(f"/games/{id_of(log)}/{file}")
        assert answer.status_code == 200 and "filename*=UTF-8''%3F" in answer.headers[KEPT]
    (tmp_path / "\udcff.jsonl").write_text("no log\n")
    assert asked.get(f"/games/{id_of(log)}/export/csv").status_code == 404


def test_games_are_listed_the_last_one_first_and_chosen(tmp_path: Path) -> None:
    evening(tmp_path)
    names_in = SWITCH._replace(players=["Ann", "<b>Zoe</b>"], commands=["a1-c3"])
    write_log(tmp_path / "9.jsonl", names_in, clock_at(9))
    (tmp_path / "broken.jsonl").write_text("no log\n")

    async def look(reading: Reading) -> None:
        tab = await reading.open("/games")
        assert names(tab)[0] == "Ann and <b>Zoe</b>" and len(names(tab)) == 6
        assert "unfinished" in tab.texts("span", within="result")
        assert "Ben has won. (SW-11)" in tab.texts("span", within="result")
        assert tab.says(" Jan 2026") and tab.says("6 games") and tab.says("broken.jsonl")
        # The same filters as those of the command line.
        await tab.choose("Game", "switch")
        await tab.click("show")
        assert len(names(tab)) == 2
        await tab.write("Who has played", "ann, ben")
        await tab.click("show")
        assert names(tab) == ["Ann and Ben"]
        await tab.choose("How far", "not")
        await tab.click("show")
        assert names(tab) == [] and tab.says("No game is like that.")
        await tab.choose("Game", "")
        await tab.write("Who has played", "")
        await tab.write("Since", (AT + timedelta(8)).date().isoformat())
        await tab.click("show")
        assert names(tab) == ["Ann and <b>Zoe</b>"]
        # What is no day is not asked for.
        await tab.write("Since", "99999-99-99")
        await tab.click("show")
        assert len(names(tab)) == 3

    with_reading(look, tmp_path)


def test_an_empty_list_says_so_in_every_language(tmp_path: Path) -> None:
    async def look(reading: Reading) -> None:
        told = set()
        for language in ("de", "en", "fr"):
            tab = await reading.open("/games", language)
            told.add(tab.texts("p", within="hint")[0])
            assert names(tab) == []
            figures = await reading.open("/figures", language)
            told.add(figures.texts("p", within="hint")[0])
        assert len(told) == 6

    with_reading(look, tmp_path)


def test_a_long_list_is_shown_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games_page, "AT_ONCE", 2)
    evening(tmp_path)

    async def look(reading: Reading) -> None:
        tab = await reading.open("/games")
        assert len(names(tab)) == 2
        await tab.click("More games")
        await tab.click("More games")
        assert len(names(tab)) == 5 and "More games" not in tab.texts("button")

    with_reading(look, tmp_path)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_each_step_is_told_as_the_terminal_tells_it(language: str, tmp_path: Path) -> None:
    logs = evening(tmp_path)
    words = Words(language)

    async def look(reading: Reading) -> None:
        for path in logs:
            log = read(path.read_bytes())
            steps = steps_of(log)
            tab = await reading.replay(path, language)
            assert tab.texts("p", within="trust") == [trust_words(words, log)]
            await tab.click("To the start")
            for step in steps:
                assert tab.texts("p", within="turn") == [step_words(words, log.header, step.event)]
                why = why_words(words, log.header, step.event)
                assert tab.texts("p", within="why") == ([why] if why else [])
                await tab.click("A step on")
            await tab.click("To the start")
            assert len(tab.texts("button", within="steps")) == len(steps)

    with_reading(look, tmp_path)


def test_one_goes_through_a_game_by_slider_buttons_and_moves(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)

    async def look(reading: Reading) -> None:
        tab = await reading.replay(path)
        turn = tab.texts("p", within="turn")
        assert turn[0].startswith("Ben has won.") and tab.says("SW-11 [house rule]")
        for at, said in (("1", "Ann moves from a1 to c3 (a1-c3)"), ("0", "Switch  Ann – Ben")):
            await tab.slide(at)
            assert tab.texts("p", within="turn") == [said]
        # What no slider sends leads nowhere.
        for nonsense in ("-1", "٣", "1e9", "x" * 1000, None):
            await tab.slide(nonsense)
            assert tab.texts("p", within="turn") == ["Switch  Ann – Ben"]
        await tab.slide("9" * 100)
        assert tab.texts("p", within="turn") == turn
        await tab.click("1. Ann moves from a1 to c3")
        assert tab.says("Entry 1 of 4")
        await tab.click("A step back")
        assert tab.says("Entry 0 of 4")

    with_reading(look, tmp_path)


def test_a_log_that_the_rules_refuse_is_shown_up_to_there_with_the_reason(tmp_path: Path) -> None:
    told = [header(), event(2, by="Ann", entry="a1-c3"), event(3, by="Ben", entry="a1-a2")]
    (tmp_path / "a.jsonl").write_bytes(forged(told))
    (tmp_path / "b.jsonl").write_bytes(forged(told[:2]).replace(b"a1-c3", b"a1-c4"))

    async def look(reading: Reading) -> None:
        tab = await reading.replay(tmp_path / "a.jsonl")
        (trust,) = tab.texts("p", within="trust")
        assert trust.startswith("line 3: ") and "SW-4" in trust
        assert tab.says("Entry 1 of 1")
        assert tab.texts("p", within="problem") == []
        changed = await reading.replay(tmp_path / "b.jsonl")
        assert changed.texts("p", within="problem")[0].startswith("line 2: ")
        gone = await reading.open("/games/0123456789abcdef")
        assert gone.texts("p", within="problem") == ["This game is not kept here."]

    with_reading(look, tmp_path)


def test_switch_is_analysed_when_asked_for(tmp_path: Path) -> None:
    path = write_log(tmp_path / "a.jsonl", SWITCH)
    other = write_log(tmp_path / "b.jsonl", JOGGLE)

    async def look(reading: Reading) -> None:
        tab = await reading.replay(path)
        assert tab.texts("table") == []
        await tab.click("What the moves were worth")
        assert tab.says("Ann: best in ") and "a1-c3" in tab.texts("td")
        assert tab.says("taken back")
        await tab.click("1")
        assert tab.says("Entry 1 of 4")
        assert "What the moves were worth" not in (await reading.replay(other)).texts("button")

    with_reading(look, tmp_path)


def test_figures_are_drawn_and_stand_in_tables(tmp_path: Path) -> None:
    for days, game in enumerate((SWITCH, SWITCH, JOGGLE, RACES, ZWOGGEL)):
        write_log(tmp_path / f"{days}.jsonl", game, clock_at(days))
    (tmp_path / "broken.jsonl").write_text("no log\n")

    async def look(reading: Reading) -> None:
        tab = await reading.open("/figures")
        assert tab.says("5 of 5 games, 1 file left out")
        titles = ["Who wins", "Won in a row", "How long a game takes"]
        assert tab.texts("figcaption") == [*titles, "How fast in races", "The luck of the dice"]
        assert tab.texts("caption") == ["Players", "Games", "Races", "Dice"]
        assert tab.says("2 of 4 won") and tab.says("fastest 190 ms, usually 190 ms")
        await tab.choose("Game", "switch")
        await tab.click("show")
        assert tab.says("2 of 2 games") and tab.texts("caption") == ["Players", "Games"]
        await tab.write("Who has played", "nobody")
        await tab.click("show")
        assert tab.says("No games to count.") and tab.texts("caption") == []

    with_reading(look, tmp_path)


def test_an_id_leads_to_no_other_file(tmp_path: Path) -> None:
    write_log(tmp_path / "a.jsonl", SWITCH)
    secret = write_log(tmp_path / "secret.txt", SWITCH)

    async def look(reading: Reading) -> None:
        for name in (id_of(secret), "a.jsonl", "secret.txt", "%00", "x" * 5000):
            tab = await reading.open(f"/games/{name}")
            assert tab.texts("p", within="problem") == ["This game is not kept here."]
        # What has a slash in it is no id, and no address of a game.
        tab = await reading.open("/games/..%2Fsecret.txt")
        assert tab.texts("p", within="trust") == []

    with_reading(look, tmp_path)
