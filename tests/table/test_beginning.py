"""The beginning of a game: one person's own settings, a decided start, and the last game played."""

from pathlib import Path

import pytest
from schiri.games.switch import values
from schiri.last_setup import Setup, Setups, load, remember
from schiri.match_options import options_of
from schiri.prose.answers import notice_words
from schiri.recording.device_text import requests_for
from schiri.referee import Referee
from schiri.table.intents import NewGame
from schiri.table.seating import notices_of
from schiri.table.state import Notice
from schiri.texts import Words
from schiri_engines.refusals import MalformedText

from tests.cli.command import typed
from tests.game_now import game_of
from tests.table.stepped import SteppedTable

# The limit of a restore request in PROTOCOL.md, and the length of its part before the game.
MOST, BEFORE = 126, len("restore 89abcdef 123456") - len("new")
# Dark is to move, and wins in six plies.
WON = "bbbww/wbwbb/.bbww/bwbbw/wbwww"
USUAL = Setup(("Ann", "Ben"), "joggle")


def test_for_whom_the_device_plays_is_drawn_along(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    table.lots = [1]
    options = {"device-b": "4", "hints-a": "2", "layout": "2"}
    table.session.do(NewGame("switch", ("Ann", "Schiri"), options, "lot"))
    table.run(3000)
    state = table.session.state
    assert game_of(state).players == ("Schiri", "Ann")
    assert (game_of(state).options["device-a"], game_of(state).options["hints-b"]) == ("4", "2")
    assert (game_of(state).options["device-b"], game_of(state).options["hints-a"]) == ("off", "off")


def test_a_notice_names_who_acts_first_and_not_who_deals() -> None:
    referee = Referee("drehwurm", ["Ann", "Ben", "Cem"])
    assert notices_of(referee, "lot") == (Notice("lot", ("Ben", "")),)


def test_a_memory_that_makes_no_sense_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "last.json").write_text('{"players": 7, "options": [1], "game": null}')
    assert SteppedTable(tmp_path).session.state.setups == Setups()


def test_a_line_has_room_for_the_longest_game() -> None:
    values = {name: listed.split()[-1] for name, listed in options_of("switch")}
    values |= {"clock": "off", "clock-a": "same", "clock-b": "same"}
    longest = values | {"layout": "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb"}
    for each in (longest, longest | {"device-a": "off", "device-b": "off"}):
        [text] = requests_for("switch", 2, each)
        assert len(text) + BEFORE <= MOST
    clocks = {"clock": "600/99+600", "clock-a": "600/99+600", "clock-b": "600/99+600"}
    assert requests_for("switch", 2, clocks)
    assert requests_for("joggle", 4, {**clocks, "teams": "on", "extreme": "on"})
    with pytest.raises(MalformedText, match="text-too-long"):
        requests_for("switch", 2, longest | clocks)


def test_a_start_that_is_decided_is_told(tmp_path: Path) -> None:
    table = SteppedTable(tmp_path)
    table.run(500)
    for layout in ("1", WON):
        table.session.do(NewGame("switch", ("Ann", "Ben"), {"layout": layout}))
        table.run(3000)
        notices = table.session.state.notices.items
        found = [(each.code, each.about) for each in notices]
        assert found == ([("decided", ("Ann", "6"))] if layout == WON else [])
    text = "With this start Ann can win for sure. Another one gives both a fair chance."
    assert notice_words(Words("en"), notices[0]) == text


def test_so_is_one_that_was_laid_freely_and_no_later_position() -> None:
    judge = Referee("switch", ["Ann", "Ben"], {"layout": "free"})
    for row, stones in zip("54321", WON.split("/"), strict=True):
        for column, stone in zip("abcde", stones, strict=True):
            if stone != ".":
                events = judge.command(f"place {column}{row} {stone}")
                assert values.forced_win(judge.table, events) is None
    # Ben chooses the light stones, so Ann begins with the dark ones.
    events = judge.command("choose w")
    assert values.forced_win(judge.table, events) == ("Ann", 6)
    assert values.forced_win(judge.table, judge.command("b1-a3")) is None
    # A position that is put right, or with which a game goes on, is no start.
    assert values.forced_win(judge.table, judge.command(f"set position {WON} b")) is None


@pytest.mark.parametrize("content", [None, b"nonsense"], ids=["none", "damaged"])
def test_a_table_does_without_what_is_known_and_who_asks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    path = tmp_path / "switch.lost"
    monkeypatch.setattr(values, "LOST_FILE", path)
    if content:
        path.write_bytes(content)
    table = SteppedTable(tmp_path)
    table.run(500)
    table.session.do(NewGame("switch", ("Ann", "Ben"), {"layout": WON}))
    table.run(3000)
    assert table.session.state.notices.items == () and game_of(table.session.state).board
    asked = typed("engine", "value", "switch", f"{WON} b")
    assert (asked.status, asked.out) == (3, "")
    assert asked.err.startswith("The solution of Switch cannot be read:")


def test_the_last_setup_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "there" / "last.json"
    cards = Setup(("Ann", "Ben", "Cem"), "drehwurm", {"mode": "fast"})
    found = remember(path, remember(path, Setups(USUAL), cards), USUAL)
    assert load(path) == found == Setups(USUAL, {"joggle": USUAL, "drehwurm": cards})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        b'{"players": [1], "game": "switch", "options": {}}',
        b'{"players": ["\\ud800"], "game": "switch", "options": {}}',
    ],
    ids=lambda data: str(data[:40]),
)
def test_a_file_that_is_none_is_passed_over(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "last.json"
    path.write_bytes(data)
    assert load(path, USUAL) == Setups(USUAL)
    remember(path, Setups(), USUAL)
    assert load(path).last == USUAL
