"""Noughts and crosses keeps the contract, and goes as recorded."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from schiri_engines.registry import row_of

from tests.engines import test_contract as contract
from tests.golden import played
from tests.house.subset import complaints
from tests.playthroughs.player import Player, scripts_of
from tests.playthroughs.test_playthroughs import test_everything_is_taken_back as is_taken_back
from tests.vm.interpreters import cpython, micropython

# What the contract says of every state of a game.
OF_PLAYOUTS = (
    contract.test_what_is_played_is_taken_back_to_the_root,
    contract.test_copies_are_equal_and_independent,
    contract.test_texts_lead_back,
    contract.test_legal_is_what_is_not_refused,
    contract.test_plies_are_legal_and_playing_checks,
)
FOLDER = Path(__file__).parent
RECORDED = FOLDER / "noughts.txt"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", [{}, {"start": "w"}], ids=str)
@pytest.mark.parametrize("holds", OF_PLAYOUTS, ids=lambda holds: holds.__name__)
def test_the_contract_is_kept(
    holds: Callable[[str, dict[str, str], int], None], options: dict[str, str], seed: int
) -> None:
    holds("noughts", options, seed)


def test_every_member_is_there() -> None:
    contract.test_a_game_has_every_member_of_its_own(row_of("noughts"))
    contract.test_a_device_has_what_is_marked_so("noughts")
    contract.test_a_position_given_as_ended_ends_in_no_draw("noughts")
    contract.test_a_table_refuses_and_changes_nothing("noughts", {})


def test_it_goes_as_recorded_and_back() -> None:
    assert scripts_of(row_of("noughts")) == [RECORDED]
    script = RECORDED.read_text()
    assert played(script, Player()) == script
    is_taken_back(RECORDED)


@pytest.mark.parametrize("name", ["rules.py", "device.py"])
def test_what_a_device_loads_keeps_to_its_subset(name: str) -> None:
    tree = ast.parse((FOLDER / name).read_text())
    assert list(complaints(tree)) == []


@pytest.mark.vm
def test_interpreters_agree() -> None:
    script = FOLDER / "script.py"
    told = cpython(script=script)
    assert "cell-taken" in told and micropython(script=script) == told
