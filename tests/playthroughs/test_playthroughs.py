"""Recorded games go as written, and back; every refusal of the rules occurs in one.

`make playthroughs` records them again after an intended change; the diff shows the change.
"""

import re
from pathlib import Path

import pytest
from schiri.prose import words_of
from schiri_engines.drehwurm import notation
from schiri_engines.refusals import RULE_OF
from schiri_engines.registry import GameRow, game_class, row_of, rows

from tests.games import GAMES
from tests.golden import steps
from tests.playthroughs.rules_player import RulesPlayer, scripts, scripts_of
from tests.sources import ENGINES

SCRIPTS = scripts()
# A warning: the move itself is legal.
CAUTIONS = {"connects-opponent"}
# Codes of the PC: names, and the moments of a table; their own tests cover them.
OF_HOST = {"too-late", "undo-declined", "undo-unanswered", "bad-name", "doubled-name", "bad-text"}
# No script has a clock.
OF_CLOCKS = {"time-left"}
# Rules of our games and of the table. A game from outside has other rules.
PREFIXES = {rule.split("-")[0] for name in GAMES for rule, _ in words_of(name).rules} | {"TA"}
# Codes of a position given to `schiri engine` with its own options, and of the registry.
OF_POSITIONS = {"skipped-side", "unknown-game"}
# A rule about looking at cards, which no command covers.
LOOKED_AT = {"ZW-10"}

each_script = pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)


@each_script
def test_a_game_goes_as_recorded_and_can_be_undone(path: Path) -> None:
    player, states = RulesPlayer(), States()
    for step in steps(path.read_text()):
        if step.text.startswith("begin "):
            take_back(player, states)
            states = States()
        if step.is_command:
            assert tuple(player(step.text)) == step.told, step.text
            states.follow(player)
    take_back(player, states)


class States(dict[int, dict[str, str]]):
    """The states of a game by number of entries, without those between a roll and its move."""

    def follow(self, player: RulesPlayer) -> None:
        for now, state in player.states:
            if max(self, default=-1) > now:
                assert state == self.get(now, state)
            for beyond in [count for count in self if count >= now]:
                del self[beyond]
            self[now] = state


def take_back(player: RulesPlayer, states: States) -> None:
    """Undo everything that can be undone; each state is met again."""
    if player.table is None:
        return
    while player("undo") != ["no nothing-to-undo TA-3"]:
        states.follow(player)
    # An undo never reaches the previous game of a match.
    assert list(states) == [0] or player.table.game.NAME == "drehwurm"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_each_game_has_a_playthrough(row: GameRow) -> None:
    told = "".join(path.read_text() for path in scripts_of(row))
    assert f"\nbegin {row.name} " in told and "over=yes" in told
    assert "\nmoves\n" in told


def test_every_refusal_is_in_a_playthrough_with_its_rule() -> None:
    for row in rows():
        game_class(row.name)
    text = "".join(path.read_text() for path in SCRIPTS)
    met = set(re.findall(r"^  no ([a-z-]+) ([A-Z]+-[0-9]+)", text, re.MULTILINE))
    met |= set(re.findall(r"code=([a-z-]+) rule=([A-Z]+-[0-9]+)", text))
    ours = {pair for pair in RULE_OF.items() if pair[1].split("-")[0] in PREFIXES}
    assert met == {pair for pair in ours if pair[0] not in CAUTIONS | OF_HOST | OF_CLOCKS}


def test_every_error_of_malformed_text_is_in_a_playthrough() -> None:
    text = "".join(path.read_text() for path in SCRIPTS)
    sources = "".join(path.read_text() for path in ENGINES.rglob("*.py"))
    wanted = set(re.findall(r'MalformedText\(\s*"([a-z-]+)"', sources))
    assert set(re.findall(r"^  malformed ([a-z-]+)", text, re.MULTILINE)) >= wanted - OF_POSITIONS


def taken(row: GameRow) -> list[str]:
    every = [step for path in scripts_of(row) for step in steps(path.read_text())]
    return [
        command
        for step in every
        if step.is_command and not "".join(step.told[:1]).startswith(("no ", "malformed "))
        for command in step.text.split(" ; ")
    ]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_every_key_of_set_is_in_a_playthrough(row: GameRow) -> None:
    keys = {command.split()[1] for command in taken(row) if command.startswith("set ")}
    kind = game_class(row.name)
    modes = [{"mode": mode} for mode in ("full", "fast")] if row.name == "drehwurm" else [{}]
    assert keys == {key for options in modes for key in kind(options, 3 - bool(row.size)).SET_KEYS}


def test_every_command_of_drehwurm_is_in_a_playthrough() -> None:
    words = {command.split()[0] for command in taken(row_of("drehwurm"))}
    assert words >= {*notation.FULL, *notation.FAST}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_a_playthrough(game: str) -> None:
    text = "".join(path.read_text() for path in scripts_of(row_of(game)))
    rules = {rule for rule, _whose in words_of(game).rules}
    assert rules - {*re.findall(r"[A-Z]+-[0-9]+", text)} - LOOKED_AT == set()
