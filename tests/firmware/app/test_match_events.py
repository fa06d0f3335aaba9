"""Events of a match: when they are appended or refused, and how a start replays them."""

import pytest
from schiri.simulator.flash import Flash
from schiri_engines.refusals import MalformedText

from tests.firmware.journals import journal_on, match_on
from tests.golden import Script, each_in


@each_in("firmware/app/matches")
def test_a_match_keeps_what_is_written(script: Script) -> None:
    assert script.played() == script.text


def test_a_forgotten_match_is_as_new() -> None:
    new, match = (match_on(journal_on(Flash())) for _ in range(2))
    match.start(0, "switch", {"layout": "1"}, ("A", "B"))
    match.do(0, ("resign", 0))
    match.forget()
    for each in (new, match):
        assert (each.table, each.outcome, each.wins, each.origin) == (None, None, {}, "")
        assert (each.left, each.text, each.is_torn, each.is_resumed) == ("", "", False, False)


def test_in_teams_a_colour_belongs_to_its_first_seat() -> None:
    match = match_on(journal_on(Flash()), "joggle")
    match.start(0, "joggle", {"goal": "2S", "teams": "on"}, ("B", "C", "D", "A"))
    assert (match.seat_of("w"), match.seat_of("b")) == (0, 1)


def test_a_game_whose_board_is_missing_is_malformed() -> None:
    journal = journal_on(Flash())
    journal.append("new joggle AB board=own goal=1R", None, 0)
    with pytest.raises(MalformedText):
        match_on(journal, "joggle")
