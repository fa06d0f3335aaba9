"""Matches between two engines: no move is illegal, and Switch is played perfectly."""

from random import Random
from typing import cast

import pytest
from schiri.games.switch.values import lost_positions
from schiri_engines.joggle.game import Joggle
from schiri_engines.solver.values import order_of
from schiri_engines.switch.game import Switch

from tests.counts import count
from tests.ugi.arbiter import Stepped, opening, play

LOST = lost_positions()


def test_no_move_of_switch_gives_anything_away() -> None:
    random = Random(1)
    engines = Stepped("switch"), Stepped("switch")
    results = set()
    for number in range(count(20, 200)):
        game = cast(Switch, opening("switch", random, number % 13))
        value, mover = game.value(LOST), game.turn
        made = list(play(engines, game, f"fen {game.position()}", "go depth 1", lambda: ""))
        for played in made:
            worths = dict(cast(Switch, played.before).worths(LOST))
            move = played.before.parse_move(played.text)
            assert worths[move] == min(worths.values(), key=order_of)
        assert mover is not None
        result = game.returns()[mover]
        assert result == (value > 0) - (value < 0)
        # Where both are perfect, a game that can be won takes as long as its value says.
        assert not value or len(made) == abs(value)
        results.add(result)
    assert results == {-1, 0, 1}


@pytest.mark.parametrize("rolls", [True, False], ids=["arbiter rolls", "engines roll"])
def test_no_move_of_joggle_is_illegal(rolls: bool) -> None:
    random = Random(2)
    engines = Stepped("joggle", 3), Stepped("joggle", 4)
    for _ in range(count(1, 100)):
        game = Joggle()
        roll = (lambda: random.choice("RGBYJJ")) if rolls else (lambda: "")
        made = list(play(engines, game, "startpos", "go depth 1", roll))
        assert all((":" in played.text) != rolls for played in made)
        outcome = game.outcome()
        assert outcome and outcome.rule == "JO-7"
