"""The contract of `schiri_engines.game`, held against every game of the registry.

Seeded playouts of each game with several options: what is said there of every game must hold in
every state that they come through.
"""

import random
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from schiri_engines.game import UNKNOWN, BoardGame, Game
from schiri_engines.options import chosen_options
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import board_game, game_class, names_for, rows
from schiri_engines.table import NEXT, SEAT_LETTERS, Table

from tests.counts import count

# What is tried beside the defaults: each by itself, with the most people that it takes.
OPTIONS: dict[str, list[dict[str, str]]] = {
    "switch": [
        {"repetition": "off"},
        {"layout": "free"},
        {"layout": "2", "start": "w"},
    ],
    "joggle": [
        {"goal": "1R1S", "extreme": "on"},
        {"goal": "2S", "no-field": "pass", "start": "b"},
        {"goal": "1R", "teams": "on"},
        {"goal": "1R", "teams": "on", "no-field": "pass"},
    ],
    "zwoggel": [
        {"frame": "8x8", "no-fill-holes": "on"},
        {"trip-ends-turn": "on"},
    ],
    "drehwurm": [
        {"mode": "full"},
        {"mode": "full", "joker": "number", "colours": "3"},
        {"mode": "full", "joker": "no-joker-on-joker", "throw-in": "same-colour"},
    ],
}
CASES = [(row.name, options) for row in rows() for options in [{}, *OPTIONS.get(row.name, [])]]
by_case = pytest.mark.parametrize(("name", "options"), CASES, ids=str)
by_seed = pytest.mark.parametrize("seed", range(count(1, 8)))
MOVES = 120
# More than a few of very many moves are not looked at: whoever lists three cards is long at it.
A_FEW = 60


def new(name: str, options: dict[str, str], seed: int) -> Any:
    """Return a game with as many people as it takes."""
    kind = game_class(name)
    least, most = kind.seats_for(options)
    return kind(options, least + seed % (most - least + 1))


def some_moves(game: Any, dice: random.Random) -> list[Any]:
    """Return legal moves, not all where they are very many, rather those that end nothing."""
    moves = list(islice(iter(game.legal_moves()), dice.choice((5, 400))))
    going_on = [move for move in moves if not is_leaving(move)]
    return dice.sample(going_on or moves, min(len(going_on or moves), A_FEW))


def is_leaving(move: object) -> bool:
    return isinstance(move, tuple) and move[0] in ("resign", "abandon")


def playout(game: Any, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """Play legal moves at random; yield the game before each with some of its legal moves."""
    dice = random.Random(seed)
    for _ in range(MOVES):
        moves = some_moves(game, dice)
        yield game, moves
        if not moves:
            return
        game.push(dice.choice(moves))


def shown(game: Any) -> tuple[object, ...]:
    """Return what anybody sees of a game."""
    return game.full_position(), game.turn, game.phase, str(game.outcome())


@by_seed
@by_case
def test_what_is_played_is_taken_back_to_the_root(
    name: str, options: dict[str, str], seed: int
) -> None:
    game = new(name, options, seed)
    root, trail = game.copy(), []
    for _, moves in playout(game, seed):
        # Nothing goes back over the step to the next game of a match.
        if not moves or NEXT in moves:
            break
        trail.append(shown(game))
    while trail and shown(game) != trail[-1]:
        game.pop()
        assert shown(game) in trail[-2:]
        if shown(game) == trail[-1]:
            trail.pop()
            break
    for before in reversed(trail):
        game.pop()
        assert shown(game) == before
    assert game == root


@by_seed
@by_case
def test_copies_are_equal_and_independent(name: str, options: dict[str, str], seed: int) -> None:
    game = new(name, options, seed)
    for _, moves in playout(game, seed):
        clone = game.copy()
        assert clone == game and shown(clone) == shown(game)
        if moves:
            before = shown(game)
            clone.push(moves[0])
            assert clone != game and shown(game) == before
            clone.pop()
            assert clone == game
        if moves and NEXT in moves:
            break


@by_seed
@by_case
def test_texts_lead_back(name: str, options: dict[str, str], seed: int) -> None:
    kind = game_class(name)
    game = new(name, options, seed)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")[: game.seats]
    for at, (_, moves) in enumerate(playout(game, seed)):
        for move in moves[:A_FEW]:
            assert game.parse_move(game.move_text(move)) == move
            assert game.parse_move(game.move_text(move, names), names) == move
            assert game.parse_moves(game.move_text(move)) == [move]
        alone = kind.from_position(game.full_position(), game.options)
        assert alone.full_position() == game.full_position() and alone.turn == game.turn
        assert (alone.phase, alone.outcome()) == (game.phase, game.outcome())
        assert alone.position() == game.position()
        if at % 8 == 0:
            assert sorted(map(str, some_moves(alone, random.Random(at)))) == sorted(
                map(str, some_moves(game, random.Random(at)))
            )
            again = eval(repr(game), {kind.__name__: kind})
            assert again == game and repr(again) == repr(game)


@by_seed
@by_case
def test_legal_is_what_is_not_refused(name: str, options: dict[str, str], seed: int) -> None:
    game = new(name, options, seed)
    met: list[Any] = []
    for at, (_, moves) in enumerate(playout(game, seed)):
        assert bool(moves) == (game.outcome() is None)
        assert [game.why_not(move) for move in moves] == [None] * len(moves)
        assert {type(move) for move in moves} <= {int, tuple}
        met += moves[:2]
        if at % 8:
            continue
        legal = set(islice(iter(game.legal_moves()), 2000))
        for move in set(met[-40:]) - legal if len(legal) < 2000 else ():
            before = shown(game)
            assert is_chosen_number(move) or game.why_not(move)
            if game.why_not(move):
                with pytest.raises(Refused) as refused:
                    game.play(move)
                assert refused.value.refusal == game.why_not(move)
                assert shown(game) == before


def is_chosen_number(move: Any) -> bool:
    """Tell whether it is a move of which the list has only one for all."""
    return isinstance(move, tuple) and move[0] in ("race", "left", "ate")


@by_seed
@by_case
def test_plies_are_legal_and_playing_checks(name: str, options: dict[str, str], seed: int) -> None:
    game = new(name, options, seed)
    for at, (_, moves) in enumerate(playout(game, seed)):
        if at % 8 == 0 and game.phase != "start":
            for move in islice(iter(game.plies()), A_FEW):
                assert game.why_not(move) is None
                game.play(move)
                game.pop()
        if not moves:
            before = shown(game)
            for move in game.plies():
                raise AssertionError(f"a ply after the end: {move}")
            assert shown(game) == before and game.phase == "over" and game.turn is None


@by_case
def test_a_table_refuses_and_changes_nothing(name: str, options: dict[str, str]) -> None:
    game = new(name, options, 1)
    table = Table(game, SEAT_LETTERS[: game.seats])
    for seed in range(6):
        before = shown(table.game)
        for text in ("", "?", "a1-a1", "R:R", "set", "set turn", "set turn X", "set position x"):
            with pytest.raises((MalformedText, Refused)):
                for entry in table.parse_all(text):
                    table.apply(entry)
            assert shown(table.game) == before
        if table.outcome():
            # Even a short game has let it be tried in a few states.
            assert seed > 2
            break
        table.apply(some_moves(table.game, random.Random(seed))[0])
    while table.try_apply(("undo",)) is None:
        pass
    assert table.game == new(name, options, 1)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_a_game_has_every_member_of_its_own(row: Any) -> None:
    kind = game_class(row.name)
    assert (row.name, row.size) == (kind.NAME, kind.SIZE)
    assert issubclass(kind, BoardGame if row.size else Game)
    game = kind()
    members = [member for member in dir(BoardGame) if hasattr(kind, member)]
    assert {member for member in dir(Game) if not member.startswith("_")} <= set(members)
    assert game.seats >= kind.seats_for({})[0] and game.phase and game.position()
    assert game.options == chosen_options(kind.OPTIONS, {})
    assert game != object() and game == kind()
    with pytest.raises(TypeError):
        hash(game)
    for key, form in kind.SET_KEYS.items():
        assert key.islower() and form


@pytest.mark.parametrize("name", names_for())
def test_a_device_has_what_is_marked_so(name: str) -> None:
    """Its classes do not inherit from the contract: they keep it by having each member."""
    whole, alone = game_class(name), board_game(name)
    marked = [
        member
        for kind in (Game, BoardGame)
        for member, what in vars(kind).items()
        if "Device." in (what.__doc__ or "") and not member.startswith("_")
    ]
    assert len(marked) > 15
    assert [member for member in marked if not hasattr(alone, member)] == []
    for member in ("NAME", "SIZE", "OPTIONS", "ROLL", "SET_KEYS", "RESIGN_RULE"):
        assert getattr(alone, member) == getattr(whole, member)


@pytest.mark.parametrize("name", names_for())
def test_a_position_given_as_ended_ends_in_no_draw(name: str) -> None:
    kind = game_class(name)
    given = kind().position().split()
    if len(given) < 2 or given[1] not in "bw":
        pytest.skip("its position has no side")
    given[1] = "-"
    game = kind.from_position(" ".join(given))
    assert game.outcome() == UNKNOWN and not game.outcome().winners
    assert (game.phase, game.turn, list(game.legal_moves())) == ("over", None, [])
    assert eval(repr(game), {kind.__name__: kind}) == game


def test_history_counts_where_a_rule_looks_at_it() -> None:
    kind = game_class("switch")
    there_and_back = ("a1-c3", "e5-a1", "c3-e5", "b1-c3", "a1-b1", "c3-a1")
    with_rule, without = kind(), kind({"repetition": "off"})
    for game in (with_rule, without):
        assert game.position() == game.copy().after(*there_and_back[:0]).position()
    texts = [with_rule.move_text(move) for move in with_rule.legal_moves()]
    assert texts
    for first, second in product(texts[:6], repeat=2):
        one, other = kind().after(first), kind().after(second)
        assert (one == other) == (first == second)
