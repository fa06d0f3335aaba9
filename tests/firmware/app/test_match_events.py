"""What a match keeps as events, when it refuses to, and what it makes of them at the next start."""

from typing import Any

import pytest
from schiri.simulator.flash import Flash
from schiri_device.app.match import RESERVE, TURN_ROOM
from schiri_engines.refusals import MalformedText, Refusal

from tests.each import each
from tests.firmware.journals import (
    again,
    done,
    events_in,
    journal_on,
    journal_with,
    match_on,
    state_of,
    times_in,
)

SWITCH = ("switch", {"layout": "1"}, ("A", "B"))
TEAMS = ("joggle", {"goal": "2S", "teams": "on"}, ("B", "C", "D", "A"))
NEW = "new switch AB layout=1"
A1_C3 = 12 << 5
ELSEWHERE = "89abcdef 41"
NO_GAME: dict[str, Any] = {
    "table": None,
    "outcome": None,
    "wins": {},
    "origin": "",
    "left": "",
    "is_torn": False,
    "is_resumed": False,
    "text": "",
}


def texts_in(match: Any) -> list[str]:
    """Return the texts of the events in its journal; a move is its number."""
    return [text for _, text in events_in(match.journal)]


def match_with(*events: str | int) -> Any:
    """Return the match that a journal with these events tells of."""
    return match_on(journal_with(*events, after_ms=0))


def resumed(*events: str | int) -> Any:
    """Return the match after a power cut behind these events."""
    match = match_with(*events)
    match.resume(True)
    return match


def with_room(room: int) -> Any:
    """Return a match with a move to take back, whose journal has just so many slots left."""
    match = match_with(NEW, A1_C3)
    while match.journal.room() > room:
        # What fills it does not matter: nobody reads it again.
        match.journal.append("", A1_C3, 0)
    return match


# Where nothing is known


@each("how", ["new", "forgotten", "cleared"])
def test_without_a_game_nothing_is_known(how: str) -> None:
    match = match_on(journal_on(Flash()))
    if how != "new":
        match.start(0, *SWITCH)
        match.do(1000, ("resign", 0))
        match.is_resumed = match.is_torn = True
    if how == "forgotten":
        match.forget()
    elif how == "cleared":
        match.start_epoch(1000)
    assert {name: getattr(match, name) for name in NO_GAME} == NO_GAME
    assert match.boot_ms is None and match.score_text() == ""


def test_a_cleared_journal_begins_anew() -> None:
    match = match_with("checkpoint " + ELSEWHERE)
    match.wait(60_000)
    match.boot_ms = 160
    epoch = match.journal.epoch
    match.start_epoch(70_000)
    assert match.journal.epoch != epoch and match.epoch_ms(70_007) == 7
    assert match.boot_ms is None
    match.start(70_032, *SWITCH)
    # What was to come of a game that began elsewhere is gone as well.
    assert events_in(match.journal) == [(1, NEW)] and times_in(match.journal) == [32]


def test_those_who_play_stay_where_they_suffice() -> None:
    match = match_on(journal_on(Flash()))
    assert match.seats == match.seats_for("switch", {}) == ("A", "B")
    assert match.seats_for("joggle", {"teams": "on"}) == ("A", "B", "C", "D")
    match.start(0, "switch", {"layout": "1"}, ("B", "A"))
    assert match.seats_for("joggle", {"goal": "1R"}) == ("B", "A")
    assert match.seats_for("joggle", {"teams": "on"}) == ("A", "B", "C", "D")


def test_a_colour_is_that_of_the_first_seat_that_has_it() -> None:
    match = match_on(journal_on(Flash()), "joggle")
    match.start(0, *TEAMS)
    assert (match.seat_of("w"), match.seat_of("b")) == (0, 1)


# What is kept


def test_an_event_names_the_people_by_the_letters_of_their_seats() -> None:
    match = match_on(journal_on(Flash()))
    match.start(0, "switch", {"layout": "1"}, ("B", "A"))
    match.do(0, ("resign", 0))
    assert texts_in(match)[1:] == ["resign B"] and match.wins.get("A") == 1


def test_a_move_is_kept_as_its_number_whichever_way_it_is_made() -> None:
    match = match_with(NEW)
    assert match.do(0, A1_C3) is None and match.text == ""
    assert texts_in(match) == [NEW, str(A1_C3)]
    assert match.do(0, A1_C3) is not None and match.journal.last == 2
    assert state_of(match_on(again(match.journal))) == state_of(match)


def test_only_what_is_set_at_once_says_where_a_game_stood_that_began_elsewhere() -> None:
    for entry in (A1_C3, ("dispute", "was it so?")):
        match = match_on(journal_on(Flash()))
        match.start(0, *SWITCH, ELSEWHERE)
        match.do(0, entry)
        assert match.do(0, ("undo",)) is None


def test_a_failure_is_kept_once_for_as_often_as_it_happens() -> None:
    match = match_with(NEW)
    for text in ("E1 play 7", "E1 play 7", "E2 play 8"):
        match.record_failure(160, text)
    assert texts_in(match)[1:] == ["failed E1 play 7", "failed E2 play 8"]
    assert times_in(match.journal)[1:] == [160, 160]
    # Another start finds it in the journal, and tells it no second time either.
    found = match_on(again(match.journal))
    found.record_failure(0, "E2 play 8")
    assert found.journal.last == 3 and state_of(found) == state_of(match)


def test_a_compaction_where_nobody_has_won_keeps_only_the_game() -> None:
    match = match_with(NEW)
    origin = match.origin
    done(match.compacting(0))
    assert texts_in(match) == ["checkpoint " + origin, NEW]


# Room


@each(
    ("entry", "needed"),
    [
        (("undo",), TURN_ROOM),
        (A1_C3, TURN_ROOM),
        (("dispute", "?"), RESERVE),
        (("set", "turn", 1), RESERVE),
        (("draw",), RESERVE),
    ],
)
def test_a_turn_may_end_where_nothing_else_has_room_any_more(entry: Any, needed: int) -> None:
    for room in (needed - 1, needed):
        match = with_room(room)
        if entry == A1_C3:
            match.table.try_apply(("undo",))
        last, before = match.journal.last, state_of(match)
        if room < needed:
            assert match.do(0, entry) == Refusal("memory-full", "-")
            assert match.journal.last == last and state_of(match) == before
        else:
            assert match.do(0, entry) is None and match.journal.last == last + 1


@each("is_enough", [True, False])
def test_a_failure_is_kept_while_there_is_room(is_enough: bool) -> None:
    match = with_room(RESERVE - (not is_enough))
    last = match.journal.last
    match.record_failure(0, "E1 play 7")
    assert match.journal.last == last + is_enough


@each("is_enough", [True, False])
def test_a_score_is_kept_while_there_is_room(is_enough: bool) -> None:
    match = with_room(RESERVE // 2 - (not is_enough))
    match.wins["B"] = 2
    last = match.journal.last
    match.record_score(0)
    assert match.journal.last == last + is_enough


# Power cuts


def test_a_power_cut_is_told_once_before_what_comes_next() -> None:
    match = resumed(NEW, A1_C3)
    assert match.is_resumed and texts_in(match) == [NEW, str(A1_C3)]
    match.do(1605, ("dispute", "?"))
    match.do(3210, ("dispute", "!"))
    assert texts_in(match)[2:] == ["resume", "dispute ?", "dispute !"]
    assert times_in(match.journal)[2:] == [1600, 1600, 3200]
    assert match.is_resumed is False and match.epoch_ms(3210) == 3210
    assert state_of(match_on(again(match.journal))) == state_of(match)


def test_a_power_cut_is_still_to_be_told_behind_a_failure() -> None:
    match = match_on(journal_on(Flash()))
    match.start(0, *SWITCH)
    match.push(1600, A1_C3)
    for is_resumed in (False, True):
        match.is_resumed = is_resumed
        match.recover(1600)
        assert match.is_resumed is is_resumed and match.epoch_ms(1600) == 1600
    match.do(2000, ("draw",))
    assert texts_in(match)[-2:] == ["resume", "draw"]


@each("events", [(), (NEW,)])
def test_where_nothing_was_played_no_power_cut_is_told(events: tuple[str, ...]) -> None:
    match = resumed(*events)
    assert match.is_resumed is False
    match.start(0, *SWITCH)
    match.push(0, A1_C3)
    assert "resume" not in texts_in(match)


def test_without_a_power_cut_none_is_told() -> None:
    match = match_with(NEW, A1_C3)
    assert match.is_resumed is False


def test_whoever_begins_another_game_is_told_no_power_cut() -> None:
    match = resumed(NEW, A1_C3)
    match.start(0, *SWITCH)
    assert match.is_resumed is False and texts_in(match)[2:] == [NEW]


def test_no_power_cut_is_told_of_a_game_that_is_over() -> None:
    match = resumed(NEW, "resign A")
    match.do(0, ("undo",))
    match.push(0, A1_C3)
    assert texts_in(match)[2:] == ["undo", str(A1_C3)]


def test_a_power_cut_is_still_told_after_a_compaction() -> None:
    match = resumed(NEW, A1_C3)
    done(match.compacting(0))
    assert match.is_resumed
    before = len(texts_in(match))
    match.push(0, match.game.legal_moves()[0])
    assert texts_in(match)[before] == "resume"


# What makes no sense


@each("event", ["dispute ?", "undo", "resign A"])
def test_a_game_with_a_gap_is_torn_whatever_comes_behind_it(event: str) -> None:
    journal = match_with(NEW, A1_C3).journal
    journal.last += 1
    journal.append(event, None, 0)
    found = match_on(again(journal))
    assert found.is_torn and found.table is None


def test_moves_of_no_game_are_torn() -> None:
    found = match_with(A1_C3)
    assert found.is_torn and found.table is None


def test_moves_of_a_game_that_is_not_loaded_are_passed_over() -> None:
    found = match_with("new joggle AB goal=1R", 3, 4)
    assert found.left == "joggle" and not found.is_torn


def test_a_game_whose_board_is_missing_is_malformed() -> None:
    journal = journal_on(Flash())
    journal.append("new joggle AB board=own goal=1R", None, 0)
    with pytest.raises(MalformedText):
        match_on(journal, "joggle")
