"""The contract of `schiri_engines.game` as checks of one game each.

Decides what is checked in seeded playouts: a statement about every game must hold in every state of
them.  The author of a game from outside runs these checks on it.
"""

import ast
import inspect
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from textwrap import dedent
from typing import Any

import pytest
from schiri.command_table import CommandTable
from schiri_engines import programs
from schiri_engines.game import BoardGame, Game
from schiri_engines.grid import rows_text
from schiri_engines.options import chosen_options
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Outcome, Refused
from schiri_engines.registry import board_game, game_class, row_of
from schiri_engines.table import NEXT, Table

from tests.counts import count, some
from tests.golden import steps
from tests.playthroughs.rules_player import RulesPlayer, scripts_of

MOVES = count(8, 100)
# Limits of long move lists: to list the moves of three cards takes a long time.
A_FEW = 60
MANY = 400


def new(name: str, options: dict[str, str], seed: int) -> Any:
    """Return a game with a permitted number of people."""
    kind = game_class(name)
    least, most = kind.seats_for(options)
    return kind(options, least + seed % (most - least + 1))


def some_moves(game: Any, dice: random.Random) -> list[Any]:
    """Return legal moves: a sample of a long list, preferably moves that do not end the game."""
    moves = list(islice(iter(game.legal_moves()), dice.choice((5, MANY))))
    going_on = [move for move in moves if not is_leaving(move)]
    return dice.sample(going_on or moves, min(len(going_on or moves), A_FEW))


@cache
def recorded(name: str) -> list[Any]:
    """Return the game after each command of its recorded games. Callers must not change them."""
    found = []
    for path in scripts_of(row_of(name)):
        player = RulesPlayer()
        for step in steps(path.read_text()):
            if step.is_command:
                player(step.text)
                found += [player.table.game.copy()] if player.table else []
    goes_on = {game.outcome() is None for game in found}
    assert goes_on == {True, False}, (
        f"a playthrough of {name} needs a game that is played to its end"
    )
    return found


def is_leaving(move: object) -> bool:
    return isinstance(move, tuple) and move[0] in ("resign", "abandon")


def playout(game: Any, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """Play random legal moves; yield the game before each with some of its legal moves."""
    dice = random.Random(seed)
    for _ in range(MOVES):
        moves = some_moves(game, dice)
        yield game, moves
        if not moves:
            return
        game.push(dice.choice(moves))


def shown(game: Any) -> tuple[object, ...]:
    return game.position(), game.turn, game.phase, str(game.outcome())


def check_what_is_played_is_taken_back_to_the_root(
    name: str, options: dict[str, str], seed: int
) -> None:
    game = new(name, options, seed)
    root, trail = game.copy(), []
    for _, moves in playout(game, seed):
        # An undo never crosses the step to the next game of a match.
        if not moves or NEXT in moves:
            break
        trail.append(shown(game))
    while trail and shown(game) != trail[-1]:
        game.pop()
        assert shown(game) in trail[-2:]
        if shown(game) == trail[-1]:
            trail.pop()
            break
    # A copy has the whole history.
    for each in (game.copy(), game):
        for before in reversed(trail):
            each.pop()
            assert shown(each) == before
        assert each == root


def check_copies_are_equal_and_independent(name: str, options: dict[str, str], seed: int) -> None:
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


def check_programs_can_play(name: str, options: dict[str, str], seed: int) -> None:
    """A program needs nothing else to play: the side to move, the moves and the result."""
    game = new(name, options, seed)
    kind: Any = type(game)
    for _, moves in playout(game, seed):
        weights = dict(programs.chance_outcomes(game))
        assert programs.player(game) == (programs.CHANCE if weights else game.turn)
        assert not weights or sorted(weights) == sorted(game.legal_moves())
        again = pickle.loads(pickle.dumps(game))
        assert again == game
        assert hash(again) == hash(game)
        for move in moves if kind.SIZE else ():
            index = programs.move_index(kind, move)
            assert 0 <= index < programs.moves_count(kind) and programs.move_at(kind, index) == move
    outcome = game.outcome()
    returns = programs.returns(game)
    assert len(returns) == game.seats
    winners = outcome.winners if outcome else ()
    assert [seat for seat in range(game.seats) if returns[seat] > 0] == sorted(winners)


def check_texts_lead_back(name: str, options: dict[str, str], seed: int) -> None:
    kind = game_class(name)
    game = new(name, options, seed)
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")[: game.seats]
    for at, (_, moves) in enumerate(playout(game, seed)):
        for move in moves[:A_FEW]:
            assert game.parse_move(game.move_text(move)) == move
            assert game.parse_move(game.move_text(move, names), names) == move
            assert programs.parse_moves(game, game.move_text(move)) == [move]
        alone = kind.from_position(game.position(), game.options)
        assert alone.position() == game.position() and alone.turn == game.turn
        assert (alone.phase, alone.outcome()) == (game.phase, game.outcome())
        if at % 8 == 0:
            assert sorted(map(str, some_moves(alone, random.Random(at)))) == sorted(
                map(str, some_moves(game, random.Random(at)))
            )
            again = eval(repr(game), {kind.__name__: kind})
            assert repr(again) == repr(game) and again.position() == game.position()


def check_legal_is_what_is_not_refused(name: str, options: dict[str, str], seed: int) -> None:
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
    """Return whether the move contains a free number, for which the list has one example."""
    return isinstance(move, tuple) and move[0] in ("race", "left", "ate")


def check_plies_are_legal_and_playing_checks(name: str, options: dict[str, str], seed: int) -> None:
    game = new(name, options, seed)
    for at, (_, moves) in enumerate(playout(game, seed)):
        # A complete list takes long if there are very many.
        if at % 8 == 0 and len(list(islice(iter(game.legal_moves()), MANY))) < MANY:
            for move in islice(iter(programs.plies(game)), A_FEW):
                assert game.why_not(move) is None
                game.play(move)
                game.pop()
        if not moves:
            before = shown(game)
            for move in programs.plies(game):
                raise AssertionError(f"a ply after the end: {move}")
            assert shown(game) == before and game.phase == "over" and game.turn is None


def check_a_table_refuses_and_changes_nothing(
    name: str, options: dict[str, str], seed: int
) -> None:
    game = new(name, options, seed)
    table = CommandTable(game, SEAT_LETTERS[: game.seats])
    dice = random.Random(seed)
    for _ in range(6):
        before = shown(table.game)
        for text in ("", "?", "a1-a1", "R:R", "set", "set turn", "set turn X", "set position x"):
            with pytest.raises((MalformedText, Refused)):
                for entry in table.parse_all(text):
                    table.apply(entry)
            assert shown(table.game) == before
        moves = some_moves(table.game, dice)
        if not moves:
            break
        table.apply(moves[0])
    while table.try_apply(("undo",)) is None:
        pass
    assert table.game == new(name, options, seed)


@cache
def members_of(kind: type) -> set[str]:
    """Return the members that a class of the contract names, those for types alone as well."""
    (tree,) = ast.parse(dedent(inspect.getsource(kind))).body
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert len(functions) > 10
    return {node.name for node in functions if not node.name.startswith("_")}


def check_a_game_has_every_member(row: Any) -> None:
    kind = game_class(row.name)
    assert (row.name, row.size) == (kind.NAME, kind.SIZE)
    assert issubclass(kind, BoardGame if row.size else Game)
    game = kind()
    contract = [BoardGame, Game] if row.size else [Game]
    wanted = {member for each in contract for member in members_of(each)}
    # Without its rule, nobody wins by resigning.
    wanted -= set() if kind.RESIGN_RULE else {"opponents"}
    game = kind()
    assert {member for member in wanted if not hasattr(game, member)} == set()
    assert game.seats >= kind.seats_for({})[0] and game.phase and game.position()
    assert game.options == chosen_options(kind.OPTIONS, {})
    assert game != object() and game == kind()
    assert hash(game) == hash(kind())
    for key, form in kind.SET_KEYS.items():
        assert key.islower() and form
    least, most = kind.seats_for({})
    for wrong in (least - 1, most + 1, most + 2):
        with pytest.raises(MalformedText) as raised:
            kind({}, wrong)
        assert (raised.value.code, raised.value.found) == ("bad-number", str(wrong))


def check_a_device_and_a_pc_have_one_class(name: str) -> None:
    assert board_game(name) is game_class(name)


def check_a_position_given_as_ended_ends_in_no_draw(name: str) -> None:
    kind = game_class(name)
    given = kind().position().split()
    # The side to move, and the roll if the game has one.
    given[1:3] = ["-"] * len(given[1:3])
    game = kind.from_position(" ".join(given))
    assert game.outcome() == Outcome((), "")
    assert (game.phase, game.turn, list(game.legal_moves())) == ("over", None, [])
    assert eval(repr(game), {kind.__name__: kind}) == game


def check_only_a_draw_has_no_winner(name: str) -> None:
    for game in recorded(name):
        outcome = game.outcome()
        if outcome and outcome.rule:
            assert bool(outcome.winners) != (outcome.rule in game.DRAW_RULES), outcome


def check_a_position_is_the_whole_state(name: str) -> None:
    for game in some(recorded(name), 400):
        alone = type(game).from_position(game.position(), game.options)
        assert shown(alone) == shown(game)
        assert getattr(alone, "colours", "") == getattr(game, "colours", "")


def check_who_wins_and_by_which_cells(name: str) -> None:
    for game in recorded(name):
        outcome, cells = game.outcome(), game.winning_cells()
        winners = outcome.winners if outcome else ()
        assert bool(cells) == bool(winners) and len(set(cells)) == len(cells)
        assert set(game.letters(cells)) == {game.colours[seat] for seat in winners}
        for seat in range(game.seats):
            # Before the choice of colours there are two people.
            others = [each for each in range(game.seats) if each != seat]
            against = [each for each in others if not game.colours or is_against(game, seat, each)]
            assert game.opponents(seat) == tuple(against)
            assert not winners or seat in winners or game.opponents(seat) == winners


def check_the_winning_cells_are_why_it_is_won(name: str) -> None:
    """A cell is a winning cell if the win is lost once its piece is exchanged.

    Rule: if these cells are enough for a win, no other cell is one.
    """
    won = [game for game in recorded(name) if game.outcome() and game.outcome().winners]
    dice, tried = random.Random(name), 0
    for game in some({game.position(): game for game in won}.values(), 12):
        letters, cells = game.cells(), set(game.winning_cells())
        winner = letters[min(cells)]
        # The position does not show a win after a correction by hand, or a win by other means.
        if not has_won(game, letters, winner):
            continue
        own = [cell for cell in range(len(letters)) if letters[cell] == winner]
        others = [cell for cell in range(len(letters)) if letters[cell] != winner]
        worth = {
            cell: {has_won(game, exchanged(letters, cell, at), winner) for at in others}
            for cell in own
        }
        needed = {cell for cell in own if False in worth[cell]}
        assert needed <= cells, (letters, needed - cells)
        if False not in {has_won(game, shuffled(letters, needed, dice), winner) for _ in range(20)}:
            tried += 1
            unknown = {cell for cell in own if None in worth[cell]}
            assert cells <= needed | unknown, (letters, cells - needed)
    assert tried, f"a playthrough of {name} needs a win by moves alone, each of its cells needed"


def exchanged(letters: str, one: int, two: int) -> str:
    lie = list(letters)
    lie[one], lie[two] = lie[two], lie[one]
    return "".join(lie)


def shuffled(letters: str, fixed: set[int], dice: random.Random) -> str:
    rest = [letters[cell] for cell in range(len(letters)) if cell not in fixed]
    dice.shuffle(rest)
    return "".join(letters[at] if at in fixed else rest.pop() for at in range(len(letters)))


def has_won(game: Any, letters: str, colour: str) -> bool | None:
    """Return whether a colour has won if these letters replace the board of a game.

    Shape: None if the game refuses such a position, which is then neither won nor lost.
    """
    _rows, _side, *others = game.board_text().split()
    position = " ".join([rows_text(letters, game.SIZE), game.side, *others])
    try:
        alone = type(game).from_position(position, game.options)
    except (MalformedText, Refused):
        return None
    outcome = alone.outcome()
    return bool(outcome) and colour in {alone.colours[seat] for seat in outcome.winners}


def is_against(game: Any, seat: int, other: int) -> bool:
    return bool(game.colours[seat] != game.colours[other])


def check_presses_mean_moves(name: str) -> None:
    for game in some(recorded(name), 200):
        moves = game.legal_moves()
        for cell in range(game.SIZE**2):
            found = [move for move in moves if game.move_cells(move)[:1] == (cell,)]
            assert sorted(game.moves_from(cell)) == sorted(found)
            assert (game.why_not_from(cell) is None) == bool(found)
        for move in moves:
            cells = game.move_cells(move)
            assert len(cells) < 2 or game.move_between(*cells) == move


def check_entries_put_it_where_it_stands(name: str) -> None:
    """Check the entries that lead to a state, in a new game and in one that is played."""
    for game in recorded(name):
        other: Table[Any] = Table(game_class(name)(game.options, game.seats))
        # If colours are not chosen, a position shows the colour of each seat, but entries do not.
        if game.outcome() or (other.game.colours and other.game.colours != game.colours):
            continue
        for table in (other, Table(game.copy())):
            for entry in game.setup_entries(game.turn):
                table.apply(entry)
            assert standing(table.game) == standing(game)


def standing(game: Any) -> tuple[object, ...]:
    """Return the state of a board that matters for the rest of the game."""
    return game.board_text(), game.phase, game.turn, game.colours, sorted(game.legal_moves())


# A game by its name, with these options, from this seed.
CHECKS: list[Callable[[str, dict[str, str], int], None]] = [
    check_what_is_played_is_taken_back_to_the_root,
    check_copies_are_equal_and_independent,
    check_programs_can_play,
    check_texts_lead_back,
    check_legal_is_what_is_not_refused,
    check_plies_are_legal_and_playing_checks,
    check_a_table_refuses_and_changes_nothing,
]
# A game by its name.
RECORDED_CHECKS: list[Callable[[str], None]] = [
    check_only_a_draw_has_no_winner,
    check_a_position_is_the_whole_state,
]
# A board game by its name.
BOARD_CHECKS = [
    check_a_device_and_a_pc_have_one_class,
    check_a_position_given_as_ended_ends_in_no_draw,
    check_who_wins_and_by_which_cells,
    check_the_winning_cells_are_why_it_is_won,
    check_presses_mean_moves,
    check_entries_put_it_where_it_stands,
]
