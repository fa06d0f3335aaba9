"""The properties of a Joggle position in words: the rules that decide something in it.

Decides with the reference implementation only.
"""

from collections.abc import Callable

from tests.engines import plain_joggle as plain


def refusals(game: plain.Game, roll: str, texts: list[str]) -> list[tuple[str, plain.Why]]:
    """Return the moves among some that are refused on this roll, with the reasons."""
    if game.winner or game.roll not in ("", roll):
        return []
    rolled = game._replace(roll=roll)
    found = [(text, plain.why(rolled, text)) for text in texts]
    return [(text, why) for text, why in found if why]


def swaps(game: plain.Game) -> list[str]:
    """Return the texts of all swaps of an own marble with another."""
    own, theirs = (plain.cells_with(game.board, c) for c in (game.side, plain.other(game.side)))
    return [f"{one}x{two}" for one in sorted(own) for two in sorted(theirs)]


def would_win(game: plain.Game, text: str) -> str:
    """Return the colour that would have the goal after a placement or a swap if it were legal."""
    board = {**game.board, text: game.side}
    if len(text) > 2:
        board = plain.swapped(game.board, text[:2], text[3:])
    after = game._replace(board=board)
    return plain.has_won(after, game.side) or plain.has_won(after, plain.other(game.side))


def names_of_swaps(game: plain.Game) -> set[str]:
    """Return the properties of the swaps of a position."""
    found = set()
    if plain.all_placed(game) and game.roll in ("", "J") and not game.winner:
        rolled = game._replace(roll="J")
        if any("x" in text for text in plain.legal_moves(rolled)):
            found.add("JO-8")
    for text, (rule, cells) in refusals(game, "J", swaps(game)):
        if rule == "JO-9":
            found.add("JO-9 own" if text[3:] in cells else "JO-9 other")
            if would_win(game, text):
                found.add("JO-9 goal")
        if rule == "JO-10":
            found.add("JO-10 own" if text[:2] in cells else "JO-10 other")
            if would_win(game, text):
                found.add("JO-10 goal")
    return found


def names_of_placements(game: plain.Game) -> set[str]:
    """Return the properties of the fields of a position."""
    found = set()
    rolls = plain.DIE
    for roll in rolls if not game.winner and game.roll in ("", *rolls) else ():
        if game.roll not in ("", roll):
            continue
        if not plain.usable(game._replace(roll=roll)):
            on = plain.fields(game.rules.board)[roll]
            is_full = all(game.board[cell] != "." for cell in on)
            found.add("JO-5" if is_full else "JO-5 by JO-11")
    for text, (rule, _) in refusals(game, "J", list(plain.CELLS)):
        if rule == "JO-11":
            found.add("JO-11 goal" if would_win(game, text) else "JO-11")
    return found


def names_of_ends(game: plain.Game) -> set[str]:
    """Return the endings of a game within one ply."""
    if game.winner:
        return {"over"}
    return set(plain.counted(game, 1)[1]) or {"quiet"}


NAMES: list[Callable[[plain.Game], set[str]]] = [
    names_of_ends,
    names_of_placements,
    names_of_swaps,
]


def held_by(game: plain.Game) -> set[str]:
    """Return all properties of a position."""
    return set().union(*(names(game) for names in NAMES))
