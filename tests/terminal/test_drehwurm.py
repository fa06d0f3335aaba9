"""Drehwurm in the terminal: keys, races on them, the line, and what shows in 80 by 24."""

import json
from pathlib import Path

import pytest
from schiri.games.drehwurm.screen import DrehwurmScreen
from schiri.log.lines import read
from schiri.log.replay import referee_of, replay
from schiri.table.intents import GoOn, NewGame, ThrowIn, Turn
from schiri.terminal.start import Start
from schiri.terminal.table import TableScreen
from textual.widgets import Input

from tests.counts import count
from tests.table.stepped import SteppedTable
from tests.terminal.table import (
    DREHWURM,
    ZWOGGEL,
    Scene,
    Seat,
    at_an_open_table,
    at_the_table,
    play_before,
)


class Time:
    """A clock that goes on when the test lets it; it begins far beyond the wrap of ticks."""

    def __init__(self) -> None:
        self.ms = 5 * 2**29 - 700

    def __call__(self) -> int:
        return self.ms


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(SteppedTable, "key_ms", lambda table: clock())
    return clock


def play(scene: Scene, **options: str) -> Path:
    """Play a scene at a table where a game has just begun, and return its log."""
    seat = at_an_open_table(scene, DREHWURM._replace(options=options), pace_ms=0)
    return Path(seat.state.log)


def entries_of(log: Path) -> list[str]:
    """Return the entries of a log."""
    events = [json.loads(line) for line in log.read_text().splitlines()]
    return [event["entry"] for event in events if "entry" in event]


def test_a_race_on_the_keys(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert "Ben" in seat.text("#turn")
        await seat.press("space")
        time.ms += 310
        await seat.press("3", "2", "6", "3")
        time.ms += 5
        await seat.press("1")
        assert seat.text("#order") == "Cid 310 ms, Ann 315 ms"
        # Who has turned throws in no card, and nobody a second one.
        for key in ("2", "3"):
            await seat.press(key)
            assert seat.text("#hint").startswith(f"{key} does nothing now. 1 to 3: throw in")
        await seat.press("i")
        assert seat.text("#order") == "Ann 315 ms"
        await seat.press("3", "s")
        assert "Ann was the fastest" in seat.log()
        assert seat.text("#order") == ""

    entries = entries_of(play(scene))
    assert entries == ["turned", "race Cid:310", "race Ann:315", "illegal", "stands"]


def test_keys_at_the_same_time_are_a_tie_from_who_turned_on(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("space")
        time.ms += 200
        await seat.press("1", "3")
        assert seat.text("#order") == "Cid 200 ms (tie), Ann 200 ms (tie)"

    assert entries_of(play(scene)) == ["turned", "race Ann:200", "race Cid:200"]


def test_a_false_start_locks_out(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        time.ms += 1000
        await seat.press("1")
        time.ms += 299
        await seat.press("space")
        time.ms += 400
        await seat.press("1")
        assert "False start: Ann" in seat.text("#problem")
        await seat.press("3")
        time.ms += 600
        await seat.press("1")
        assert seat.text("#order") == "Cid 400 ms, Ann 1000 ms"
        # While a window is open every press is a claim for it.
        await seat.press("2", "p")
        time.ms += 1
        await seat.press("2")
        assert seat.text("#order") == "Ben 1 ms"

    log = play(scene)
    assert "race Ben:1" in entries_of(log)
    proofs = [json.loads(line).get("proof") for line in log.read_text().splitlines()]
    first = next(proof for proof in proofs if proof)
    ticks = [(tick - first["opened"]) % 2**29 for tick, _seat in first["presses"]]
    assert ticks == [2**29 - 299, 400, 400]
    found = read(log.read_bytes())
    assert replay(found.lines, referee_of(found.header)) == []


def test_undo_goes_back_into_a_race(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("space")
        time.ms += 100
        await seat.press("3", "u")
        assert seat.text("#order") == ""
        time.ms += 100
        await seat.press("1", "s", "u")
        assert seat.text("#order") == "Ann 200 ms"
        time.ms += 100
        await seat.press("3")
        assert seat.text("#order") == "Ann 200 ms, Cid 300 ms"
        # Of a window before the last one the times are gone.
        await seat.press("space", "u", "u")
        assert seat.text("#hint").startswith("No key throws in now; s stands")
        await seat.press("3")
        assert seat.text("#order") == "Ann 200 ms"
        await seat.press("enter")
        assert seat.text("#hint").startswith("Enter does nothing now. No key throws in")

    play(scene)


@pytest.mark.usefixtures("short_form")
def test_a_game_with_a_key_for_each_thing(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert "Game 1 of 3" in seat.text("#title")
        await seat.press("a")
        await seat.fill("y 2 1 3")
        await seat.press("e", "enter", "4", "enter", "2", "5", "enter", "enter", "6", "enter")
        assert "Ben has won" in seat.text("#turn") and "DW-8" in seat.text("#turn")
        await seat.press("n")
        assert "Game 2 of 3" in seat.text("#title")
        await seat.type("abandon")
        await seat.press("n")
        assert isinstance(seat.app.screen, Start)

    entries = entries_of(play(scene))
    left = ["left Ann 4", "left Ben 5", "left Cid 6"]
    assert entries == ["ate Ben y 2 1 3", "end", *left, "next", "abandon"]


def test_a_full_game_with_the_line_begun(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        await seat.type("start y3 b7 r9")
        await seat.press("l")
        await seat.fill("b4 1")
        await seat.press("enter")
        await seat.fill("g5")
        assert seat.text("#piles") == "1: g5/b4 (3)   2: b7/? (2)   3: r9/? (2)"
        await seat.press("1", *"y6", "enter", "t")
        await seat.fill("Ben y3")
        assert seat.text("#problem").endswith("(DW-6)")
        await seat.press("w", "2", "enter", "c")
        await seat.fill("g7 1")
        assert "On pile 2: green 6, green 8" in seat.log()
        assert "Green 7 fits on pile 1." in seat.log()
        await seat.press("p", "1", "enter", "u", "h", "escape", "s", "a", "i")

    entries = entries_of(play(scene, mode="full"))
    assert entries == ["start y3 b7 r9", "lay b4 1", "shows g5", "throw Ann y6", "pass 1", "undo"]


def test_the_table_goes_on_where_it_was(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        seat.do(Turn("turned"))
        time.ms += 50
        seat.do(ThrowIn(0))
        log = seat.state.log
        seat.do(ZWOGGEL)
        seat.do(GoOn(log))
        await seat.wait()
        assert "Game 1 of 3" in seat.text("#title")
        assert seat.text("#order") == "Ann 50 ms"
        assert "Ben: turned" in seat.log()
        # What was pressed meanwhile nobody saw: the keys are silent until the next turning.
        await seat.press("3")
        assert seat.text("#order") == "Ann 50 ms"
        await seat.press("space")
        time.ms += 7
        await seat.press("1")
        assert seat.text("#order") == "Ann 7 ms"

    play(scene)


def test_a_countdown_is_shown_where_the_table_agreed(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert not seat.text("#hint").endswith(" s")
        await seat.press("space")
        assert seat.text("#hint").endswith("  3 s")
        time.ms += 2500
        await seat.press("1")
        assert seat.text("#hint").endswith("  1 s")
        time.ms += 2500
        await seat.press("3")
        assert seat.text("#hint").endswith("  0 s")

    play(scene, **{"throw-in-s": "3"})


@pytest.mark.parametrize(("mode", "colour"), [("fast", "1"), ("full", "")][: count(1, 2)])
def test_six_players_fit_80_by_24(
    mode: str, colour: str, tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", colour)

    async def scene(seat: Seat) -> None:
        if mode == "full":
            await seat.type("start y3 b7 r9")
        else:
            await seat.press("space", "1", "3", "4", "5", "6")
        for part in ("#title", "#seats", "#turn", "#hint", "#log", "#keys"):
            region = seat.app.screen.query_one(part).region
            assert region.bottom <= 24 and region.height >= 1 and region.right <= 80
        seats = seat.text("#seats").splitlines()
        assert len(seats) == 7 and seats[2].split()[0] == "2" and "▶" in "".join(seats)
        assert all(len(line) <= 80 for line in seats)
        await seat.press("question_mark")
        assert seat.app.screen.query_one("VerticalScroll").region.bottom <= 24
        await seat.press("escape", "colon")
        assert seat.app.screen.query_one("#line", Input).has_focus

    names = tuple(letter * 24 for letter in "ABCDEF")
    at_the_table(scene, tmp_path, NewGame("drehwurm", names, {"mode": mode}), pace_ms=0)


@pytest.mark.usefixtures("short_form")
def test_a_match_begins_with_who_plays_whatever_could_go_on(tmp_path: Path, time: Time) -> None:
    # What could go on has the focus.
    play_before(tmp_path, ZWOGGEL)
    # More people than played last.
    last = {"players": ["Ann", "Ben"], "game": "switch", "options": {}}
    (tmp_path / "last.json").write_text(json.dumps(last))

    async def scene(seat: Seat) -> None:
        assert [type(screen) for screen in seat.app.screen_stack[-2:]] == [TableScreen, Start]
        assert len(seat.state.offers) == 1
        await seat.pilot.click("#play")
        await seat.wait()
        assert type(seat.app.screen) is DrehwurmScreen
        assert seat.text("#title") == "Drehwurm  Game 1 of 3"
        names = [line.split()[-3] for line in seat.text("#seats").splitlines()[1:]]
        assert names == ["Ann", "Ben", "A"]

    at_the_table(scene, tmp_path, game="drehwurm", pace_ms=0)
