"""Moments: two people press at once, or one person twice, and it is done once."""

import os
from pathlib import Path

import pytest
from schiri.games.drehwurm.card_game import REACTION_MS
from schiri.table.intents import (
    ONE_PRESS_MS,
    SAME_PRESS,
    TOO_LATE,
    Answer,
    ChooseSpot,
    Enter,
    Intent,
    NewGame,
    Offered,
    Plug,
    Press,
    Reconnect,
    Rematch,
    ThrowIn,
    Touch,
    Turn,
    Undo,
)
from schiri.table.moments import MOST_MOMENTS

from tests.game_now import game_of
from tests.table.stepped import SteppedTable
from tests.table.test_session import full

SWITCH = NewGame("switch", ("Ann", "Ben"), {"layout": "1"})
DREHWURM = NewGame("drehwurm", ("Ann", "Ben", "Cid"), {"mode": "fast"})
JOGGLE = NewGame("joggle", ("Ann", "Ben"), {"goal": "1R"})
ZWOGGEL = NewGame("zwoggel", ("Ann", "Ben"), {})
OPEN = (Enter("flip 0,0 red"), Enter("flip 1,1 green"))
SPOT = ChooseSpot((2, 1))


@pytest.fixture
def table(tmp_path: Path) -> SteppedTable:
    table = SteppedTable(tmp_path)
    table.run(500)
    return table


def settled(table: SteppedTable, *intents: Intent) -> None:
    for intent in intents:
        table.session.do(intent)
        table.run(2500)


def at_once(table: SteppedTable, *intents: Intent, moment: int | None = None) -> list[Answer]:
    """Let people at views that show this moment, the newest one without, press at once."""
    shown = table.session.state.moment if moment is None else moment
    futures = [table.session.do(Offered(intent, shown)) for intent in intents]
    table.run(6000)
    return [future.result(0) for future in futures]


@pytest.mark.parametrize(
    ("before", "intent"),
    [
        ((), SWITCH),
        ((), ZWOGGEL),
        ((SWITCH, Press("white"), Enter("a1-c3"), Enter("b1-a1")), Undo()),
        ((SWITCH, Press("white")), Enter("a1-c3")),
        ((SWITCH, Press("white"), Touch("a1")), Touch("c3")),
        ((SWITCH, Enter("draw")), Rematch()),
        ((ZWOGGEL, *OPEN), Undo()),
        ((ZWOGGEL, Enter("resign Ann")), Rematch()),
        ((DREHWURM, Plug(False)), Turn("turned")),
        # The device stamps and reports it later.
        ((DREHWURM,), Turn("turned")),
        ((DREHWURM, Plug(False), Turn("turned")), Enter("stands")),
        ((DREHWURM, Plug(False)), Enter("ate Ben y 3 0 0")),
        # On the device, too: the first press leaves the mode in which it was offered.
        ((SWITCH,), Press("white")),
        ((Press("white"),), Press("white")),
    ],
    ids=str,
)
def test_a_press_of_two_is_carried_out_once(
    table: SteppedTable, before: tuple[Intent, ...], intent: Intent
) -> None:
    table.lots = [0]
    settled(table, *before)
    moment = table.session.state.moment
    first, *others = at_once(table, intent, intent, intent)
    assert first.is_done and others == [SAME_PRESS, SAME_PRESS]
    # A view that was slow still shows the old moment.
    once = table.session.state
    assert at_once(table, intent, moment=moment) == [SAME_PRESS]
    assert table.session.state.game == once.game
    assert table.session.state.device.status == once.device.status


@pytest.mark.parametrize(
    ("before", "intent"),
    [
        ((SWITCH, Press("white")), Touch("a1")),
        ((SWITCH, Press("white"), Touch("a1")), Touch("a1", is_released=True)),
        ((ZWOGGEL, *OPEN), ChooseSpot((2, 1))),
        ((ZWOGGEL, *OPEN, ChooseSpot((2, 1))), ChooseSpot((2, 1), is_released=True)),
    ],
    ids=str,
)
def test_two_who_hold_or_release_the_same_piece_do_it_once(
    table: SteppedTable, before: tuple[Intent, ...], intent: Intent
) -> None:
    settled(table, *before)
    was = game_of(table.session.state).view
    assert all(answer.is_done for answer in at_once(table, intent))
    once = game_of(table.session.state).view
    assert was != once
    assert all(answer.is_done for answer in at_once(table, intent, intent))
    assert game_of(table.session.state).view == once


def answer_to_second(table: SteppedTable, first: Intent, second: Intent, view: int) -> Answer:
    """Press at view 1, and soon after at a view that shows already what has become of it."""
    one = table.session.do(Offered(first, table.session.state.moment, True, 1))
    table.run(ONE_PRESS_MS - 10)
    two = table.session.do(Offered(second, table.session.state.moment, True, view))
    table.run(10)
    assert one.result(0).is_done
    return two.result(0)


@pytest.mark.parametrize(
    ("before", "first", "second", "answer"),
    [
        ((DREHWURM, Plug(False)), Turn("turned"), Turn("passed"), TOO_LATE),
        ((DREHWURM,), Turn("turned"), Turn("turned"), SAME_PRESS),
        ((ZWOGGEL, *OPEN), Undo(), Undo(), SAME_PRESS),
        ((ZWOGGEL, *OPEN, SPOT), SPOT._replace(is_released=True), Undo(), TOO_LATE),
        ((ZWOGGEL, *OPEN), SPOT, SPOT._replace(is_released=True), TOO_LATE),
        (
            (ZWOGGEL, *OPEN, SPOT, ChooseSpot((3, 1))),
            ChooseSpot((3, 1), is_released=True),
            SPOT._replace(is_released=True),
            SAME_PRESS,
        ),
        ((SWITCH, Press("white"), Enter("a1-c3"), Enter("b1-a1")), Undo(), Undo(), SAME_PRESS),
        ((SWITCH, Touch("a1")), Touch("a1", is_released=True), Undo(), TOO_LATE),
        ((SWITCH, Press("white")), Touch("a1"), Touch("a1", True, "a1"), SAME_PRESS),
        ((SWITCH, Press("white"), Touch("a1")), Touch("c3", held="a1"), Touch("c3"), SAME_PRESS),
        ((SWITCH,), Plug(False), Plug(True), TOO_LATE),
        # What lies below the finger by then was not meant.
        ((JOGGLE, Press("white")), Press("hold-white"), Undo(), TOO_LATE),
        # Another one takes up a stone, and nobody can have seen it.
        (
            (SWITCH, Press("white"), Touch("c1", view=1)),
            Touch("e1", view=1),
            Touch("d2", held="e1", view=2),
            TOO_LATE,
        ),
        # The control for the next step lies where the pressed one lay on the other's page.
        ((DREHWURM, Plug(False)), Turn("turned"), Enter("stands"), TOO_LATE),
        ((DREHWURM, Plug(False), Turn("turned")), Enter("stands"), Turn("passed"), TOO_LATE),
        ((ZWOGGEL, *OPEN), SPOT, ChooseSpot((2, 0)), TOO_LATE),
    ],
    ids=str,
)
def test_two_presses_between_which_nothing_can_be_seen_are_one(
    table: SteppedTable,
    before: tuple[Intent, ...],
    first: Intent,
    second: Intent,
    answer: Answer,
) -> None:
    settled(table, *before)
    assert answer_to_second(table, first, second, 2) == answer
    # At a keyboard two keys are two, and later a tap is another one.
    for is_tapped in (False, True):
        again = table.session.do(Offered(second, table.session.state.moment, is_tapped, 2))
        table.run(3000)
        assert again.result(0) not in (SAME_PRESS, TOO_LATE)


@pytest.mark.parametrize(
    ("before", "first", "second"),
    [
        ((DREHWURM,), Turn("turned"), Turn("passed")),
        ((ZWOGGEL, *OPEN), SPOT, SPOT._replace(is_released=True)),
        ((SWITCH, Touch("a1")), Touch("a1", is_released=True), Undo()),
        ((JOGGLE, Press("white")), Press("hold-white"), Undo()),
    ],
    ids=str,
)
def test_who_taps_twice_is_told_nothing(
    table: SteppedTable, before: tuple[Intent, ...], first: Intent, second: Intent
) -> None:
    settled(table, *before)
    assert answer_to_second(table, first, second, 1) == SAME_PRESS


def test_who_is_quick_makes_two_presses(table: SteppedTable) -> None:
    settled(table, SWITCH, Press("white"))
    for cell, held in (("a1", ""), ("c3", "a1")):
        touched = Touch(cell, held=held, view=1)
        answer = table.session.do(Offered(touched, table.session.state.moment, True, 1))
        table.run(ONE_PRESS_MS // 2)
        assert answer.result(0).is_done
    assert game_of(table.session.state).state.turn == "Ben"


def test_so_many_moments_are_known(table: SteppedTable) -> None:
    settled(table, ZWOGGEL)
    shown = [table.session.state.moment]
    for _ in range(MOST_MOMENTS):
        table.session.do(Enter("dispute no"))
        table.run(20)
        shown.append(table.session.state.moment)
    assert shown == [*range(shown[0], shown[0] + MOST_MOMENTS + 1)]
    assert len(table.worker._moments._moments) <= MOST_MOMENTS + 1
    for moment in (shown[0], shown[-1] + 1):
        assert at_once(table, Undo(), moment=moment) == [TOO_LATE]


def test_a_fault_is_a_moment_of_its_own(
    table: SteppedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(table, ZWOGGEL)
    moment = table.session.state.moment
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        settled(table, *OPEN)
    assert table.session.state.fault
    # Two try again, and one who has not seen it.
    answers = at_once(table, Reconnect(), Reconnect())
    assert answers == [Answer(), SAME_PRESS] and not table.session.state.fault
    assert at_once(table, Reconnect(), moment=moment + 1) == [SAME_PRESS]


def test_a_quick_move_is_for_one_moment(table: SteppedTable) -> None:
    # The first touch begins the game as well.
    settled(table, SWITCH)
    assert all(answer.is_done for answer in at_once(table, Touch("a1"), Touch("c3")))
    assert game_of(table.session.state).state.turn == "Ben"


def test_all_may_throw_in_at_once_and_none_after_the_race(table: SteppedTable) -> None:
    settled(table, DREHWURM, Plug(False))
    before = table.session.state.moment
    turned = table.session.do(Offered(Turn("turned"), before))
    table.run(REACTION_MS - 10)
    # Nobody can have seen its card yet: what is thrown in is for the pile before.
    early = table.session.do(Offered(ThrowIn(0), before))
    table.run(20)
    assert turned.result(0).is_done and early.result(0) == TOO_LATE
    # The card is seen on the table before a slow view shows the race.
    answers = at_once(table, ThrowIn(0), ThrowIn(2), moment=before)
    state = table.session.state
    assert all(answer.is_done for answer in answers)
    assert {seat for seat, _ms, _tie in getattr(game_of(state).cards, "order", ())} == {0, 2}
    # Claims do not keep the next player from turning.
    assert at_once(table, Turn("turned"), moment=before + 1)[0].is_done
    # For a race that has gone nobody throws in, nor is anybody too early for the next.
    assert at_once(table, ThrowIn(1), moment=before) == [TOO_LATE]
    raced = table.session.state.moment
    settled(table, Enter("stands"))
    notices = table.session.state.notices
    assert at_once(table, ThrowIn(1), moment=raced) == [TOO_LATE]
    assert table.session.state.notices == notices


def press(table: SteppedTable, intent: Intent, view: int, moment: int | None = None) -> Answer:
    """Press at a view that shows this moment, the newest one without; a little later it is done."""
    shown = table.session.state.moment if moment is None else moment
    future = table.session.do(Offered(intent, shown, True, view))
    table.run(REACTION_MS + 10)
    return future.result(0)


@pytest.mark.parametrize("view", [1, 3])
def test_a_throw_in_between_two_presses_changes_nothing_about_them(
    table: SteppedTable, view: int
) -> None:
    settled(table, DREHWURM, Plug(False))
    turned, undo = Turn("turned"), Undo()
    assert press(table, turned, 1).is_done and press(table, ThrowIn(1), view).is_done
    assert press(table, turned, 2) == press(table, turned, 1) == SAME_PRESS
    assert press(table, undo, 2) == TOO_LATE
    table.run(ONE_PRESS_MS)
    upto = game_of(table.session.state).events.upto
    # What an undo takes back is what its view has shown.
    shown = table.session.state.moment
    assert press(table, ThrowIn(2), 3).is_done
    assert press(table, undo, 1, shown) == press(table, undo, 1) == TOO_LATE
    table.run(ONE_PRESS_MS)
    assert press(table, undo, 1, shown) == TOO_LATE
    assert game_of(table.session.state).events.upto == upto + 1
    assert press(table, undo, 1).is_done


def test_a_press_is_too_late_while_the_device_has_not_reported_a_throw_in(
    table: SteppedTable,
) -> None:
    settled(table, DREHWURM, Turn("turned"))
    shown = table.session.state.moment
    intents: tuple[Intent, ...] = (ThrowIn(0), Enter("stands"), Undo())
    thrown, stands, undo = (
        table.session.do(Offered(intent, shown, True, view)) for view, intent in enumerate(intents)
    )
    table.run(2500)
    assert thrown.result(0).is_done and stands.result(0) == undo.result(0) == TOO_LATE
    assert [claim[0] for claim in getattr(game_of(table.session.state).cards, "order", ())] == [0]


def test_who_presses_for_the_next_game_soon_after_another_does_not_throw_in(
    table: SteppedTable,
) -> None:
    settled(table, DREHWURM, Plug(False), Turn("turned"), Enter("stands"))
    assert press(table, Enter("dispute x"), 1).is_done
    before = table.session.state.notices
    assert press(table, ThrowIn(0), 2) == TOO_LATE
    assert table.session.state.notices == before


def test_nobody_throws_in_for_a_race_before_an_undo_opens_it_again(table: SteppedTable) -> None:
    settled(table, DREHWURM, Plug(False), Turn("turned"), Enter("stands"))
    stood = table.session.state.moment
    settled(table, Undo())
    assert press(table, ThrowIn(2), 1, stood) == TOO_LATE
    assert press(table, ThrowIn(2), 1).is_done


def test_what_somebody_else_holds_meanwhile_is_not_moved(table: SteppedTable) -> None:
    settled(table, SWITCH, Press("white"), Touch("c1", view=1))
    shown = table.session.state.moment
    # Ann takes another stone; Ben still sees the first one held, and touches its target.
    settled(table, Touch("e1", view=1))
    board = game_of(table.session.state).board
    assert at_once(table, Touch("d2", held="c1", view=2), moment=shown) == [TOO_LATE]
    assert game_of(table.session.state).board == board
    # Who has taken it knows that before a view shows it.
    assert at_once(table, Touch("d2", held="c1", view=1), moment=shown)[0].is_done
    assert game_of(table.session.state).board != board


def test_two_games_at_once_are_one_with_the_names_of_who_was_first(table: SteppedTable) -> None:
    other = SWITCH._replace(players=("Cid", "Dora"))
    first, second = at_once(table, SWITCH, other)
    assert first.is_done and second == TOO_LATE
    assert game_of(table.session.state).players == ("Ann", "Ben")
    assert len([*table.folder.glob("logs/*.jsonl")]) == 1
