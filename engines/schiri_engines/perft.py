"""Counting move sequences: the fingerprint of a game's rules.

Decides what perft counts.  Must not know any game.
"""

from .programs import is_within_ply, plies_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .game import Game, Move


def perft(game: "Game", depth: int) -> int:
    """Return the number of move sequences of exactly ``depth`` plies.

    The game defines a ply: in Joggle a roll with its move, or a roll that passes the turn.

    A game that ends earlier contributes nothing beyond its end.  Every position is made and its
    outcome computed, at the leaves too: no bulk counting.

    >>> from schiri_engines.switch.game import Switch
    >>> perft(Switch({"repetition": "off"}), 2)
    1248
    """
    if depth == 0:
        return 1
    total = 0
    plies, has_die = plies_of(game), game.ROLL > 0
    # For each node the moves still to try, their ply, and whether each completes the last ply.
    # Devices have no stack for recursion.
    nodes = [(iter(plies(game)), 1, depth == 1 and (not has_die or is_within_ply(game)))]
    while nodes:
        moves, ply, is_last = nodes[-1]
        if is_last:
            total += leaves(game, moves)
        for move in moves:
            game.push(move)
            over = game.outcome()
            if has_die and is_within_ply(game):
                nodes.append((iter(plies(game)), ply, ply == depth))
                break
            if ply == depth:
                total += 1
            elif not over:
                ply += 1
                nodes.append((iter(plies(game)), ply, ply == depth and not has_die))
                break
            game.pop()
        else:
            nodes.pop()
            if nodes:
                game.pop()
    return total


def leaves(game: "Game", moves: "Iterable[Move]") -> int:
    """Return the number of moves, making each of them."""
    total = 0
    for move in moves:
        game.push(move)
        game.outcome()
        game.pop()
        total += 1
    return total
