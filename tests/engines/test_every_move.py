"""Any number is a legal move of a game, or is refused.

Decides which moves are tried: every number that a move can have, and tuples that are nearly moves,
in the states of recorded games, which come through every phase.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from schiri_engines.drehwurm.game import Drehwurm
from schiri_engines.refusals import RULE_OF, Refusal

from tests.counts import count
from tests.engines.contract import recorded
from tests.games import GAMES

EVERY_INT = range(1 << 16)
OTHER_INTS = (-1, -32, -65536, 1 << 16, 1 << 16 | 11, 1 << 29, 10**30)
# Longest list of legal moves for which the test waits.
MOST = 3000
# Replacements of a value of a move, and values that are no move at all.
VALUES: list[Any] = [None, 1, -1, 0, 2, 3, 6, 99, 106, 1 << 29, 10**30, 1.5]
VALUES += ["", "x", "ry", "?", "j", "red", "y12", "y\u0663", "j5", "next", b"y3"]
VALUES += [(), (0,), (0, 0), (0, -1), (0, 0, 0), (1, 1 << 29), (0, None), ("0", 0), [0, 0]]
WORDS = ["flip", "place", "resign", "lay", "start", "can", "which", "race", "turned", "ate", "set"]


def phases(name: str, most: int) -> list[Any]:
    """Return this many states of each phase of a game, and of each kind of moves."""
    found: dict[tuple[object, ...], list[Any]] = {}
    for game in recorded(name):
        kind = game.SIZE == 8 and (game.all_placed(), game.roll == "J")
        what = (game.phase, game.options.get("mode"), getattr(game, "counter", False), kind)
        found.setdefault(what, []).append(game)
    return [game for games in found.values() for game in games[:: len(games) // most + 1]]


def is_in(move: Any, legal: set[Any]) -> bool:
    try:
        return move in legal
    except TypeError:
        # It contains a list: no move does.
        return False


def is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and 0 <= value <= most


def is_legal(game: Any, move: Any, legal: set[Any]) -> bool:
    """Return whether a move is in the list, or is represented by another one in it."""
    if is_in(move, legal):
        return True
    if not isinstance(game, Drehwurm) or not isinstance(move, tuple) or not move:
        return False
    word, values = move[0], move[1:]
    if word in ("turned", "passed"):
        return len(values) == 1 and is_number(values[0], 2) and (word,) in legal
    if word == "left" and len(values) == 2:
        return is_number(values[1], 105) and is_in((word, values[0], 0), legal)
    if word == "ate" and len(values) == 5 and all(is_number(each, 105) for each in values[2:]):
        if not is_in((word, *values[:2], 0, 0, 0), legal):
            return False
        eaten: Any = vars(game.game)["worms"]
        return bool(sum(values[2:]) + sum(eaten) <= 90)
    if word == "race" and all(isinstance(each, tuple) and len(each) == 2 for each in values):
        seats = [seat for seat, _ in values]
        are_right = [is_number(ms, (1 << 29) - 1) for _, ms in values]
        are_right += [is_in((word, (seat, 0)), legal) for seat in seats]
        return all(are_right) and len(seats) > 0 and len(set(seats)) == len(seats)
    return False


def check_refusal(game: Any, refusal: object) -> None:
    assert isinstance(refusal, Refusal) and refusal.rule == RULE_OF[refusal.code]
    for cell in refusal.cells:
        if isinstance(cell, tuple):
            assert not game.SIZE and [isinstance(each, int) for each in cell] == [True, True]
        else:
            assert 0 <= cell < game.SIZE**2


def near_moves(moves: list[Any], dice: random.Random) -> Iterator[Any]:
    yield from (*VALUES, *((word,) for word in WORDS), *((word, 0) for word in WORDS))
    for move in moves:
        yield from (move, move[:-1], move[1:], move + move[-1:], move[:1] + move[:0:-1], list(move))
        at = dice.randrange(len(move))
        for value in (*VALUES, *WORDS):
            yield move[:at] + (value,) + move[at + 1 :]


@pytest.mark.parametrize("name", GAMES)
def test_a_number_is_a_legal_move_or_refused(name: str) -> None:
    for game in phases(name, count(1, 8)):
        legal = {move for move in islice(iter(game.legal_moves()), MOST) if isinstance(move, int)}
        # In games whose moves are not numbers, a sample is enough.
        numbers = EVERY_INT[:: 1 if game.SIZE else 101]
        said = {move: game.why_not(move) for move in (*numbers, *OTHER_INTS)}
        played = {move for move, refusal in said.items() if refusal is None}
        assert played == {move for move in numbers if is_legal(game, move, legal)}
        for refusal in {*said.values()} - {None}:
            check_refusal(game, refusal)


@pytest.mark.parametrize("name", GAMES)
def test_a_tuple_is_a_legal_move_or_refused(name: str) -> None:
    dice = random.Random(1)
    met: list[Any] = []
    for game in phases(name, count(4, 30)):
        moves = list(islice(iter(game.legal_moves()), MOST))
        met += [move for move in dice.sample(moves, min(len(moves), 8)) if isinstance(move, tuple)]
        met += [("next",), ("abandon",), ("which", 0), ("can", "y3", 0)]
        legal = set(moves)
        for move in near_moves(dice.sample(met, min(len(met), 40)), dice):
            if isinstance(move, int) and game.SIZE:
                continue
            refusal = game.why_not(move)
            if refusal:
                check_refusal(game, refusal)
            if len(moves) < MOST:
                assert (refusal is None) == is_legal(game, move, legal), (game, move, refusal)
            elif refusal is None:
                assert isinstance(move, tuple) and game.copy().play(move) is None
