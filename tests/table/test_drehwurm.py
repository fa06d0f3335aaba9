"""Drehwurm at a table: the colours of the players, on the device, in the log and for every view."""

import re

import pytest
from schiri.events import FalseStart, OfMatch, SeatsChosen, TooEarly
from schiri.games.drehwurm.card_game import RaceView
from schiri.games.drehwurm.match import points_played
from schiri.log.lines import Log
from schiri.log.replay import referee_of, replay
from schiri.log.stored import read_file
from schiri.referee import Referee
from schiri.scene import part_of
from schiri.scene.viewer import Viewer
from schiri.table.intents import (
    Enter,
    GoOn,
    Intent,
    NewGame,
    Plug,
    Press,
    Stamp,
    ThrowIn,
    Turn,
    plain,
)
from schiri.texts import Words

from tests.game_now import game_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import logs_of, sent

FAST = NewGame("drehwurm", ("Ann", "Ben", "Cem"), {"mode": "fast"})
FULL = FAST._replace(options={"mode": "full"})


def race(table: SteppedTable) -> RaceView:
    cards = game_of(table.session.state).cards
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
    for _ in range(3):
        sent(table, Turn("turned"), for_ms=1500)
    sent(table, Press("red"))
    log = read_file(path)
    # The turner has no button in this race: red is the third.
    assert [line.entry for line in log.lines[1:2]] == ["turned"] and log.header.seats == "uwr"


def test_a_game_that_goes_on_has_its_colours(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log), for_ms=2000)
    # The players did not choose again. They practise, because no race was played yet.
    assert race(table).colours == ("blue", "white", "red") and race(table).due == "practise"


def test_colours_that_come_after_the_first_entry_are_noted_behind_it(table: SteppedTable) -> None:
    sent(table, FAST, Turn("turned"), for_ms=2000)
    (path,) = logs_of(table)
    before = path.read_bytes()
    choose(table, "blue", "white", "red")
    assert race(table).colours == ("blue", "white", "red")
    # The earlier lines are unchanged, and the log is consistent.
    assert path.read_bytes().startswith(before) and read_file(path).header.seats is None
    assert read_file(path).lines[-1].event == SeatsChosen("uwr")
    assert game_of(table.session.state).events.items[-1] == SeatsChosen("uwr")
    replay(read_file(path).lines, referee_of(read_file(path).header))
    table.restart()
    table.run(2000)
    sent(table, GoOn(table.session.state.offers[0].log), for_ms=2000)
    assert race(table).colours == ("blue", "white", "red") and race(table).due == "play"


def test_the_order_of_the_practice_is_told_with_what_is_due(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")

    def due() -> str:
        return part_of("drehwurm").due_on_panel(Words("en"), game_of(table.session.state))

    practise = "Practise once: turn a pile, press your buttons, turn a pile."
    assert due() == f"{practise} It counts for nothing."
    sent(table, Press("press"), for_ms=600)
    sent(table, Press("red"), for_ms=600)
    assert re.search(r"nothing\. Race: Cem first after \d\.\d\d s\.$", due())
    sent(table, Press("blue"), for_ms=600)
    assert re.search(r"Race: Cem first after \d\.\d\d s, Ann \d\.\d\d s behind\.$", due())


def test_the_practice_is_as_precise_as_a_race(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=700)
    sent(table, *(ThrowIn(seat, Stamp(7, 90_300 + 7 * seat)) for seat in (0, 2)), for_ms=600)
    assert race(table).order == ((2, 300, True), (0, 300, True)) and race(table).due == "practise"


def test_the_panel_of_the_full_referee_shows_whose_turn_it_is(table: SteppedTable) -> None:
    sent(table, FULL, Enter("start y3 b7 r9"), for_ms=3000)
    panel = table.device.simulator.device.panel
    # Ben is second, and yellow is the second button.
    assert panel and panel.picture.count("y") == 9 and panel.picture.count(".") == 55
    sent(table, Enter("lay b4 1"), Enter("shows g5"), for_ms=3000)
    assert panel.picture.count("g") == 9
    sent(table, Enter("abandon"), for_ms=1000)
    assert panel.picture.count(".") == 64


def test_a_claim_at_the_keyboard_takes_a_colour(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    for seat in range(3):
        sent(table, ThrowIn(seat))
    (path,) = logs_of(table)
    assert read_file(path).header.seats == "ryg"


def test_a_turning_at_a_view_deals_the_colours(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    assert race(table).due == "colours"
    choose(table, "yellow")
    sent(table, Turn("turned"), for_ms=600)
    assert race(table).colours == ("yellow", "red", "green") and race(table).due == "play"
    assert race(table).is_open and game_of(table.session.state).state.phase == "race"
    (path,) = logs_of(table)
    assert read_file(path).header.seats == "yrg"


def test_a_turning_that_is_typed_skips_the_practice(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    choose(table, "blue", "white", "red")
    sent(table, Enter("turned"), for_ms=600)
    assert race(table).is_open and race(table).due == "play"


def test_choosing_colours_at_a_view_skips_the_practice(table: SteppedTable) -> None:
    sent(table, FAST, for_ms=2000)
    for seat in range(3):
        sent(table, ThrowIn(seat), for_ms=600)
    assert race(table).due == "play"


def test_the_points_of_each_earlier_game_are_known() -> None:
    referee = Referee("drehwurm", FAST.players, FAST.options)
    for cards in ((1, 2, 0), (0, 5, 3)):
        left = [f"left {name} {count}" for name, count in zip(FAST.players, cards, strict=True)]
        for text in ("end", *left, "next"):
            referee.command(text)
    assert points_played(referee.table) == ((-1, -2, 0), (0, -5, -3))
    state = referee.state()
    assert isinstance(state, OfMatch) and state.match == {"Ann": -1, "Ben": -7, "Cem": -3}


@pytest.mark.parametrize("on_panel", [True, False])
def test_the_countdown_is_shown_each_second(table: SteppedTable, on_panel: bool) -> None:
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


# Times of views


def begin(table: SteppedTable, on_panel: bool) -> None:
    """Begin a match in which everything counts; Ben is the first to turn."""
    sent(table, FAST, for_ms=2000)
    if on_panel:
        choose(table, "blue", "white", "red")
        sent(table, Turn("turned"), for_ms=600)
        sent(table, Turn("turned"), for_ms=600)
    else:
        sent(table, Plug(False), for_ms=5000)


def scan_ms(log: Log) -> object:
    """Return the precision of the last claim."""
    proof = log.lines[-1].json["proof"]
    assert isinstance(proof, dict)
    return proof["scan_ms"]


@pytest.mark.parametrize("on_panel", [True, False])
@pytest.mark.parametrize(
    ("later_ms", "order"),
    [
        (16, ((0, 300, False), (2, 316, False))),
        # In a tie the player after the turner is first.
        (15, ((2, 300, True), (0, 300, True))),
        (0, ((2, 300, True), (0, 300, True))),
    ],
)
def test_presses_at_one_view_keep_their_distances(
    table: SteppedTable, on_panel: bool, later_ms: int, order: tuple[tuple[int, int, bool], ...]
) -> None:
    begin(table, on_panel)
    # The order does not depend on the delays.
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=700)
    sent(table, ThrowIn(0, Stamp(7, 90_300)), for_ms=400)
    sent(table, ThrowIn(2, Stamp(7, 90_300 + later_ms)))
    assert race(table).order == order
    # The log says the same, with the evidence.
    (path,) = logs_of(table)
    log = read_file(path)
    replay(log.lines, referee_of(log.header))
    assert scan_ms(log) == 16


@pytest.mark.parametrize("on_panel", [True, False])
def test_a_false_start_at_a_view_is_timed_by_it(table: SteppedTable, on_panel: bool) -> None:
    begin(table, on_panel)
    early = (ThrowIn(0, Stamp(7, 89_700)), ThrowIn(2, Stamp(7, 89_699)))
    sent(table, *early, *early, for_ms=700)
    sent(table, Turn("turned", Stamp(7, 90_000)))
    assert race(table).early == (0,)
    sent(table, ThrowIn(0, Stamp(7, 90_999)), ThrowIn(2, Stamp(7, 90_999)))
    assert race(table).order == ((2, 999, False),)
    sent(table, ThrowIn(0, Stamp(7, 91_000)))
    assert [seat for seat, _ms, _tie in race(table).order] == [2, 0]
    # All of it is in the log, once before an entry, and so in the history after a restart.
    (path,) = logs_of(table)
    notes = [TooEarly("Ann"), TooEarly("Cem"), FalseStart("Ann")]
    assert [each for each in read_file(path).events if each in notes] == notes
    table.restart()
    table.run(2000)
    sent(table, GoOn(str(path)))
    assert [each for each in game_of(table.session.state).events.items if each in notes] == notes


def test_a_press_at_another_view_counts_from_when_it_came(table: SteppedTable) -> None:
    begin(table, on_panel=False)
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=500)
    sent(table, ThrowIn(0, Stamp(8, 12)), for_ms=200)
    # The same holds for a clock that stood still or was set.
    sent(table, ThrowIn(2, Stamp(7, 90_000 + 2000)))
    assert race(table).order == ((0, 500, False), (2, 700, False))


def test_a_false_start_that_comes_behind_the_turning_is_one(table: SteppedTable) -> None:
    begin(table, on_panel=False)
    sent(table, ThrowIn(2, Stamp(8, 1000)), for_ms=400)
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=100)
    sent(table, ThrowIn(0, Stamp(8, 1000 + 250)))
    assert race(table).early == (0,) and race(table).order == ()


def test_a_view_is_timed_from_each_race_on(table: SteppedTable) -> None:
    begin(table, on_panel=False)
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=500)
    # The next turning has a long delay, and the race begins when it arrives.
    sent(table, Turn("turned", Stamp(7, 90_100)), for_ms=500)
    sent(table, ThrowIn(0, Stamp(8, 12)), ThrowIn(1, Stamp(7, 90_450)))
    assert race(table).order == ((1, 350, False), (0, 500, False))


def test_a_late_press_can_tie_with_the_named_player(table: SteppedTable) -> None:
    begin(table, on_panel=False)
    sent(table, ThrowIn(0, Stamp(8, 1000)), for_ms=1200)
    sent(table, Turn("turned", Stamp(7, 90_000)), for_ms=500)
    sent(table, ThrowIn(2, Stamp(7, 90_500)), for_ms=100)
    # By the clock of its view it was 10 ms earlier than the entry in the log.
    sent(table, ThrowIn(0, Stamp(8, 1000 + 1200 + 490)))
    assert race(table).order == ((2, 500, True), (0, 500, True))
    (path,) = logs_of(table)
    replay(read_file(path).lines, referee_of(read_file(path).header))


def test_a_match_is_played_with_the_buttons_of_the_device(table: SteppedTable) -> None:
    begin(table, on_panel=True)
    panel = table.device.simulator.device.panel
    # Ben turns first, and has white.
    assert panel and panel.picture.count("w") == 9
    sent(table, Turn("passed"), Press("blue"), Press("down"), Press("press"), for_ms=1500)
    sent(table, Press("up"))
    told = [event.kind for event in game_of(table.session.state).events.items]
    assert told == ["passed", "race", "illegal", "struck", "turned"]
    assert table.session.state.notices.items[-1].code == "say-eaten"


def test_the_device_times_its_own_buttons_to_a_scan(table: SteppedTable) -> None:
    begin(table, on_panel=True)
    sent(table, Turn("turned"), for_ms=600)
    sent(table, Press("blue"), Press("red"), for_ms=600)
    (first, ms, is_tie), (second, later, _tie) = race(table).order
    (path,) = logs_of(table)
    assert (first, second, is_tie) == (0, 2, False) and ms < later
    assert scan_ms(read_file(path)) == 2


def test_each_view_has_a_clock_of_its_own(table: SteppedTable) -> None:
    begin(table, on_panel=False)
    sent_intents: list[Intent] = []
    for _ in range(2):
        viewer = Viewer(
            Words("en"),
            table.session.state,
            lambda offered, _answered: sent_intents.append(plain(offered)),
            lambda: None,
            table.clock,
        )
        assert viewer.press("turned", 40) and viewer.press("throw-0") and viewer.press("end", 50)
    one, throw, end, two, *_ = sent_intents
    assert isinstance(one, Turn) and isinstance(two, Turn) and one.at and two.at
    assert one.at.ms == two.at.ms == 40 and one.at.view != two.at.view
    # Without a clock in the view, the press counts from its arrival, and other intents have no
    # time.
    assert throw == ThrowIn(0) and end == Enter("end")
