"""Options of a match: the rules refuse them, logs and commands have them."""

from pathlib import Path

import pytest
from schiri.log.lines import read
from schiri.log.replay import referee_of
from schiri.log.writer import header_of
from schiri.match_options import for_rules, options_of, own_options
from schiri.referee import Referee
from schiri_device.app.match import Match
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class
from schiri_engines.switch.game import Switch

from tests.cli.command import typed
from tests.games import BOARDS

# A log from the time when these were options of the rules.
WRITTEN = Path(__file__).parent / "log" / "written" / "hints_as_rules.jsonl"
OF_MATCH = [name for name, _words in own_options("switch")]


@pytest.mark.parametrize("name", OF_MATCH)
def test_rules_know_no_option_of_a_match(name: str) -> None:
    value = "7+3" if name.startswith("clock") else "3"
    with pytest.raises(MalformedText) as bad:
        Switch({name: value})
    assert (bad.value.code, bad.value.found) == ("unknown-option", name)
    assert Referee("switch", ["Ann", "Ben"], {name: value}).table.game == Switch()
    assert Match.new_game("switch", {name: value}).options == Switch().options


@pytest.mark.parametrize(
    "make", [for_rules, Match.new_game, lambda game, options: Referee(game, ["A", "B"], options)]
)
@pytest.mark.parametrize("wrong", [{"device-b": "5"}, {"clock": "5"}, {"clock-b": "0+3"}])
def test_invalid_match_options_are_refused(make: object, wrong: dict[str, str]) -> None:
    assert callable(make)
    with pytest.raises(MalformedText, match="bad-option"):
        make("switch", wrong)


@pytest.mark.parametrize("game", BOARDS)
def test_no_option_belongs_to_both_rules_and_match(game: str) -> None:
    rules = [name for name, _words in game_class(game).OPTIONS]
    assert [name for name, _words in options_of(game)] == rules + [
        name for name, _words in own_options(game)
    ]
    assert not {*rules} & {name for name, _words in own_options(game)}


def test_an_older_log_is_read_verified_and_continued() -> None:
    ran = typed("log", "verify", str(WRITTEN))
    assert (ran.status, ran.out) == (0, "ok 5 events\n")
    header = read(WRITTEN.read_bytes()).header
    assert header.options["hints-a"] == "3" and header.options["device-b"] == "2"
    again = header_of(referee_of(header))
    assert [*again.options.items()] == [*header.options.items()]
