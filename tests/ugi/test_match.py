"""Matches between two engines: no move is illegal, and Switch is played perfectly."""

from itertools import islice
from random import Random
from typing import cast

import pytest
from schiri.games.switch.values import lost_positions
from schiri_engines import programs
from schiri_engines.game import BoardGame
from schiri_engines.joggle.game import Joggle
from schiri_engines.registry import game_class
from schiri_engines.solver.values import order_of
from schiri_engines.switch.game import Switch
from schiri_engines.switch.programs import value_of, worths_of

from tests.counts import count
from tests.ugi.arbiter import Stepped, opening, play

LOST = lost_positions()


def test_no_move_of_switch_worsens_the_result() -> None:
    random = Random(1)
    engines = Stepped("switch"), Stepped("switch")
    results = set()
    for number in range(count(20, 200)):
        game = cast(Switch, opening("switch", random, number % 13))
        value, mover = value_of(game, LOST), game.turn
        made = list(play(engines, game, f"fen {game.board_text()}", "go depth 1", lambda: ""))
        for played in made:
            worths = dict(worths_of(cast(Switch, played.before), LOST))
            move = played.before.parse_move(played.text)
            assert worths[move] == min(worths.values(), key=order_of)
        assert mover is not None
        result = programs.returns(game)[mover]
        assert result == (value > 0) - (value < 0)
        # Where both are perfect, a game that can be won takes as long as its value says.
        assert not value or len(made) == abs(value)
        results.add(result)
    assert results == {-1, 0, 1}


def test_with_variety_games_differ_and_a_seed_repeats_them() -> None:
    def texts(*options: str, game: str = "switch") -> list[str]:
        engine = Stepped(game)
        assert [engine(f"setoption name {each}") for each in options] == [[]] * len(options)
        pair, new = (engine, engine), game_class(game)()
        assert isinstance(new, BoardGame)
        made = [*islice(play(pair, new, "startpos", "go depth 1", lambda: ""), 8)]
        for played in made if game == "switch" else ():
            worths = dict(worths_of(cast(Switch, played.before), LOST))
            best = min(worths.values(), key=order_of)
            assert worths[played.before.parse_move(played.text)] == best
        return [played.text for played in made]

    usual = texts()
    assert texts() == texts("Variety value false", "Seed value 7") == usual
    varied = {(*texts("Variety value true", f"Seed value {seed}"),) for seed in (1, 2, 3)}
    assert len(varied) == 3
    assert (*texts("Variety value true", "Seed value 2"),) in varied
    searched = [texts("Variety value true", f"Seed value {n}", game="joggle") for n in (1, 1, 2)]
    assert searched[0] == searched[1] != searched[2]


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
