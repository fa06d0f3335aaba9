"""Drehwurm at a table: who has which colour, on the device, in the log and for every view."""

from schiri.games.drehwurm.table import RaceView
from schiri.log.writer import read_file
from schiri.table.intents import GoOn, NewGame, Press, ThrowIn, Turn

from tests.table.stepped import SteppedTable
from tests.table.test_session import logs_of, sent

FAST = NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"})


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


def test_colours_that_come_after_a_race_change_nothing_in_the_log(table: SteppedTable) -> None:
    sent(table, FAST, Turn("turned"), for_ms=2000)
    (path,) = logs_of(table)
    before = path.read_bytes()
    choose(table, "blue", "white", "red")
    assert race(table).colours == ("blue", "white", "red")
    assert path.read_bytes() == before and read_file(path).header.seats is None


def test_who_claims_at_the_keyboard_takes_a_colour(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    for seat in range(3):
        sent(table, ThrowIn(seat))
    (path,) = logs_of(table)
    assert read_file(path).header.seats == "ryg"
