"""The legal moves of Joggle for a roll, and why any other is refused.

Decides JO-3 to JO-5 and JO-8 to JO-11 for single moves and for lists of them.  Must not change a
game, nor know its ends.
"""

from ..refusals import RULE_OF, Refusal, refuse
from .figures import figures_around, is_complete
from .notation import DIE, MOVE, PLACE_OF, ROLL, SWAP, cell_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Joggle

    # A roll, and the turns and the colour at that time.
    Rolled = tuple[str, int, int]

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


def rolled_in(entry: int) -> "Rolled":
    """Return the roll of an entry in the history, and the turns and the colour at that time.

    Shape: 16 bits of the roll as a move, one of the colour, then the turns.
    """
    return DIE[entry & 7], entry >> 17, (entry >> 16 & 1) + 1


def free_places(game: "Joggle") -> list[int]:
    """Return the free places that may be used with this roll.

    Rule: JO-3, JO-5, JO-11.
    """
    marbles = game.marbles
    free = [place for place in game.fields[game.roll] if not marbles[place]]
    if game.figures_forbidden():
        me, kinds = game.me, game.kinds
        return [place for place in free if not is_complete(marbles, place, me, kinds)]
    return free


def can_be_played(game: "Joggle", roll: str) -> bool:
    """Tell whether this roll has any `free_places`.

    Rule: JO-5.
    """
    marbles, me, kinds, bars = game.marbles, game.me, game.kinds, game.figures_forbidden()
    for place in game.fields[roll]:
        if not marbles[place] and not (bars and is_complete(marbles, place, me, kinds)):
            return True
    return False


def moves_with(game: "Joggle", own: list[int]) -> list[int]:
    """Return all moves and swaps of these own marbles, once all are placed.

    Rule: JO-4, JO-8.
    """
    targets = [place << 7 | MOVE for place in free_places(game)]
    moves = [source | target for source in own for target in targets]
    if game.roll == "J":
        moves.extend(swaps_with(game, own))
    return moves


def swaps_with(game: "Joggle", own: list[int]) -> list[int]:
    """Return the swaps of these own marbles.

    Rule: JO-8 to JO-10.
    """
    marbles, me, kinds = game.marbles, game.me, game.kinds
    other = 3 - me
    targets = [
        place
        for place in places_of(marbles, other)
        if not is_complete(marbles, place, other, kinds)
    ]
    making = [place for place in targets if is_complete(marbles, place, me, kinds)]
    swaps = []
    for source in own:
        if is_complete(marbles, source, me, kinds):
            continue
        makes = not game.may_complete_other and is_complete(marbles, source, other, kinds)
        for target in targets:
            # A figure of the first marble stays incomplete only if the second one leaves it. Then
            # they are at most two ranks and one file apart.
            is_doubtful = makes or target in making
            if is_doubtful and abs(target - source) > 21:
                continue
            if not is_doubtful or why_forbidden(game, source, target) is None:
                swaps.append(source | target << 7 | SWAP)
    return swaps


def places_of(marbles: list[int], colour: int) -> list[int]:
    """Return the places of a colour's marbles, in the order of the cells."""
    return [place for place in PLACE_OF if marbles[place] == colour]


def why_no_move(game: "Joggle", move: int) -> Refusal | None:
    """Return None for a legal move after the roll, else the refusal with its first cause.

    Shape: only before the end, with a roll that can be played.
    """
    marbles, me, kind = game.marbles, game.me, move & ROLL
    source, target = move & 127, move >> 7 & 127
    if kind:
        word = "marble-swap-" if kind == SWAP else "marble-move-"
        if not game.all_placed():
            return refuse(word + "too-early")
        if kind == SWAP and game.roll != "J":
            return refuse(word + "no-joggle")
        if marbles[source] != me:
            return refuse(word + ("not-yours" if marbles[source] else "from-free"), cell_of(source))
        if kind == SWAP:
            if marbles[target] in (0, me):
                word += "own" if marbles[target] else "with-free"
                return refuse(word, cell_of(target))
            return why_forbidden(game, source, target)
    else:
        word, target = "place-", source
        if game.all_placed():
            return refuse("place-too-late")
    if marbles[target]:
        return refuse(word + ("onto-marble" if kind else "on-marble"), cell_of(target))
    if game.roll not in ("J", game.board[cell_of(target)]):
        return refuse(word + "other-colour", cell_of(target))
    if not kind and game.figures_forbidden() and is_complete(marbles, target, me, game.kinds):
        return _refuse_figures(game, "figure-too-early", target, me)
    return None


def why_forbidden(game: "Joggle", source: int, target: int) -> Refusal | None:
    """Return why these two marbles may not be swapped, or None; only JO-9 and JO-10 are checked.

    Rule: JO-9, JO-10.
    """
    marbles, me, kinds = game.marbles, game.me, game.kinds
    other = 3 - me
    refusal = None
    marbles[source], marbles[target] = other, me
    if is_complete(marbles, target, me, kinds):
        refusal = _refuse_figures(game, "swap-completes", target, me)
    elif not game.may_complete_other and is_complete(marbles, source, other, kinds):
        refusal = _refuse_figures(game, "swap-completes-other", source, other)
    marbles[source], marbles[target] = me, other
    if refusal:
        return refusal
    for place in (source, target):
        if is_complete(marbles, place, marbles[place], kinds):
            return _refuse_figures(game, "swap-breaks", place, marbles[place])
    return None


def _refuse_figures(game: "Joggle", code: str, place: int, colour: int) -> Refusal:
    """Return a refusal with the cells of the figures of this colour around a place."""
    found = figures_around(game.marbles, place, colour, game.kinds)
    return refuse(code, *[cell_of(part) for part in found])


def move_cells(move: int) -> tuple[int, ...]:
    """Return the cells a move is pressed on, in their order; none for a roll.

    >>> move_cells(11 | 12 << 7 | MOVE), move_cells(ROLL)
    ((0, 1), ())
    """
    kind = move & ROLL
    if kind == ROLL:
        return ()
    first = cell_of(move & 127)
    return (first, cell_of(move >> 7 & 127)) if kind else (first,)
