"""Noughts and crosses keeps the contract, and goes as recorded."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import row_of
from schiri_engines.table import Table

from tests.engines.contract import (
    BOARD_CHECKS,
    CHECKS,
    RECORDED_CHECKS,
    check_a_game_has_every_member,
    check_the_winning_cells_are_why_it_is_won,
)
from tests.engines.test_contract import FAULTS, check_noticed, is_asked
from tests.fifth_game.rules import Noughts
from tests.house.subset import complaints
from tests.playthroughs.rules_player import scripts_of
from tests.playthroughs.test_playthroughs import (
    test_a_game_goes_as_recorded_and_can_be_undone as goes_as_written,
)
from tests.vm.interpreters import cpython, micropython

FOLDER = Path(__file__).parent
RECORDED = FOLDER / "noughts.txt"


@pytest.mark.parametrize("options", [{}, {"start": "w"}], ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract_is_kept(
    check: Callable[[str, dict[str, str], int], None], options: dict[str, str]
) -> None:
    for seed in range(5):
        check("noughts", options, seed)


@pytest.mark.parametrize(
    "check", [*RECORDED_CHECKS, *BOARD_CHECKS], ids=lambda check: check.__name__
)
def test_the_contract_of_board_games_is_kept(check: Callable[[str], None]) -> None:
    check("noughts")


def test_a_position_that_the_game_refuses_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Noughts.from_position

    def with_a_marked_corner(text: str, options: dict[str, str] | None = None) -> Noughts:
        if text[2] == ".":
            raise MalformedText("bad-position", text)
        return read(text, options)

    monkeypatch.setattr(Noughts, "from_position", with_a_marked_corner)
    check_the_winning_cells_are_why_it_is_won("noughts")


@pytest.mark.parametrize(("member", "fault"), FAULTS)
def test_a_broken_rule_fails_the_contract(member: str, fault: Callable[..., Any]) -> None:
    if is_asked("noughts", member):
        check_noticed("noughts", member, fault)


def test_the_game_has_every_member() -> None:
    check_a_game_has_every_member(row_of("noughts"))


def test_the_playthrough_is_as_recorded_and_can_be_undone() -> None:
    assert scripts_of(row_of("noughts")) == [RECORDED]
    goes_as_written(RECORDED)


@pytest.mark.parametrize("name", ["rules.py", "device.py"])
def test_device_code_keeps_to_the_subset(name: str) -> None:
    tree = ast.parse((FOLDER / name).read_text())
    assert list(complaints(tree)) == []


@pytest.mark.vm
def test_interpreters_agree() -> None:
    script = FOLDER / "first_marks.py"
    told = cpython(script=script)
    assert "cell taken" in told and micropython(script=script) == told


def test_a_position_with_a_corrected_turn_is_accepted() -> None:
    table = Table(Noughts())
    for text in ("a1", "set turn A", "b1"):
        assert table.try_apply(table.parse(text)) is None
    position = table.game.position()
    assert position == ".../.../bb. w" and Noughts.from_position(position).position() == position
