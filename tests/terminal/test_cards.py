"""Cards at the keyboard: Zwoggel's field under the cursor, Drehwurm's races and counts by keys."""

import errno
import os
from pathlib import Path

import pytest
from rich.style import Style
from schiri.log.lines import read
from schiri.scene.marks import MARKS
from schiri.table.intents import Enter, GoOn, NewGame, ThrowIn, Turn
from schiri.terminal.grid import CARDS
from textual.widgets import Button, Input

from tests.counts import count
from tests.game_now import game_of
from tests.table.stepped import SteppedTable
from tests.terminal.seat import (
    DREHWURM,
    ZWOGGEL,
    Scene,
    Seat,
    at_an_open_table,
    at_the_table,
    play_before,
)


def field_of(seat: Seat) -> list[str]:
    """Return the lines of the field as shown."""
    return seat.board.splitlines()


def row(seat: Seat, number: int) -> str:
    """Return one row of the field, without the places to lay."""
    line = next(line for line in field_of(seat) if line[:4].strip() == str(number))
    return line[4:].replace("·", " ").strip()


def test_unfinished_games_are_offered_and_broken_logs_are_not(tmp_path: Path) -> None:
    texts = ("flip 0,0 red", "flip 1,1 green", "place 2,1 2,0 2,-1", "flip 2,1 red")

    async def go_on(seat: Seat) -> None:
        # One of the two logs can be continued.
        assert len(seat.state.offers) == 1
        offer = str(seat.form.query(Button).first().label)
        assert offer.startswith("Go on: Ann, Ben and Cid, Zwoggel, 4 moves, ")
        await seat.press("enter")
        # The field is drawn after it has got its size.
        await seat.wait()
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()
        assert "Ben turns up a card." in seat.text("#turn") and row(seat, 1) == "░  ▲ ‹●›"

    async def look(seat: Seat) -> None:
        # A named game is preselected.
        assert seat.form.query("#offers Button")
        assert seat.form.focused and seat.form.focused.id == "submit"

    play_before(tmp_path, ZWOGGEL, Enter("flip 0,0 red"))
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    broken = log.read_bytes().replace(b'"flip 0,0 red"', b'"flip 1,0 red"')
    log.write_bytes(broken)
    play_before(tmp_path, ZWOGGEL, *map(Enter, texts))
    at_the_table(look, tmp_path, game="drehwurm", pace_ms=0)
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
    entries = [
        line.entry for line in read(Path(game_of(seat.state).log).read_bytes()).lines if line.entry
    ]
    assert entries[:1] == ["flip 0,0 red"] and entries[-2:] == ["undo", "undo"]
    assert seat.state.fault is None


def test_cards_and_marks_differ_without_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = [
        *(sign for sign, _front, _ground in CARDS.values()),
        *(MARKS[each].sign for each in ("chosen", "open")),
    ]
    assert len(set(signs)) == len(signs)
    for look in (
        ("picked", "cause", "three", "turned", "chosen", "open"),
        ("legal", "last", "hint", "won", "cause"),
    ):
        assert len({MARKS[mark].sign for mark in look}) == len(look)
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
    """A clock moved by the test; it begins far beyond the wrap of ticks."""

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
    return Path(game_of(seat.state).log)


def order(seat: Seat) -> dict[str, str]:
    """Return each player's place and time, by name."""
    found = {}
    for line in seat.text("#seats").splitlines():
        words = line.replace("▶", " ").split()
        if "s" in words:
            # After the key and the colour, which is shown in words as well.
            found[words[2]] = " ".join(words[3 : words.index("s")])
    return found


def test_a_card_game_continues_where_it_was(time: Time) -> None:
    async def scene(seat: Seat) -> None:
        seat.do(Turn("turned"))
        time.ms += 50
        seat.do(ThrowIn(0))
        log = game_of(seat.state).log
        seat.do(ZWOGGEL)
        seat.do(GoOn(log))
        await seat.wait()
        assert order(seat) == {"Ann": "1. 0.05"} and "Ben: turned" in seat.log()
        # Presses meanwhile are unknown: the keys do nothing until the next turning.
        await seat.press("3")
        assert order(seat) == {"Ann": "1. 0.05"}
        await seat.press("space")
        time.ms += 7
        await seat.press("1")
        assert order(seat) == {"Ann": "1. 0.007"}

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
