"""Recorded sessions: the state that all views show, recorded once."""

from tests.golden import Script, each_in


@each_in("table/scripts")
def test_a_session_goes_as_written(script: Script) -> None:
    assert script.played() == script.text
