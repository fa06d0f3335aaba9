"""Rolls are counted for each side, despite undos and corrections; and their probabilities."""

from itertools import product
from math import isclose, prod

import pytest
from schiri.games.joggle.luck import CHANCES, luck_of
from schiri.games.joggle.rulings import JoggleEnd, roll_counts
from schiri.referee import Referee
from schiri_engines.joggle.game import Joggle


def rolls(referee: Referee) -> dict[str, list[int]]:
    return {side: [*counts] for side, counts in roll_counts(referee.table).items()}


NEARLY = "w.w.wb.b/..bb.w.b/ww.....b/w.bbb.b./ww....../b..ww.bw/bb..www./...wb..."


def test_a_turn_that_is_set_goes_past_a_seat_with_nothing_left_to_place() -> None:
    game = Joggle.from_position(NEARLY + " b - 31")
    assert (game.supplies, game.turn) == ([0, 1], 1)
    game.set_state("turn", 0)
    assert (game.turn, game.side) == (1, "b")


def test_rolls_are_counted_for_each_side() -> None:
    referee = Referee("joggle", ["Ann", "Ben"])
    for text in ("R", "b1", "J", "a1", "J:h8", "Y", "undo"):
        referee.command(text)
    assert rolls(referee) == {"w": [1, 0, 0, 0, 1], "b": [0, 0, 0, 0, 1]}
    # A correction by hand keeps the earlier rolls, an undo removes them.
    referee.command("set turn Ann")
    referee.command("G")
    assert rolls(referee)["w"] == [1, 1, 0, 0, 1]
    for _ in range(3):
        referee.command("undo")
    assert rolls(referee) == {"w": [1, 0, 0, 0, 1], "b": [0, 0, 0, 0, 1]}
    (_, end) = referee.command("resign Ben")
    assert isinstance(end, JoggleEnd)
    assert end.rolls == {"w": (1, 0, 0, 0, 1), "b": (0, 0, 0, 0, 1)}


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0, 3), (1, 0, 1, 0, 2), (2, 1, 0, 0, 1), (1, 1, 1, 1, 0)]
)
def test_the_chance_of_joggles_is_that_of_all_rolls_there_are(counts: tuple[int, ...]) -> None:
    total = sum(counts)
    least = sum(
        prod(CHANCES[face] for face in thrown)
        for thrown in product(range(5), repeat=total)
        if thrown.count(4) >= counts[-1]
    )
    assert isclose(luck_of(counts).joggles, least)


def test_even_rolls_are_likely_and_uneven_ones_are_not() -> None:
    assert luck_of((10, 10, 10, 10, 20)).uneven == 1.0
    assert luck_of((10, 10, 10, 10, 40)).uneven < 0.05
    assert luck_of((40, 0, 0, 0, 20)).uneven < 1e-6
