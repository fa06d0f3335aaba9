"""The question what to play: what is remembered, what fits a small screen, what comes of it.

In samples the same is played again with a board and with cards of one game, and another game is
chosen where one option of each is asked for.
"""

import asyncio
import json
from pathlib import Path

import pytest
from schiri.games.zwoggel.screen import ZwoggelScreen
from schiri.log.lines import read
from schiri.table.intents import Enter, NewGame, Press
from schiri.terminal.command_line import CommandLine
from schiri.terminal.help import Help
from schiri.terminal.quit import Question, Resign
from schiri.terminal.start import Option, Start
from schiri.terminal.table import TableScreen
from schiri_engines.registry import game_class
from textual.widgets import Input, Select, Static

from tests.counts import IS_PROOF, count
from tests.terminal.table import (
    DREHWURM,
    SWITCH,
    ZWOGGEL,
    Seat,
    ask_only,
    at_an_open_table,
    at_the_table,
    play_before,
)

pytestmark = pytest.mark.slow


def has(seat: Seat, screen: type) -> bool:
    """Return whether this screen is on top."""
    return type(seat.app.screen) is screen


async def choose(seat: Seat, game: str) -> None:
    """Ask for a game, and choose it."""
    await seat.press("n")
    form = seat.app.screen
    assert len(form.query("Option")) == count(1, 3)
    form.query_one("#game", Select).value = game
    await seat.wait()
    names = [name for name, _listed in game_class(game).OPTIONS]
    assert [option.name_of for option in form.query(Option)] == names[: count(1, len(names))]
    seat.app.screen.query_one("#play").focus()
    await seat.press("enter")
    await seat.wait(1000)


def test_from_a_game_of_cards_to_the_device_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not IS_PROOF:
        # One option of each game tells that those of the other one are asked for.
        ask_only(monkeypatch, "no-fill-holes", "layout")

    async def play(seat: Seat) -> None:
        assert has(seat, ZwoggelScreen)
        await seat.press("r")
        await choose(seat, "switch")
        assert has(seat, TableScreen)
        assert "Ann (dark)" in seat.text("#title")
        assert "Lay the stones" in seat.text("#hint")
        # Of the cards nothing is told here.
        assert "flip" not in seat.log()

    at_the_table(play, tmp_path, ZWOGGEL)


def test_the_game_that_was_named_is_offered_until_one_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What else it asks for is of no matter here.
    monkeypatch.setattr(Start, "compose", lambda start: iter(()))

    def offered(seat: Seat) -> str:
        start = seat.app.screen
        assert isinstance(start, Start)
        return start._game

    async def play(seat: Seat) -> None:
        assert offered(seat) == "zwoggel"
        await seat.press("escape", "n")
        assert offered(seat) == "zwoggel"
        await seat.press("escape")
        seat.do(DREHWURM)
        await seat.wait()
        await seat.press("n")
        assert offered(seat) == "drehwurm"

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


def test_the_same_again_is_one_enter_away(tmp_path: Path) -> None:
    # An option that is none any more is the usual one.
    options = {"frame": "17x17", "no-fill-holes": "on"}
    last = {"players": ["Ann", "Ben", "Cem", "Dan"], "game": "zwoggel", "options": options}
    # What was played to its end does not go on.
    play_before(tmp_path, ZWOGGEL, Enter("resign Ben"), Enter("resign Ann"))
    (tmp_path / "last.json").write_text(json.dumps(last))

    async def play(seat: Seat) -> None:
        assert has(seat, Start)
        await seat.press("enter")
        assert "Ann – Ben – Cem – Dan" in seat.text("#title")
        assert seat.state.options["frame"] == "none"
        assert seat.state.options["no-fill-holes"] == "on"

    at_the_table(play, tmp_path, pace_ms=0)
    logs = sorted((tmp_path / "logs").glob("*.jsonl"), key=lambda path: path.stem)
    assert [read(path.read_bytes()).is_finished for path in logs] == [True, False]


def test_a_board_that_was_won_stays_in_sight() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("resign A")
        assert has(seat, TableScreen)

    at_an_open_table(play, SWITCH)


def test_what_is_wrong_shows_on_a_small_screen(tmp_path: Path) -> None:
    for _ in range(3):
        play_before(tmp_path, DREHWURM)

    async def look(small: Seat) -> None:
        start = small.app.screen
        assert isinstance(start, Start) and len(small.state.offers) == 3
        start.query_one("#players", Input).value = "Ann: Ben"
        start.query_one("#play").focus()
        await small.press("enter")
        assert "A name has 1 to 24" in str(start.query_one("#problem", Static).render())
        for selector in ("#problem", "#play"):
            region = start.query_one(selector).region
            assert region.bottom <= 20 and region.right <= 60 and region.height > 0, selector
        assert small.app.screen is start
        await small.press("escape")
        assert small.app.screen is not start

    at_the_table(look, tmp_path, game="drehwurm", size=(60, 20), pace_ms=0)


def test_a_loop_that_knows_no_signals_plays_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is that of Windows."""

    def refuse(*words: object) -> None:
        raise NotImplementedError

    async def play(seat: Seat) -> None:
        assert "is to move" in seat.text("#turn")

    for loop in (asyncio.BaseEventLoop, asyncio.SelectorEventLoop):
        monkeypatch.setattr(loop, "add_signal_handler", refuse, raising=False)
    at_the_table(play, tmp_path, SWITCH)


def test_house_rules_are_chosen_and_who_begins_is_drawn_and_told(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.lots = [1]
        start = seat.app.screen
        players = start.query_one("#players", Input)
        assert players.value == "A B"
        players.value = "Ann, Ben Cid"
        shown = [str(select.value) for select in start.query(Select)]
        assert shown == ["zwoggel", "named", "off", "none", "off"]
        list(start.query(Select))[3].value = "8x8"
        start.query_one("#first", Select).value = "lot"
        await seat.wait()
        start.query_one("#play").focus()
        await seat.press("enter")
        assert has(seat, ZwoggelScreen)
        assert seat.state.options["frame"] == "8x8"
        assert seat.state.players == ("Ben", "Cid", "Ann")
        assert "Drawn by lot: Ben begins. (ZW-1)" in seat.log()

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)


@pytest.mark.parametrize(
    "begun", [SWITCH, DREHWURM, ZWOGGEL][: count(2, 3)], ids=lambda begun: begun.game
)
def test_enter_plays_the_same_again(begun: NewGame) -> None:
    async def play(seat: Seat) -> None:
        seat.stepped.lots = [1]
        players = seat.state.players
        await seat.press("w")
        if begun is ZWOGGEL:
            await seat.type(f"resign {players[1]}")
        await seat.type("abandon" if begun is DREHWURM else f"resign {players[0]}")
        await seat.wait(1000)
        assert seat.state.state and seat.state.state.over
        await seat.press("enter")
        await seat.wait(1500)
        again = seat.state
        assert again.state and not again.state.over and again.state.game == begun.game
        assert again.players == (*players[1:], players[0])
        assert "begins. (" in seat.log()

    at_an_open_table(play, begun)


def test_no_two_players_are_shown_in_one_colour() -> None:
    async def play(seat: Seat) -> None:
        await seat.wait(1500)
        # Yellow is usually the second one's.
        seat.session.do(Press("yellow"))
        await seat.wait(600)
        lines = seat.text("#seats").splitlines()[1:]
        assert [line.split()[1] for line in lines] == ["yellow", "red", "green"]

    at_an_open_table(play, DREHWURM)


def test_what_is_on_the_board_is_not_given_up_by_one_key(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        await seat.type("a1-c3")
        # To resign is asked for once.
        await seat.pilot.press("colon")
        seat.app.table.query_one("#line", Input).value = "resign B"
        await seat.press("enter")
        assert has(seat, Resign)
        await seat.press("n")
        assert seat.state.state and not seat.state.state.over
        # So is another game; cards take nothing off the board.
        await seat.press("n")
        form = seat.app.screen
        form.query_one("#game", Select).value = "joggle"
        await seat.wait()
        form.query_one("#play").focus()
        await seat.press("enter")
        assert has(seat, Question)
        await seat.press("escape")
        assert seat.app.screen is form and seat.state.state.game == "switch"
        # A button takes no second press at once.
        form.query_one("#players").focus()
        await seat.press("enter")
        assert has(seat, Question)
        await seat.press("enter")
        await seat.wait(6000)
        assert seat.state.state and seat.state.state.game == "joggle"
        # It is kept, and goes on where it was.
        await seat.press("n", "enter")
        await seat.wait(8000)
        assert seat.state.state and seat.state.state.game == "switch"
        assert "B (light) is to move." in seat.text("#turn") and "a1-c3" in seat.log()

    at_the_table(play, tmp_path, SWITCH)


@pytest.mark.usefixtures("short_form")
def test_who_begins_is_told_what_the_keys_do(tmp_path: Path) -> None:
    async def play(seat: Seat) -> None:
        form = seat.app.screen
        # What is not there yet is no news to anybody.
        assert not form.query("#offers > *")
        await seat.press("question_mark")
        assert has(seat, Help)
        shown = "\n".join(strip.text for strip in seat.app.screen._compositor.render_strips())
        assert "Tab" in shown and "play, or go on" in shown and "ZW-1" in shown
        await seat.press("escape")
        assert seat.app.screen is form
        form.query_one("#players", Input).focus()
        await seat.press("question_mark", "colon")
        assert form.query_one("#players", Input).value.endswith("?:")
        form.query_one("#play").focus()
        await seat.press("colon")
        await seat.pilot.pause()
        assert has(seat, TableScreen) and isinstance(seat.app.focused, CommandLine)

    at_the_table(play, tmp_path, game="zwoggel", pace_ms=0)
