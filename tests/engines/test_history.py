"""Histories: they behave like a list, without a long list in memory."""

import random

import pytest
from schiri_engines.history import PIECE, History
from schiri_engines.joggle import game as joggle
from schiri_engines.switch import game as switch
from schiri_engines.table import Table

from tests.counts import count


def pieces_of(history: "History[int]") -> list[list[int]]:
    return [*history._full, history.last]


def test_a_history_behaves_like_a_list() -> None:
    rng, plain = random.Random(1), list[int]()
    history: History[int] = History()
    for step in range(count(3000, 60_000)):
        # It grows and shrinks, across the ends of many pieces.
        if rng.random() < (0.75 if step // 400 % 2 == 0 else 0.3) or not plain:
            value = rng.choice([step, 7, -(1 << 30)])
            history.append(value)
            plain.append(value)
        else:
            assert history.pop() == plain.pop()
        assert (len(history), bool(history)) == (len(plain), bool(plain))
        if plain:
            at = rng.randrange(-len(plain), len(plain))
            assert (history[-1], history[at]) == (plain[-1], plain[at])
        if step % 50 == 0:
            assert list(history) == plain
            assert history.count(7) == plain.count(7)
        assert all(len(piece) <= PIECE for piece in pieces_of(history))
    assert len(plain) > 3 * PIECE


@pytest.mark.parametrize("size", [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
def test_a_copy_is_independent_and_its_end_raises(size: int) -> None:
    history = History(range(size))
    clone = History(history)
    for _ in range(size):
        clone.pop()
    for take in (clone.pop, lambda: clone[-1]):
        with pytest.raises(IndexError):
            take()
    clone.append(-1)
    assert list(history) == list(range(size))


@pytest.mark.parametrize("kind", [switch.Switch, joggle.Joggle])
def test_a_long_history_is_held_in_short_lists(kind: type) -> None:
    """Everything in a table and its game: no list, tuple or dict that grew with the game."""
    rng = random.Random(3)
    game = kind({"repetition": "3"} if kind is switch.Switch else {"goal": "2R1S"})
    table = Table(game)
    start = table.game.position()
    sizes = {id(value): len(value) for value in vars(game).values() if hasattr(value, "__len__")}
    while len(table.entries) < 600:
        moves = table.game.legal_moves()
        rng.shuffle(moves)
        move = next((move for move in moves if not ends(table, move)), None)
        # If every move ends the game, some moves are undone.
        for entry in [("undo",)] * 5 if move is None else [move]:
            assert table.try_apply(entry) is None
    for held in (table, table.game):
        for value in vars(held).values():
            if isinstance(value, History):
                assert all(len(piece) <= PIECE for piece in pieces_of(value))
            elif isinstance(value, list | tuple | dict):
                assert len(value) <= max(PIECE, sizes.get(id(value), 0))
    while table.entries:
        assert table.try_apply(("undo",)) is None
    assert table.game.position() == start


def ends(table: Table, move: int) -> bool:
    table.game.push(move)
    is_over = table.game.outcome() is not None
    table.game.pop()
    return is_over


def test_a_correction_copies_no_history() -> None:
    table = Table(switch.Switch())
    moves = table.game.legal_moves
    for _ in range(40):
        table.push([move for move in moves() if not ends(table, move)][-1])
        moves = table.game.legal_moves
    before = table.game
    assert table.try_apply(table.parse("set turn A")) is None
    assert table.game is not before
    assert (len(table.game.past), len(before.past)) == (0, 40)
    assert table.try_apply(("undo",)) is None
    assert table.game is before
