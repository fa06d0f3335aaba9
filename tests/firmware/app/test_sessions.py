"""Recorded sessions: presses at a device, and what it shows.

Scripts in `inside/` are of states that cannot be reached from outside: a failure, a full journal,
half a press.
"""

import pytest

from tests.firmware.stage import Stage
from tests.golden import Script, each_in


@each_in("firmware/app/sessions", "firmware/app/inside")
def test_a_session_shows_what_its_script_records(script: Script) -> None:
    assert script.played() == script.text


def test_a_script_cannot_choose_a_game_that_the_build_does_not_offer() -> None:
    with pytest.raises(ValueError, match="no joggle in mode choose: keys5 offers"):
        Stage("keys5").do("choose joggle")
