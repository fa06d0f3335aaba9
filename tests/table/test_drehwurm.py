"""Drehwurm at a table: who has which colour, on the device, in the log and for every view."""

import re

import pytest
from schiri.events import SeatsChosen
from schiri.games.drehwurm.table import RaceView, panel_words
from schiri.log.replay import referee_of, replay
from schiri.log.stored import read_file
from schiri.table.intents import Enter, GoOn, NewGame, Plug, Press, ThrowIn, Turn
from schiri.texts import Words

from tests.table.stepped import SteppedTable
from tests.table.test_session import logs_of, sent

FAST = NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"})
FULL = FAST._replace(options={"mode": "full"})


def race(table: SteppedTable) -> RaceView:
    cards = table.session.state.cards
    assert isinstance(cards, RaceView)
    return cards


def choose(table: SteppedTable, *colours: str) -> None:
    for colour in colours:
        sent(table, Press(colour), for_ms=600)


def test_the_log_has_the_colours_that_were_chosen(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    (path,) = logs_of(table)
    assert read_file(path).header.seats == "uwr"
    sent(table, Turn("turned"), Turn("turned"), Turn("turned"), for_ms=1500)
    sent(table, Press("red"))
    log = read_file(path)
    # Who has turned is on no button of this race: red is the third.
    assert [line.entry for line in log.lines[1:2]] == ["turned"] and log.header.seats == "uwr"


def test_a_game_that_goes_on_has_its_colours(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log), for_ms=2000)
    # Nobody chose twice; they practise, for nothing was played yet.
    assert race(table).colours == ("blue", "white", "red") and race(table).due == "practise"


def test_colours_that_come_after_the_first_entry_are_noted_behind_it(table: SteppedTable) -> None:
    sent(table, FAST, Turn("turned"), for_ms=2000)
    (path,) = logs_of(table)
    before = path.read_bytes()
    choose(table, "blue", "white", "red")
    assert race(table).colours == ("blue", "white", "red")
    # What was there stays as it was, and the log is one that agrees with itself.
    assert path.read_bytes().startswith(before) and read_file(path).header.seats is None
    assert read_file(path).lines[-1].event == SeatsChosen("uwr")
    assert table.session.state.told[-1] == SeatsChosen("uwr")
    replay(read_file(path).lines, referee_of(read_file(path).header))
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log), for_ms=2000)
    assert race(table).colours == ("blue", "white", "red") and race(table).due == "play"


def test_the_order_of_the_practice_is_told_with_what_is_due(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    names = table.session.state.players

    def due() -> str:
        return panel_words(Words("en"), race(table), names)

    practise = "Practise once: turn a pile, press your buttons, turn a pile."
    assert due() == f"{practise} It counts for nothing."
    sent(table, Press("press"), for_ms=600)
    sent(table, Press("red"), for_ms=600)
    assert re.search(r"nothing\. Race: Cem first after \d+ ms\.$", due())
    sent(table, Press("blue"), for_ms=600)
    assert re.search(r"Race: Cem first after \d+ ms, Ann \d+ ms behind\.$", due())


def test_the_panel_of_the_full_referee_shows_whose_turn_it_is(table: SteppedTable) -> None:
    sent(table, FULL, Enter("start y3 b7 r9"), for_ms=3000)
    panel = table.device.simulator.device.panel
    # Ben is second, and yellow is the second button.
    assert panel and panel.picture.count("y") == 9 and panel.picture.count(".") == 55
    sent(table, Enter("lay b4 1"), Enter("shows g5"), for_ms=3000)
    assert panel.picture.count("g") == 9


def test_who_claims_at_the_keyboard_takes_a_colour(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    for seat in range(3):
        sent(table, ThrowIn(seat))
    (path,) = logs_of(table)
    assert read_file(path).header.seats == "ryg"


@pytest.mark.parametrize("on_panel", [True, False])
def test_what_is_left_of_a_countdown_is_told_each_second(
    table: SteppedTable, on_panel: bool
) -> None:
    sent(table, FAST._replace(options={"mode": "fast", "throw-in-s": "5"}), for_ms=2000)
    if on_panel:
        choose(table, "blue", "white", "red")
        sent(table, Turn("turned"), for_ms=600)
        sent(table, Turn("turned"), for_ms=600)
    else:
        sent(table, Plug(False), for_ms=5000)
    told: list[int | None] = []
    table.session.watch(lambda _state: told.append(race(table).left_s))
    sent(table, Turn("turned"), for_ms=7000)
    assert [left for left in dict.fromkeys(told) if left is not None] == [5, 4, 3, 2, 1, 0]
