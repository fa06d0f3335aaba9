"""Cards at the keyboard: Zwoggel's field under the cursor, Drehwurm's races and counts by keys."""

import errno
import json
import os
from pathlib import Path

import pytest
from rich.style import Style
from schiri.log.lines import read
from schiri.log.replay import referee_of, replay
from schiri.table.intents import Enter, GoOn, NewGame, ThrowIn, Turn
from schiri.terminal.grid import CARDS, MARKS, GridView
from schiri.terminal.help import Help
from textual.widgets import Button, Input

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

pytestmark = pytest.mark.slow

# Turns up 0,0 red and 1,1 green; lays 2,1 2,0 2,-1.
FLIPS = ("enter", "r", "right", "up", "enter", "g")
LAYS = ("right", "enter", "down", "enter", "down", "enter")


def field_of(seat: Seat) -> list[str]:
    """Return the lines of the field as they show."""
    return seat.board.splitlines()


def row_with_places(seat: Seat, number: int) -> str:
    """Return one row of the field."""
    return next(line[4:] for line in field_of(seat) if line[:4].strip() == str(number)).strip()


def row(seat: Seat, number: int) -> str:
    """Return one row of the field, without where one may lay."""
    return row_with_places(seat, number).replace("·", " ").strip()


def test_a_turn_without_coordinates() -> None:
    async def play(seat: Seat) -> None:
        assert all(name in seat.text("#seats") for name in ("Ann", "Ben", "Cid"))
        assert "Ann turns up a card." in seat.text("#turn")
        await seat.press(*FLIPS)
        assert row(seat, 1) == "░ ▶▲◀" and row(seat, 0) == "●  ░"
        # Where the next card may lie is marked.
        assert row_with_places(seat, 1) == "·  ░ ▶▲◀ ·"
        assert "Ann lays the cards drawn." in seat.text("#turn")
        await seat.press(*LAYS[:-1])
        assert row(seat, 1) == "░ ‹▲› +" and row(seat, 0) == "●  ░  +"
        assert "Still to lay: 1" in seat.text("#hint")
        await seat.press("enter")
        assert row(seat, 1) == "░  ▲  ░" and "Ben turns up a card." in seat.text("#turn")
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_card_is_taken_up_again_before_the_last_one_lies() -> None:
    async def play(seat: Seat) -> None:
        await seat.press(*FLIPS, *LAYS[:-2])
        assert "Still to lay: 1" in seat.text("#hint") and "▶+◀" in row(seat, 0)
        await seat.press("enter")
        assert "Still to lay: 2" in seat.text("#hint") and "+" not in row(seat, 0)
        await seat.press("enter", "u", "u")
        assert "Still to lay: 3" in seat.text("#hint")
        await seat.press("u")
        assert "Ann turns up a card." in seat.text("#turn") and row(seat, 1) == "░  ░"

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_three_shows_with_its_hole() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("set square 2,0 red")
        await seat.press("enter", "r", "right", "enter", "r")
        assert row(seat, 0) == "*●*▶╳◀*●*"
        assert "Three in a row, red: 0,0 1,0 2,0 (ZW-4)" in seat.log()
        assert "Ann takes 1,0 as penalty card 1 of 3" in seat.log()
        assert "Penalties: 1" in seat.text("#seats") and "Traps" not in seat.log()
        await seat.press("u")
        assert row(seat, 0) == "‹●›▶░◀ ●"
        await seat.type("resign Ben")
        await seat.type("resign Cid")
        assert "Ann has won. Cid resigned" in seat.text("#turn") and "Traps of Ann" in seat.log()

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_refusal_is_told_in_words_and_marked_until_something_happens() -> None:
    async def play(seat: Seat) -> None:
        for keys, words in [
            (["u"], "There is nothing left to undo. (TA-3)"),
            (["down", "enter"], "No card lies there. (ZW-2)"),
            (["up", "enter", "r", "enter"], "That card is open already; turn up one that lies"),
        ]:
            await seat.press(*keys)
            assert seat.text("#problem").startswith(words[:20]), seat.text("#problem")
        await seat.press("right")
        assert row(seat, 0) == "!●!▶░◀"
        await seat.press("enter", "g")
        assert "!" not in row(seat, 0) and seat.text("#problem") == ""
        await seat.type("flip 9")
        assert "is not a move" in seat.text("#problem")
        await seat.type("help")
        assert isinstance(seat.app.screen, Help)

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_what_goes_on_is_offered_and_a_broken_log_left_alone(tmp_path: Path) -> None:
    texts = ("flip 0,0 red", "flip 1,1 green", "place 2,1 2,0 2,-1", "flip 2,1 red")

    async def go_on(seat: Seat) -> None:
        # Of the two that are there one can go on.
        assert len(seat.state.offers) == 1
        offer = str(seat.form.query(Button).first().label)
        assert offer.startswith("Go on: Ann, Ben and Cid, Zwoggel, 4 moves, ")
        await seat.press("enter")
        # The field is drawn once it has its size.
        await seat.wait()
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()
        assert "Ben turns up a card." in seat.text("#turn") and row(seat, 1) == "░  ▲ ‹●›"

    play_before(tmp_path, ZWOGGEL, Enter("flip 0,0 red"))
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    broken = log.read_bytes().replace(b'"flip 0,0 red"', b'"flip 1,0 red"')
    log.write_bytes(broken)
    play_before(tmp_path, ZWOGGEL, *map(Enter, texts))
    at_the_table(go_on, tmp_path, pace_ms=0)
    assert log.read_bytes() == broken


def test_a_disk_that_is_full_stops_the_game_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def play(seat: Seat) -> None:
        await seat.press("enter", "r")
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", fail)
            for _ in range(2):
                await seat.press("right", "up", "enter", "g")
                assert "the disk is full" in seat.text("#problem")
        await seat.press("ctrl+r")
        assert seat.text("#problem") == "" and "●" in row(seat, 0)
        await seat.type("flip 1,1 green")
        await seat.press("u", "u")

    seat = at_an_open_table(play, ZWOGGEL, pace_ms=0)
    entries = [line.entry for line in read(Path(seat.state.log).read_bytes()).lines if line.entry]
    assert entries[:1] == ["flip 0,0 red"] and entries[-2:] == ["undo", "undo"]
    assert seat.state.fault is None


def test_the_window_follows_the_cursor_and_a_click() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("set square 15,0 red")
        before = field_of(seat)[-1].split()
        assert "15" not in before
        await seat.press(*["right"] * 20)
        after = field_of(seat)[-1].split()
        assert (after[-1], len(after)) == ("16", len(before)) and "▶ ◀" in row(seat, 0)
        await seat.press(*["left"] * 20)
        assert field_of(seat)[-1].split()[0] == "-1"
        # The second place from the left, where 0,0 lies.
        at = next(n for n, line in enumerate(field_of(seat)) if line[:4].strip() == "0")
        await seat.pilot.click(GridView, offset=(4 + 3 + 1, at))
        await seat.wait()
        assert row_with_places(seat, 0).startswith("▶░◀")

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


SIZES = [(200, 60), (20, 5), (60, 20), (40, 12)][: count(2, 4)]


def test_any_size_is_taken() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("enter", "r")
        columns = field_of(seat)[-1]
        for size in (*SIZES, (80, 24)):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            assert "Ann turns up a card." in seat.text("#turn")
        # The field is in the middle again, as it was.
        assert field_of(seat)[-1] == columns and row(seat, 0) == "▶●◀ ░"

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_cards_and_marks_differ_without_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = [sign for sign, _front, _ground in CARDS.values()]
    assert len(set(signs)) == len(signs)
    for look in (
        ("picked", "cause", "three", "turned"),
        ("target", "last", "hint", "won", "cause"),
    ):
        assert len({MARKS[mark][:2] for mark in look}) == len(look)
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(seat: Seat) -> None:
        await seat.press("enter", "r", "right", "enter", "g")
        assert row(seat, 0) == "● ▶▲◀"

    at_the_table(play, tmp_path, ZWOGGEL, pace_ms=0)


def test_grounds_differ_in_brightness_for_a_colour_blind_player() -> None:
    def brightness(card: str) -> float:
        colour = Style(bgcolor=CARDS[card][2]).bgcolor
        assert colour is not None and colour.triplet is not None
        red, green, blue = colour.triplet
        return (299 * red + 587 * green + 114 * blue) / 1000

    grounds = sorted(brightness(card) for card in ("down", "red", "green", "hole"))
    assert brightness("green") - brightness("red") > 60
    assert grounds == sorted(set(grounds))


# Drehwurm


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


def play_drehwurm(scene: Scene, **options: str) -> Path:
    """Play a scene at a table where a game has just begun, and return its log."""
    seat = at_an_open_table(scene, DREHWURM._replace(options=options), pace_ms=0)
    return Path(seat.state.log)


def entries_of(log: Path) -> list[str]:
    """Return the entries of a log."""
    events = [json.loads(line) for line in log.read_text().splitlines()]
    return [event["entry"] for event in events if "entry" in event]


def order(seat: Seat) -> dict[str, str]:
    """Return who was how fast, by name."""
    found = {}
    for line in seat.text("#seats").splitlines():
        words = line.replace("▶", " ").split()
        if "ms" in words:
            # Behind the key and the colour, which is told in words as well.
            found[words[2]] = " ".join(words[3 : words.index("ms")])
    return found


def test_a_race_on_the_keys(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert "Ben" in seat.text("#turn")
        await seat.press("space")
        time.ms += 310
        await seat.press("3", "2", "6", "3")
        time.ms += 16
        await seat.press("1")
        assert order(seat) == {"Cid": "1. 310", "Ann": "2. 326"}
        # Who has turned throws in no card, and nobody a second one.
        for key in ("2", "3"):
            await seat.press(key)
            assert seat.text("#hint").startswith(f"{key} does nothing now.")
        await seat.press("i")
        assert order(seat) == {"Ann": "1. 326"}
        await seat.press("3", "s")
        assert "Ann was the fastest" in seat.log() and order(seat) == {}

    entries = entries_of(play_drehwurm(scene))
    assert entries == ["turned", "race Cid:310", "race Ann:326", "illegal", "stands"]


def test_keys_at_the_same_time_are_a_tie(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        await seat.press("space")
        time.ms += 200
        await seat.press("1", "3")
        assert order(seat) == {"Cid": "=1. 200", "Ann": "=2. 200"}

    assert entries_of(play_drehwurm(scene)) == ["turned", "race Ann:200", "race Cid:200"]


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
        assert order(seat) == {"Cid": "1. 400", "Ann": "2. 1000"}
        await seat.press("p")
        time.ms += 1
        await seat.press("2")
        assert order(seat) == {"Ben": "1. 1"}

    log = play_drehwurm(scene)
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
        assert order(seat) == {}
        time.ms += 100
        await seat.press("1", "s", "u")
        assert order(seat) == {"Ann": "1. 200"}
        time.ms += 100
        await seat.press("3")
        assert order(seat) == {"Ann": "1. 200", "Cid": "2. 300"}
        # Of a window before the last one the times are gone.
        await seat.press("space", "u", "u")
        assert "too late to throw in" in seat.text("#hint")
        await seat.press("3")
        assert seat.text("#hint").startswith("3 does nothing now.")
        assert order(seat) == {"Ann": "1. 200"}

    play_drehwurm(scene)


def test_a_game_with_a_key_for_each_thing(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert "Game 1 of 3" in seat.text("#hint")
        await seat.press("a")
        for id, value in (("hen", "y"), ("own", "2"), ("jokers", "1"), ("others", "x")):
            seat.field(id).put(value)
        seat.form.query_one("#submit").focus()
        await seat.press("enter")
        # It is refused beside its field, and what was entered stays.
        wrong = seat.field("others").query_one("#wrong")
        assert wrong.display and "from 0 to 66" in str(wrong.render())
        assert seat.field("own").value == "2"
        seat.field("others").put("3")
        await seat.wait()
        # A button takes no second press at once.
        seat.field("others").query_one(Input).focus()
        await seat.press("enter")
        assert "eats a pile" in seat.history()
        await seat.press("escape", "e", "enter")
        await seat.press("4", "tab", "5", "tab", "6", "enter")
        # One count after the other is entered.
        for _ in range(3):
            await seat.wait()
        assert "DW-8" in seat.text("#turn")
        await seat.press("f")
        assert "Game 2 of 3" in seat.text("#hint")
        await seat.type("abandon")
        assert seat.state.state and seat.state.state.over
        await seat.press("n")
        assert seat.form.form_id == "start"

    entries = entries_of(play_drehwurm(scene))
    left = ["left Ann 4", "left Ben 5", "left Cid 6"]
    assert entries == ["ate Ben y 2 1 3", "end", *left, "next", "abandon"]


def test_a_full_game_by_its_cards(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        for colour, value in ("y3", "b7", "r9"):
            await seat.press(colour, value)
        assert seat.text("#pile") == "1: y3/? (2)   2: b7/? (2)   3: r9/? (2)"
        await seat.press("b", "4")
        assert "Lay blue 4 on pile" in seat.text("#controls")
        while seat.app.table._chosen != "lay-1":
            await seat.press("tab")
        await seat.press("enter")
        await seat.press("g", "5")
        assert seat.text("#pile").startswith("1: g5/b4 (3)")
        await seat.type("which 2")
        assert "On pile 2: green 6, green 8" in seat.log()
        await seat.press("u")

    entries = entries_of(play_drehwurm(scene, mode="full"))
    assert entries == ["start y3 b7 r9", "lay b4 1", "shows g5", "undo"]


def test_the_table_goes_on_where_it_was(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        seat.do(Turn("turned"))
        time.ms += 50
        seat.do(ThrowIn(0))
        log = seat.state.log
        seat.do(ZWOGGEL)
        seat.do(GoOn(log))
        await seat.wait()
        assert order(seat) == {"Ann": "1. 50"} and "Ben: turned" in seat.log()
        # What was pressed meanwhile nobody saw: the keys are silent until the next turning.
        await seat.press("3")
        assert order(seat) == {"Ann": "1. 50"}
        await seat.press("space")
        time.ms += 7
        await seat.press("1")
        assert order(seat) == {"Ann": "1. 7"}

    play_drehwurm(scene)


def test_a_countdown_is_shown_where_the_table_agreed(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        assert not seat.text("#hint").endswith(" s")
        await seat.press("space")
        assert seat.text("#hint").endswith(" 3 s")
        time.ms += 2500
        await seat.press("1")
        assert seat.text("#hint").endswith(" 1 s")
        time.ms += 2500
        await seat.press("3")
        assert seat.text("#hint").endswith(" 0 s")

    play_drehwurm(scene, **{"throw-in-s": "3"})


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
            assert region.bottom <= 24 and region.height >= 1 and region.right <= 80, part
        seats = seat.text("#seats").splitlines()
        assert len(seats) == 7 and "▶" in "".join(seats)
        assert all(len(line) <= 80 for line in seats)
        assert all(letter * 24 in line for letter, line in zip("ABCDEF", seats[1:], strict=True))
        await seat.press("question_mark")
        assert seat.app.screen.query_one("VerticalScroll").region.bottom <= 24
        await seat.press("escape", "colon")
        assert seat.app.screen.query_one("#line", Input).has_focus

    names = tuple(letter * 24 for letter in "ABCDEF")
    at_the_table(scene, tmp_path, NewGame("drehwurm", names, {"mode": mode}), pace_ms=0)


# The device as the panel of card games


async def settle(seat: Seat, for_ms: int = 500) -> None:
    """Let device and screen answer each other."""
    for _ in range(for_ms // 50):
        await seat.wait(50)


async def push(seat: Seat, *buttons: str) -> None:
    """Press buttons of the device."""
    for button in buttons:
        seat.device.press(button)
        await settle(seat, 200)


async def see(seat: Seat) -> set[str]:
    """Return the letters of the picture that the device shows."""
    await settle(seat)
    panel = seat.device.simulator.device.panel
    assert panel
    return set(panel.picture)


def test_races_on_the_device() -> None:
    async def scene(seat: Seat) -> None:
        await settle(seat)
        assert "Ann, press your name, or on the device" in seat.text("#hint")
        await push(seat, "blue", "blue", "press", "red", "black")
        assert seat.text("#turn") == "Practise once."
        await push(seat, "press", "black")
        assert list(order(seat)) == ["Cid"]
        await push(seat, "press")
        assert await see(seat) == {".", "r"}
        await push(seat, "press", "black", "blue", "red")
        assert sorted(order(seat)) == ["Ann", "Cid"]
        assert await see(seat) == {".", "b", "u", "o"}
        await push(seat, "down")
        assert await see(seat) == {".", "u", "o"}

    entries = entries_of(play_drehwurm(scene))
    assert [each.split(":")[0] for each in entries] == ["turned", "race Cid", "race Ann", "illegal"]


def test_a_device_that_was_away_voids_the_race() -> None:
    async def scene(seat: Seat) -> None:
        await settle(seat)
        await push(seat, "red", "green", "blue", "press", "press", "press")
        seat.device.cable.pull()
        await seat.wait(4000)
        await settle(seat)
        assert seat.device.simulator.device.mode_name == "choose"
        seat.device.cable.plug()
        await settle(seat, 2000)
        assert seat.device.simulator.device.mode_name == "panel"
        assert "void" in seat.text("#problem")
        await push(seat, "press", "red")

    entries = entries_of(play_drehwurm(scene))
    assert [each.split(":")[0] for each in entries] == ["turned", "turned", "race Ann"]


def test_a_turn_of_zwoggel_on_the_device_alone() -> None:
    async def scene(seat: Seat) -> None:
        assert await see(seat) == {".", "b"}
        await push(seat, "red", "right", "up", "green")
        assert await see(seat) == {".", "b", "r", "G"}
        await push(seat, "right", "white", "down", "white")
        assert await see(seat) == {".", "b", "r", "G", "o"}
        await push(seat, "down", "white")
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()

    at_an_open_table(scene, ZWOGGEL, pace_ms=0)
