"""Noughts and crosses keep the contract of every game."""

from collections.abc import Callable

import pytest
from schiri_engines.registry import row_of

from tests.engines.contract import BOARD_CHECKS, CHECKS, check_a_game_has_every_member


@pytest.mark.parametrize("options", [{}, {"start": "w"}], ids=str)
@pytest.mark.parametrize("check", CHECKS)
def test_it_keeps_the_contract(
    check: Callable[[str, dict[str, str], int], None], options: dict[str, str]
) -> None:
    for seed in range(3):
        check("noughts", options, seed)


@pytest.mark.parametrize("check", BOARD_CHECKS)
def test_a_board_keeps_the_contract(check: Callable[[str], None]) -> None:
    check("noughts")


def test_it_has_every_member() -> None:
    check_a_game_has_every_member(row_of("noughts"))
