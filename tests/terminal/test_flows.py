"""Recorded flows at the keyboard: the effect of keys, clicks and the device on a screen."""

from tests.golden import Script, each_in


@each_in("terminal/flows")
def test_a_screen_shows_what_its_script_records(script: Script) -> None:
    assert script.played() == script.text
