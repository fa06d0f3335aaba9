"""Stepping through a log: the screens, and the effects of keys.

A sample shows each game only on the small screen.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.text import Text
from schiri.events import Header
from schiri.log.lines import Log, read
from schiri.log.replay import numbered, referee_after
from schiri.log.steps import steps_of
from schiri.terminal.grid import GridView
from schiri.terminal.replay_app import PAGE, STEP_S, ReplayApp
from schiri.texts import Words
from textual.pilot import Pilot
from textual.widgets import Static

from tests.counts import count
from tests.log.typed_games import (
    GAMES,
    JOGGLE,
    PILES,
    RACES,
    SWITCH,
    ZWOGGEL,
    Game,
    by_kind,
    write_log,
)
from tests.terminal.virtual_loop import opened, run_virtually

Look = Callable[[ReplayApp, Pilot[None]], Awaitable[None]]


def log_of(path: Path, game: Game) -> Log:
    return read(write_log(path / "log", game).read_bytes())


def stepping(
    path: Path, game: Game, look: Look, size: tuple[int, int] = (100, 30), language: str = "en"
) -> ReplayApp:
    log = log_of(path, game)
    app = ReplayApp(Words(language), log.header, steps_of(log))

    async def sit() -> None:
        async with opened(app, size) as pilot:
            await pilot.pause()
            await look(app, pilot)

    run_virtually(sit())
    return app


def said(app: ReplayApp, part: str) -> str:
    return str(app.query_one(f"#{part}", Static).content)


# Steps


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
def test_a_step_has_the_state_after_its_line(game: Game, tmp_path: Path) -> None:
    log = log_of(tmp_path, game)
    steps = steps_of(log)
    assert [step.number for step in steps] == [each.number for each in numbered(log.lines)]
    assert isinstance(steps[0].event, Header)
    for step, line in zip(steps, log.lines, strict=True):
        assert step.event == line.event
        assert step.state == referee_after(log, step.number).state()


# The screen


def test_keys_step_through_a_game_and_stop_at_its_ends(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        last = len(steps_of(log_of(tmp_path / "again", SWITCH))) - 1
        assert app.at == 0
        for keys, at in (
            (["left"], 0),
            (["right", "right"], 2),
            (["up"], 1),
            (["down", "space"], 3),
            (["end"], last),
            (["right"], last),
            (["pageup"], 0),
            (["pagedown"], min(PAGE, last)),
            (["home"], 0),
        ):
            await pilot.press(*keys)
            assert app.at == at, keys
        await pilot.press("q")

    (tmp_path / "again").mkdir()
    app = stepping(tmp_path, SWITCH, look)
    assert not app.is_running and app.return_code == 0


def test_a_log_plays_by_itself_to_its_end(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        last = len(steps_of(log_of(tmp_path / "again", SWITCH))) - 1
        await asyncio.sleep(2 * STEP_S)
        assert app.at == 0 and " p play" in said(app, "keys")
        await pilot.press("p")
        assert " p stop" in said(app, "keys")
        await asyncio.sleep(STEP_S * 1.5)
        assert app.at == 1
        await pilot.press("p")
        await asyncio.sleep(2 * STEP_S)
        assert app.at == 1
        await pilot.press("p")
        await asyncio.sleep((last + 1) * STEP_S)
        assert app.at == last and " p play" in said(app, "keys")
        # At its end it begins again.
        await pilot.press("p")
        assert app.at == 0

    (tmp_path / "again").mkdir()
    stepping(tmp_path, SWITCH, look)


def test_a_board_is_turned_and_a_field_is_not(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        corners = []
        for _ in range(5):
            grid = app.query_one(GridView).grid
            assert grid
            corners.append(grid.cells[0].name)
            await pilot.press("t")
        seen.append(corners)
        # It stays turned from step to step.
        await pilot.press("right", "t")
        keys.append("turn" in said(app, "keys"))

    seen: list[list[str]] = []
    keys: list[bool] = []
    for number, game in enumerate((SWITCH, ZWOGGEL)):
        (tmp_path / str(number)).mkdir()
        stepping(tmp_path / str(number), game, look)
    assert seen[0] == ["a5", "a1", "e1", "e5", "a5"] and len({*seen[1]}) == 1
    assert keys == [True, False]


def test_undone_moves_are_struck(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("right")
        await pilot.pause()
        lines = app.query_one("#lines", Static).content
        assert isinstance(lines, Text)
        struck = [each for each in lines.spans if "strike" in str(each.style)]
        texts = [lines.plain[each.start : each.end] for each in struck]
        assert texts == ["       Disputed: who?\n"]

    stepping(tmp_path, SWITCH, look)


def test_a_bug_ends_the_replayer_and_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(app: ReplayApp) -> str:
        raise ZeroDivisionError

    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        monkeypatch.setattr(ReplayApp, "_show_history", break_down)
        await pilot.press("right")

    log = log_of(tmp_path, SWITCH)
    app = ReplayApp(Words("en"), log.header, steps_of(log))

    async def sit() -> None:
        async with opened(app) as pilot:
            await look(app, pilot)

    with pytest.raises(ZeroDivisionError):
        run_virtually(sit())
    assert app.bug is not None and app.bug.code == "bug" and app.return_code != 0


def test_an_event_is_shown_with_its_rule(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("right")
        assert said(app, "event") == "Ann moves from a1 to c3 (a1-c3)" and said(app, "why") == ""
        assert "Ben" in said(app, "turn") and "Step 1 of 4" in said(app, "place")
        await pilot.press("end")
        await pilot.pause()
        assert said(app, "event").startswith("Ben wins!")
        assert said(app, "why").startswith("SW-11 House rule: ")
        assert said(app, "turn") == ""
        lines = said(app, "lines").splitlines()
        assert [line for line in lines if "▶" in line] == [lines[5]] and "      Ben" in lines[5]

    stepping(tmp_path, SWITCH, look)


def test_a_penalty_names_its_rule_and_escape_leaves(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        assert "2,0" in said(app, "event") and said(app, "why").startswith("ZW-4 ")
        await pilot.press("escape")

    app = stepping(tmp_path, ZWOGGEL, look)
    assert not app.is_running and app.return_code == 0


def test_boards_and_fields_are_drawn_and_piles_are_listed(tmp_path: Path) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        looks = [view.grid.look for view in app.query(GridView) if view.grid]
        seen.append((looks, said(app, "state")))

    seen: list[tuple[list[str], str]] = []
    for number, game in enumerate((JOGGLE, ZWOGGEL, PILES, RACES)):
        (tmp_path / str(number)).mkdir()
        stepping(tmp_path / str(number), game, look)
    joggle, zwoggel, piles, races = seen
    assert joggle[0] == ["board"] and "Ann: Marbles to place: 14" in joggle[1]
    assert zwoggel[0] == ["cards"] and "Ben: Penalties: 1" in zwoggel[1]
    assert piles[0] == races[0] == []
    assert "1: b4/b4 (4)" in piles[1] and "0 points" in races[1]


@pytest.mark.parametrize("game", GAMES, ids=by_kind)
@pytest.mark.parametrize("size", [(60, 20), (200, 60)][: count(1, 2)], ids=str)
def test_every_game_fits_small_and_large_screens(
    game: Game, size: tuple[int, int], tmp_path: Path
) -> None:
    async def look(app: ReplayApp, pilot: Pilot[None]) -> None:
        for _ in range(5):
            await pilot.press("right")
        for part in ("place", "event", "keys"):
            region = app.query_one(f"#{part}").region
            assert region.height >= 1 and region.bottom <= size[1] and region.right <= size[0]
        for view in app.query(GridView):
            assert view.region.right <= size[0] * 3 // 4

    stepping(tmp_path, game, look, size, "de")
