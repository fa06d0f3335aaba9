"""Recorded sessions at a shell: the complete output of commands, recorded once."""

from tests.golden import Script, each_in


@each_in("cli/sessions")
def test_commands_print_what_is_recorded(script: Script) -> None:
    assert script.played() == script.text
