"""A game is set to the position of another one, new or not, from any position."""

from random import Random

import pytest
from schiri_device.games import adapter_of
from schiri_engines.game import BoardGame
from schiri_engines.refusals import SEAT_LETTERS
from schiri_engines.registry import board_game
from schiri_engines.table import Table

from tests.counts import count
from tests.games import BOARDS, OPTIONS

CASES = [(name, options) for name in BOARDS for options in [{}, *OPTIONS[name]]]


def standing(table: "Table[BoardGame]") -> tuple[object, ...]:
    """Return the complete position of a game."""
    game = table.game
    return (
        game.position(),
        table.turn,
        game.colours,
        adapter_of(game.NAME).status(game)[:2],
        game.phase,
    )


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_game_is_put_where_another_one_stands(name: str, options: dict[str, str]) -> None:
    random, counters = Random(name), 0
    seats = SEAT_LETTERS[: board_game(name).seats_for(options)[1]]
    for _ in range(count(2, 10)):
        table = Table(board_game(name)(options), seats)
        for _ in range(count(60, 150)):
            if table.outcome():
                break
            for other in (Table(board_game(name)(options), seats), table):
                before = standing(table)
                for entry in table.game.setup_entries(table.turn or 0):
                    assert other.try_apply(entry) is None
                assert standing(other) == before
                if other is table:
                    while table.entries and not table.is_move(table.entries[-1]):
                        table.try_apply(("undo",))
            counters += adapter_of(name).status(table.game)[1]
            table.push(random.choice(table.game.legal_moves()))
    # Only Switch has a counter.
    assert bool(counters) == (name == "switch")
