"""Recorded scenes: the visible content in every relevant phase, role and language."""

from tests.golden import Script, each_in


@each_in("scenes/scripts")
def test_scenes_are_as_recorded(script: Script) -> None:
    assert script.played() == script.text
