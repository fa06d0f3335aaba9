"""Why a move of Joggle is refused: the first cause, its rule, and the cells that cause it.

Decides the refusals of JO-3 to JO-5 and JO-8 to JO-11.  Must not change anything.
"""

from ..refusals import RULE_OF, Refusal, refuse
from .fields import cell_of
from .figures import figures_around, is_complete
from .notation import KIND, SWAP

RULE_OF.update(
    {
        "no-usable-field": "JO-5",
        "place-too-late": "JO-4",
        "place-on-marble": "JO-3",
        "place-other-colour": "JO-3",
        "figure-too-early": "JO-11",
        "marble-move-too-early": "JO-4",
        "marble-move-from-free": "JO-4",
        "marble-move-not-yours": "JO-4",
        "marble-move-onto-marble": "JO-4",
        "marble-move-other-colour": "JO-4",
        "marble-swap-too-early": "JO-8",
        "marble-swap-no-joggle": "JO-8",
        "marble-swap-from-free": "JO-8",
        "marble-swap-not-yours": "JO-8",
        "marble-swap-with-free": "JO-8",
        "marble-swap-own": "JO-8",
        "swap-completes": "JO-9",
        "swap-completes-other": "JO-9",
        "swap-breaks": "JO-10",
    }
)


def why_no_move(game, move: int) -> Refusal | None:
    """Return None for a legal move after the roll, else the refusal.

    Shape: the game goes on, and what was rolled can be played.
    """
    kind = move & KIND
    if not kind:
        return _why_no_placement(game, move)
    return _why_no_swap(game, move) if kind == SWAP else _why_no_shift(game, move)


def _why_no_placement(game, place: int) -> Refusal | None:
    if game.all_lie():
        return refuse("place-too-late")
    target = _why_no_target(game, place, ("place-on-marble", "place-other-colour"))
    if target:
        return target
    if game.bars_figures() and is_complete(game.marbles, place, game.me, game.kinds):
        found = figures_around(game.marbles, place, game.me, game.kinds)
        return refuse("figure-too-early", *[cell_of(part) for part in found])
    return None


def _why_no_shift(game, move: int) -> Refusal | None:
    source, target = move & 127, move >> 7 & 127
    if not game.all_lie():
        return refuse("marble-move-too-early")
    found = game.marbles[source]
    if found != game.me:
        code = "marble-move-not-yours" if found else "marble-move-from-free"
        return refuse(code, cell_of(source))
    return _why_no_target(game, target, ("marble-move-onto-marble", "marble-move-other-colour"))


def _why_no_target(game, place: int, codes: tuple) -> Refusal | None:
    occupied, other_colour = codes
    if game.marbles[place]:
        return refuse(occupied, cell_of(place))
    if place not in game.fields[game.roll]:
        return refuse(other_colour, cell_of(place))
    return None


def _why_no_swap(game, move: int) -> Refusal | None:
    source, target = move & 127, move >> 7 & 127
    marbles, me = game.marbles, game.me
    if not game.all_lie():
        return refuse("marble-swap-too-early")
    if game.roll != "J":
        return refuse("marble-swap-no-joggle")
    if marbles[source] != me:
        code = "marble-swap-not-yours" if marbles[source] else "marble-swap-from-free"
        return refuse(code, cell_of(source))
    if marbles[target] in (0, me):
        code = "marble-swap-own" if marbles[target] else "marble-swap-with-free"
        return refuse(code, cell_of(target))
    return why_forbidden(game, source, target)


def why_forbidden(game, source: int, target: int) -> Refusal | None:
    """Return why two marbles that may otherwise be swapped may not, or None.

    Rule: JO-9, JO-10.
    """
    marbles, me = game.marbles, game.me
    other = 3 - me
    marbles[source], marbles[target] = other, me
    refusal = _why_not_left_so(game, source, target)
    marbles[source], marbles[target] = me, other
    if refusal:
        return refusal
    for place in (source, target):
        if is_complete(marbles, place, marbles[place], game.kinds):
            return refuse("swap-breaks", *_figure(game, place))
    return None


def _why_not_left_so(game, source: int, target: int) -> Refusal | None:
    """Return what JO-9 has against two marbles that have been swapped."""
    marbles, kinds = game.marbles, game.kinds
    if is_complete(marbles, target, marbles[target], kinds):
        return refuse("swap-completes", *_figure(game, target))
    if not game.may_complete_other and is_complete(marbles, source, marbles[source], kinds):
        return refuse("swap-completes-other", *_figure(game, source))
    return None


def _figure(game, place: int) -> list:
    """Return the cells of the figures that the marble on this place is in."""
    marbles = game.marbles
    found = figures_around(marbles, place, marbles[place], game.kinds)
    return [cell_of(part) for part in found]
