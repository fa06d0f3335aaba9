"""Zwoggel at the keyboard: the cursor turns cards up and lays them, no coordinates are typed."""

import errno
import os
from pathlib import Path

import pytest
from rich.style import Style
from schiri.events import State
from schiri.games.zwoggel.field import FieldView
from schiri.games.zwoggel.field_widget import CARDS, MARKS, Field
from schiri.games.zwoggel.screen import ZwoggelScreen
from schiri.log.lines import read
from schiri.table.intents import Enter, NewGame
from schiri.terminal.help import Help
from schiri.terminal.start import Start
from textual.widgets import Button

from tests.counts import count
from tests.terminal.table import ZWOGGEL, Scene, Seat, at_an_open_table, at_the_table, play_before

pytestmark = pytest.mark.slow

# Turns up 0,0 red and 1,1 green; lays 2,1 2,0 2,-1.
FIRST_TURN = ["r", "right", "up", "g", "right", "space", "down", "space", "down", "space"]


def at_the_cards(
    play: Scene,
    folder: Path,
    begun: NewGame | None = ZWOGGEL,
    game: str | None = None,
    language: str = "en",
) -> Seat:
    """Sit down at a table of cards; there the device need not run."""
    return at_the_table(play, folder, begun, game=game, language=language, pace_ms=0)


def field_of(seat: Seat) -> list[str]:
    """Return the lines of the field as they show."""
    return str(seat.app.table.query_one(Field).render()).splitlines()


def row(seat: Seat, number: int) -> str:
    """Return one row of the field, without what lies beyond the cards and where one may lay."""
    return row_with_places(seat, number).replace("·", " ").strip()


def row_with_places(seat: Seat, number: int) -> str:
    """Return one row of the field."""
    return next(line[4:] for line in field_of(seat) if line[:4].strip() == str(number)).strip()


def has(seat: Seat, screen: type) -> bool:
    """Return whether this screen is on top."""
    return isinstance(seat.app.screen, screen)


def state(seat: Seat) -> State:
    assert seat.state.state is not None
    return seat.state.state


def test_a_turn_without_coordinates() -> None:
    async def play(seat: Seat) -> None:
        assert "Ann – Ben – Cid" in seat.text("#title")
        assert "Ann turns up a card." in seat.text("#turn")
        await seat.press(*FIRST_TURN[:4])
        assert row(seat, 1) == "░ ▶▲◀" and row(seat, 0) == "●  ░"
        # Where the next card may lie is marked.
        assert row_with_places(seat, 1) == "·  ░ ▶▲◀ ·"
        assert "Ann lays the cards drawn." in seat.text("#turn")
        await seat.press(*FIRST_TURN[4:-1])
        assert row(seat, 1) == "░ ‹▲› +" and row(seat, 0) == "●  ░  +"
        assert "Still to lay: 1" in seat.text("#hint")
        await seat.press("space")
        assert row(seat, 1) == "░  ▲  ░" and "Ben turns up a card." in seat.text("#turn")
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_before_cards_are_laid_the_keys_for_it_say_what_is_due() -> None:
    async def play(seat: Seat) -> None:
        for key, name in (("space", "Space"), ("enter", "Enter")):
            await seat.press("up")
            hint = seat.text("#hint")
            await seat.press(key)
            assert seat.text("#hint") == f"{name} does nothing now. {hint}"
            assert "r for red or g for green" in hint and seat.text("#problem") == ""
        await seat.press("r")
        assert "nothing" not in seat.text("#hint")

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_card_is_taken_up_again_before_the_last_one_lies() -> None:
    async def play(seat: Seat) -> None:
        await seat.press(*FIRST_TURN[:-2])
        assert "Still to lay: 1" in seat.text("#hint") and "▶+◀" in row(seat, 0)
        await seat.press("space")
        assert "Still to lay: 2" in seat.text("#hint") and "+" not in row(seat, 0)
        await seat.press("space", "u", "u")
        assert "Still to lay: 3" in seat.text("#hint")
        await seat.press("u")
        assert "Ann turns up a card." in seat.text("#turn") and row(seat, 1) == "░  ░"

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_cards_are_chained_by_the_cursor() -> None:
    """One card may lie beside another that was laid just before (ZW-3)."""

    async def play(seat: Seat) -> None:
        await seat.press(*FIRST_TURN[:4])
        await seat.press("right", "space", "right", "space", "right")
        assert row(seat, 1) == "░ ‹▲› +  + ▶ ◀"
        # The second one lies there only because of the first.
        await seat.press("left", "left", "space")
        assert row(seat, 1) == "░ ‹▲›▶ ◀" and "Still to lay: 3" in seat.text("#hint")
        await seat.press("space", "right", "space", "right", "space")
        assert "Ann: place 2,1 3,1 4,1" in seat.log()

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_three_shows_with_its_hole() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("set square 2,0 red")
        await seat.press("r", "right", "r")
        assert row(seat, 0) == "*●*▶╳◀*●*"
        assert "Three in a row, red: 0,0 1,0 2,0 (ZW-4)" in seat.log()
        assert "Ann takes 1,0 as penalty card 1 of 3" in seat.log()
        assert "Ann 1" in seat.text("#players") and "Traps" not in seat.text("#traps")
        await seat.press("u")
        assert row(seat, 0) == "‹●›▶░◀ ●"

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_a_refusal_is_told_in_words_with_its_rule() -> None:
    async def play(seat: Seat) -> None:
        for keys, words in [
            (["u"], "There is nothing left to take back. (TA-3)"),
            (["down", "r"], "No card lies there. (ZW-2)"),
            (
                ["up", "r", "g"],
                "That card is open already; turn up one that lies face down. (ZW-2)",
            ),
            (["right", "up", "g", "space"], "A card lies there already. (ZW-3)"),
            (["r"], "Not now: Ann lays the cards drawn. (TA-1)"),
        ]:
            await seat.press(*keys)
            assert seat.text("#problem") == words
        # Three house rules, and what was not refused.
        assert len(seat.log().split("\n")) == 3 + 2 and "(ZW-3, house rule)" in seat.log()
        await seat.press("right", "space")
        assert seat.text("#problem") == ""

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_what_causes_a_refusal_is_marked_until_something_happens() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("r", "g", "right")
        assert row(seat, 0) == "!●!▶░◀"
        await seat.press("g")
        assert "!" not in row(seat, 0) and seat.text("#problem") == ""

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_commands_are_typed_as_well() -> None:
    async def play(seat: Seat) -> None:
        await seat.pilot.press("colon", *"flip", "space", *"0,0", "space", *"red", "enter")
        await seat.wait()
        assert "Ann: flip 0,0 red" in seat.log()
        await seat.type("flip 9")
        assert "is not a move" in seat.text("#problem")
        await seat.type("resign Ann")
        assert "Ben turns up a card." in seat.text("#turn") and "Ann 0 (out)" in seat.text(
            "#players"
        )
        await seat.type("help")
        assert isinstance(seat.app.screen, Help)

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_the_end_tells_who_has_won_and_what_became_of_the_traps() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("set square 2,0 red")
        await seat.press("r", "right", "r")
        await seat.type("resign Ben")
        await seat.type("resign Cid")
        assert "Ann has won. Cid resigned; only Ann is left (house rule). (ZW-7)" in seat.text(
            "#turn"
        )
        summary = " ".join(seat.text("#traps").split())
        assert "Traps of Ann: survived 0, sprung 1, laid 0" in summary
        await seat.press("u")
        assert "Traps" not in seat.text("#traps")

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


@pytest.mark.usefixtures("short_form")
def test_what_goes_on_is_offered_and_not_begun_and_a_broken_log_left_alone(tmp_path: Path) -> None:
    texts = ("flip 0,0 red", "flip 1,1 green", "place 2,1 2,0 2,-1", "flip 2,1 red")

    async def go_on(seat: Seat) -> None:
        assert has(seat, Start) and seat.state.state is None
        # Of the two that are there one can go on.
        assert len(seat.state.offers) == 1
        offer = str(seat.app.screen.query_one("#offer-0", Button).label)
        assert offer.startswith("Go on: Ann, Ben and Cid, Zwoggel, 4 moves, ")
        await seat.press("enter")
        assert has(seat, ZwoggelScreen)
        assert "Ann: place 2,1 2,0 2,-1" in seat.log()
        assert "Ben turns up a card." in seat.text("#turn") and row(seat, 1) == "░  ▲ ‹●›"
        await seat.type("resign Ben")
        await seat.type("resign Ann")

    play_before(tmp_path, ZWOGGEL, Enter("flip 0,0 red"))
    (log,) = (tmp_path / "logs").glob("*.jsonl")
    broken = log.read_bytes().replace(b'"flip 0,0 red"', b'"flip 1,0 red"')
    log.write_bytes(broken)
    play_before(tmp_path, ZWOGGEL, *map(Enter, texts))
    at_the_cards(go_on, tmp_path, None)
    assert log.read_bytes() == broken


def test_a_disk_that_is_full_stops_the_game_until_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    async def play(seat: Seat) -> None:
        await seat.press("r")
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", fail)
            await seat.press("right", "up", "g")
            assert "the disk is full" in seat.text("#problem")
            await seat.press("g")
            assert "the disk is full" in seat.text("#problem")
        await seat.press("ctrl+r")
        assert seat.text("#problem") == "" and row(seat, 0) == "▶●◀ ░"
        await seat.press("right", "up", "g", "u", "u")

    seat = at_an_open_table(play, ZWOGGEL, pace_ms=0)
    log = Path(seat.state.log)
    entries = [line.entry for line in read(log.read_bytes()).lines if line.entry]
    assert entries[:1] == ["flip 0,0 red"] and entries[-2:] == ["undo", "undo"]
    assert seat.state.fault is None


def test_the_window_follows_the_cursor_and_a_click() -> None:
    async def play(seat: Seat) -> None:
        await seat.type("set square 15,0 red")
        before = field_of(seat)[-1].split()
        assert "15" not in before
        for _ in range(20):
            await seat.app.screen.run_action("move('right')")
        after = field_of(seat)[-1].split()
        assert (after[-1], len(after)) == ("16", len(before)) and "▶ ◀" in row(seat, 0)
        for _ in range(20):
            await seat.app.screen.run_action("move('left')")
        assert field_of(seat)[-1].split()[0] == "-1"
        # The third place from the left in the lowest row.
        lowest = len(field_of(seat)) - 2
        await seat.pilot.click(Field, offset=(4 + 3 * 2 + 1, lowest))
        await seat.wait()
        assert field_of(seat)[lowest][4 + 3 * 2 :].startswith("▶ ◀")

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


SIZES = [(200, 60), (20, 5), (60, 20), (40, 12)][: count(2, 4)]


def test_any_size_is_taken() -> None:
    async def play(seat: Seat) -> None:
        await seat.press("r")
        columns = field_of(seat)[-1]
        for size in (*SIZES, (80, 24)):
            await seat.pilot.resize_terminal(*size)
            await seat.wait()
            assert "Ann turns up a card." in seat.text("#turn")
        # The field is in the middle again, as it was.
        assert field_of(seat)[-1] == columns
        assert row(seat, 0) == "▶●◀ ░"

    at_an_open_table(play, ZWOGGEL, pace_ms=0)


def test_cards_and_marks_differ_without_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signs = [sign for sign, _front, _ground in CARDS.values()]
    assert len(set(signs)) == len(signs) and len(set(MARKS.values())) == len(MARKS)
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(seat: Seat) -> None:
        await seat.press("r", "right", "g")
        assert row(seat, 0) == "● ▶▲◀"

    at_the_cards(play, tmp_path)


def test_grounds_differ_in_brightness_for_a_colour_blind_player() -> None:
    def brightness(card: str) -> float:
        colour = Style(bgcolor=CARDS[card][2]).bgcolor
        assert colour is not None and colour.triplet is not None
        red, green, blue = colour.triplet
        return (299 * red + 587 * green + 114 * blue) / 1000

    grounds = sorted(brightness(card) for card in ("down", "red", "green", "hole"))
    assert brightness("green") - brightness("red") > 60
    assert grounds == sorted(set(grounds))


def test_a_place_has_one_mark_the_three_before_the_turned() -> None:
    view = FieldView({(0, 0): "hole"}, (0, 0), frozenset({(0, 0)}))
    assert view.at((0, 0)) == ("hole", "three")
    assert FieldView({}).reach() == ((-1, -1), (1, 1))


def test_it_speaks_the_players_language() -> None:
    async def play(seat: Seat) -> None:
        assert "retourne" in seat.text("#turn") and "flèches" in seat.text("#hint")

    at_an_open_table(play, ZWOGGEL, pace_ms=0, language="fr")
