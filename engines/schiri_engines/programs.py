"""What only programs need of a game: chance, plies, results, and moves as indices.

Decides what follows from the contract for every game, and what a game adds to it.  Must not know
any game, nor the device, which does not load this.

A board game adds to it in its module ``programs``, one from outside in ``rules``: ``all_moves``,
each move and roll of all positions once, in a fixed order; with a die ``WEIGHTS`` of its rolls, if
they differ, and ``plies``, if a roll may be repeated.
"""

from .game_rows import part_of, row_of
from .options import chosen_options
from .refusals import SEAT_LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    from .game import BoardGame, Game, Move

# The die, as a seat.
CHANCE = -1
# For each board game its moves in the order of their indices, and the index of each move.
_INDICES: "dict[str, tuple[list[int], dict[int, int]]]" = {}


def _part(game: "Game | type[BoardGame]") -> "ModuleType":
    """Return the module with what a board game adds."""
    return part_of(row_of(game.NAME), "programs")


def player(game: "Game") -> int | None:
    """Return the seat that decides what comes next, `CHANCE` where a die does, None after the end.

    >>> from schiri_engines.joggle.game import Joggle
    >>> game = Joggle()
    >>> player(game) == CHANCE, player(game.after("R"))
    (True, 0)
    """
    return CHANCE if game.phase == "roll" else game.turn


def chance_outcomes(game: "Game") -> "list[tuple[Move, int]]":
    """Return each possible roll with its weight, an empty list if no roll is due.

    >>> from schiri_engines.joggle.game import Joggle
    >>> [(Joggle.move_text(roll), weight) for roll, weight in chance_outcomes(Joggle())]
    [('R', 1), ('G', 1), ('B', 1), ('Y', 1), ('J', 2)]
    """
    if game.phase != "roll":
        return []
    rolls = list(game.legal_moves())
    return list(zip(rolls, getattr(_part(game), "WEIGHTS", (1,) * len(rolls))))


def returns(game: "Game") -> list[float]:
    """Return each seat's result: 1 for a win, -1 for a loss, 0 for a draw and before the end.

    >>> from schiri_engines.switch.game import Switch
    >>> returns(Switch.from_position("bbbbb/bbbbb/bb.ww/wwwww/wwwww w"))
    [-1.0, 1.0]
    """
    outcome = game.outcome()
    winners = outcome.winners if outcome else ()
    if not winners:
        return [0.0] * game.seats
    return [1.0 if seat in winners else -1.0 for seat in range(game.seats)]


def expression(game: "Game") -> str:
    """Return a Python expression of a game at its position."""
    # Not as a dict, whose order differs between interpreters.
    usual = chosen_options(game.OPTIONS, {})
    chosen = [
        f"{name!r}: {game.options[name]!r}"
        for name, _ in game.OPTIONS
        if game.options[name] != usual[name]
    ]
    more = ", {" + ", ".join(chosen) + "}" if chosen else ""
    return f"{type(game).__name__}.from_position({game.position()!r}{more})"


def plies_of(game: "Game") -> "Callable[[Game], Sequence[Move]]":
    """Return the function `plies` of a game."""
    if not game.ROLL:
        return _legal_moves
    found: Callable[[Game], Sequence[Move]] = getattr(_part(game), "plies", _legal_moves)
    return found


def _legal_moves(game: "Game") -> "Sequence[Move]":
    return list(game.legal_moves())


def plies(game: "Game") -> "Sequence[Move]":
    """Return the legal moves that begin or continue a ply.

    A roll that must be repeated begins no ply.
    """
    return plies_of(game)(game)


def is_within_ply(game: "Game") -> bool:
    """Tell whether another move is due before the ply is complete: the one after a roll."""
    return game.ROLL > 0 and game.phase == "move"


def parse_moves(game: "Game", text: str, names: tuple[str, ...] = SEAT_LETTERS) -> "Sequence[Move]":
    """Return the moves of this text: one, or a roll with its move, as records have them.

    Raises: MalformedText, Refused (as `parse_move`).

    >>> from schiri_engines.joggle.game import Joggle
    >>> [Joggle.move_text(move) for move in parse_moves(Joggle(), "R:d4")]
    ['R', 'd4']
    """
    rolled, colon, moved = text.partition(":")
    if game.ROLL and colon:
        roll, move = game.parse_move(rolled), game.parse_move(moved)
        if _is_roll(game, roll) and not _is_roll(game, move):
            return [roll, move]
    return [game.parse_move(text, names)]


def _is_roll(game: "Game", move: "Move") -> bool:
    return isinstance(move, int) and move & game.ROLL == game.ROLL


# Moves as indices


def _indices(game: "BoardGame | type[BoardGame]") -> "tuple[list[int], dict[int, int]]":
    name = game.NAME
    if name not in _INDICES:
        moves = _part(game).all_moves()
        _INDICES[name] = moves, {moves[index]: index for index in range(len(moves))}
    return _INDICES[name]


def moves_count(game: "BoardGame | type[BoardGame]") -> int:
    """Return the number of different moves and rolls of a game.

    >>> from schiri_engines.joggle.game import Joggle
    >>> from schiri_engines.switch.game import Switch
    >>> moves_count(Switch), moves_count(Joggle)
    (1252, 8133)
    """
    return len(_indices(game)[0])


def move_index(game: "BoardGame | type[BoardGame]", move: int) -> int:
    """Return the index of a move, from 0 to `moves_count` less one.

    Raises: KeyError (where no position has this move).

    >>> from schiri_engines.switch.game import Switch
    >>> [move_index(Switch, move) for move in Switch().legal_moves()][:3]
    [11, 59, 107]
    """
    return _indices(game)[1][move]


def move_at(game: "BoardGame | type[BoardGame]", index: int) -> int:
    """Return the move of this index; the inverse of `move_index`."""
    return _indices(game)[0][index]
