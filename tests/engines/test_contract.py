"""The contract of `schiri_engines.game`, checked for every game of the registry."""

from collections.abc import Callable
from typing import Any

import pytest
from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.game import BoardGame, Game
from schiri_engines.joggle.game import Joggle
from schiri_engines.refusals import Outcome, refuse
from schiri_engines.registry import game_class, row_of
from schiri_engines.switch.game import Switch
from schiri_engines.zwoggel.game import Zwoggel

from tests.counts import count
from tests.engines.contract import (
    BOARD_CHECKS,
    CHECKS,
    RECORDED_CHECKS,
    check_a_game_has_every_member,
    recorded,
)
from tests.games import BOARDS, GAMES, OPTIONS

CASES = [(name, options) for name in GAMES for options in [{}, *OPTIONS[name]]]


@pytest.mark.parametrize("seed", range(count(1, 2)))
@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
@pytest.mark.parametrize("check", CHECKS)
def test_a_game_keeps_the_contract(
    check: Callable[[str, dict[str, str], int], None], name: str, options: dict[str, str], seed: int
) -> None:
    check(name, options, seed)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_every_member(name: str) -> None:
    check_a_game_has_every_member(row_of(name))


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("check", BOARD_CHECKS)
def test_a_board_game_keeps_the_contract(check: Callable[[str], None], name: str) -> None:
    check(name)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("check", RECORDED_CHECKS)
def test_a_recorded_game_keeps_the_contract(check: Callable[[str], None], name: str) -> None:
    check(name)


def another(game: Any, cells: tuple[int, ...]) -> tuple[int, ...]:
    lie = game.letters(range(game.SIZE**2))
    own = [cell for cell in range(len(lie)) if cells and lie[cell] == lie[cells[0]]]
    others = [cell for cell in own if cell not in cells]
    return (*cells[1:], *others[:1])


# A member of a game, and a wrong result, computed from the right member and its arguments.
FAULTS: list[tuple[str, Callable[..., Any]]] = [
    ("moves_from", lambda right, game, cell: []),
    ("why_not_from", lambda right, game, cell: None),
    ("why_not_from", lambda right, game, cell: refuse("wrong-phase")),
    ("move_between", lambda right, game, first, second: right(game, second, first)),
    ("setup_entries", lambda right, game, turn: []),
    ("winning_cells", lambda right, game: ()),
    ("winning_cells", lambda right, game: right(game)[1:] + right(game)[:1] * 2),
    ("winning_cells", lambda right, game: right(game)[1:]),
    ("winning_cells", lambda right, game: another(game, right(game))),
    ("opponents", lambda right, game, seat: (seat,)),
    ("opponents", lambda right, game, seat: ()),
    ("outcome", lambda right, game: right(game) and Outcome((), right(game).rule)),
    ("outcome", lambda right, game: right(game) and Outcome((1, 0), right(game).rule)),
]


def check_noticed(name: str, member: str, fault: Callable[..., Any]) -> None:
    """Check that a game with one wrong member breaks the contract."""
    kind = game_class(name)
    right = getattr(kind, member)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AssertionError):
        patch.setattr(kind, member, lambda *given: fault(right, *given))
        for check in RECORDED_CHECKS + BOARD_CHECKS * bool(kind.SIZE):
            check(name)


def is_asked(name: str, member: str) -> bool:
    """Return whether a game needs a member: some have no moves of two presses."""
    return member != "move_between" or any(
        len(game.move_cells(move)) > 1 for game in recorded(name) for move in game.legal_moves()
    )


def test_games_have_the_members_that_their_protocols_name() -> None:
    boards: list[BoardGame] = [Switch(), Joggle()]
    games: list[Game] = [*boards, Zwoggel(), Drehwurm()]
    assert {game.phase for game in games} == {"play", "roll", "flip", "turn"}


def test_history_counts_where_a_rule_looks_at_it() -> None:
    """A stone circles the free field: the position repeats, and without SW-9 so does the game."""
    kind = Switch
    for options, is_same in (({"repetition": "off"}, True), ({}, False)):
        game, start = kind(options), kind(options)
        seen = [game.position()]
        for _ in range(12):
            # The first legal move moves the last stone back.
            game.push(game.legal_moves()[0])
            seen.append(game.position())
        again = kind.from_position(game.position(), options)
        assert (again == game) is is_same and start == kind(options) and len(set(seen)) > 1
