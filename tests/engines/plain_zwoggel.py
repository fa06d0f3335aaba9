"""A plain, slow reference implementation of Zwoggel on typed commands; the referee must agree.

Rule: ZW-1 to ZW-11, TA-1 to TA-3.  A field is a dict of places to cards. Nothing is ever changed,
every command makes a new `Game`, so an undo returns the previous one.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

Place = tuple[int, int]
Field = dict[Place, str]
No = tuple[str, str | None]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
WHOLE = "(0|-?[1-9][0-9]{0,8})"
PLACE = f"{WHOLE},{WHOLE}"


class Rules(NamedTuple):
    may_fill_holes: bool = True
    frame: int | None = None
    trip_ends_turn: bool = False


class Flip(NamedTuple):
    """A flipped card: by whom, laid by whom, and whether either colour made a three."""

    by: str
    laid_by: str | None
    sprang: bool
    was_trap: bool


class Game(NamedTuple):
    """A state of a game; ``to_turn`` is the number of flips in this turn, ``turned`` those done."""

    rules: Rules
    names: tuple[str, ...]
    field: Field
    layers: dict[Place, str]
    stock: int = 60
    drawn: int = 0
    to_turn: int = 2
    turned: int = 0
    turn: str = ""
    penalties: dict[str, int] = {}
    resigned: frozenset[str] = frozenset()
    flips: tuple[Flip, ...] = ()


def start(names: tuple[str, ...], rules: Rules) -> Game:
    field = {(x, y): "down" for x in (0, 1) for y in (0, 1)}
    return Game(rules, names, field, {}, turn=names[0], penalties=dict.fromkeys(names, 0))


# The field


def cards(field: Field) -> set[Place]:
    return {place for place, what in field.items() if what != "hole"}


def face_down(game: Game) -> int:
    return list(game.field.values()).count("down")


def triples(place: Place) -> Iterator[tuple[Place, Place, Place]]:
    """Yield the twelve triples of places in a line that contain this place."""
    x, y = place
    for dx, dy in DIRECTIONS:
        for first in (-2, -1, 0):
            one, two, three = ((x + n * dx, y + n * dy) for n in range(first, first + 3))
            yield one, two, three


def threes(field: Field, place: Place, colour: str) -> list[tuple[Place, Place, Place]]:
    """Return the triples that would be of one colour with this card on this place."""
    seen = {**field, place: colour}
    return [triple for triple in triples(place) if all(seen.get(p) == colour for p in triple)]


@cache
def beside(place: Place) -> set[Place]:
    x, y = place
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {place}


def against(rules: Rules, field: Field, lying: set[Place], place: Place) -> str | None:
    """Return the code of the reason against laying a card there, or None.

    Shape: ``lying`` are the places with a card.
    """
    if place in lying:
        return "lay-occupied"
    if field.get(place) == "hole" and not rules.may_fill_holes:
        return "lay-hole"
    if not beside(place) & lying:
        return "lay-apart"
    if rules.frame:
        xs, ys = zip(*lying, place, strict=True)
        if max(max(xs) - min(xs), max(ys) - min(ys)) >= rules.frame:
            return "lay-outside"
    return None


def open_places(game: Game, field: Field) -> Iterator[Place]:
    lying = cards(field)
    for place in set().union(*map(beside, lying)):
        if against(game.rules, field, lying, place) is None:
            yield place


def has_room(game: Game, field: Field) -> bool:
    return next(open_places(game, field), None) is not None


# Players and endings


def players_in(game: Game) -> list[str]:
    return [n for n in game.names if game.penalties[n] < 3 and n not in game.resigned]


def ending(game: Game) -> tuple[list[str], str] | None:
    """Return the winners and the rule, or None during the game."""
    still_in = players_in(game)
    if len(still_in) == 1:
        return still_in, "ZW-7"
    if not game.drawn and not face_down(game):
        fewest = min(game.penalties[name] for name in still_in)
        return [name for name in still_in if game.penalties[name] == fewest], "ZW-9"
    return None


def phase(game: Game) -> str:
    if ending(game):
        return "over"
    return "place" if game.drawn else "flip"


def flips_left(game: Game) -> int:
    return min(game.to_turn - game.turned, face_down(game)) if phase(game) == "flip" else 0


def state(game: Game) -> dict[str, object]:
    end = ending(game)
    return {
        "game": "zwoggel",
        "turn": None if end else game.turn,
        "phase": phase(game),
        "over": end is not None,
        "winner": end[0] if end else [],
        "rule": end[1] if end else None,
        "flips_left": flips_left(game),
        "stock": game.stock,
        "penalties": game.penalties,
        "out": [name for name in game.names if name not in players_in(game)],
        "field": {f"{x},{y}": game.field[x, y] for x, y in cards(game.field)},
    }


def traps(game: Game) -> dict[str, dict[str, int]]:
    """Return the results of the traps that each player met or laid."""
    met = [flip for flip in game.flips if flip.was_trap]
    return {
        name: {
            "survived": len([flip for flip in met if flip.by == name and not flip.sprang]),
            "sprung": len([flip for flip in met if flip.by == name and flip.sprang]),
            "laid": len([flip for flip in met if flip.laid_by == name]),
        }
        for name in game.names
    }


# Commands


def play(game: Game, text: str) -> Game | No:
    """Return the game after a command, or code and rule of the refusal."""
    words = text.split()
    is_flip = len(words) == 3 and words[0] == "flip" and words[2] in ("red", "green")
    if is_flip or (len(words) > 1 and words[0] == "place"):
        texts = words[1:2] if is_flip else words[1:]
        if not all(re.fullmatch(PLACE, each) for each in texts):
            return ("bad-place", None)
        places = [(int(x), int(y)) for x, y in (each.split(",") for each in texts)]
        return turn_up(game, places[0], words[2]) if is_flip else lay(game, places)
    if words[:1] == ["resign"] and len(words) == 2:
        return resign(game, words[1])
    if words[:1] == ["set"]:
        return set_state(game, words[1:])
    if words[:1] == ["dispute"]:
        if len(words) == 1:
            return ("unknown-command", None)
        return ("game-over", "TA-2") if ending(game) else game
    return ("bad-move", None)


def turn_up(game: Game, place: Place, colour: str) -> Game | No:
    """Flip a card: ZW-2, ZW-4, ZW-5, ZW-6."""
    if ending(game):
        return ("game-over", "TA-2")
    if game.drawn:
        return ("wrong-phase", "TA-1")
    if place not in cards(game.field):
        return ("flip-empty", "ZW-2")
    if game.field[place] != "down":
        return ("flip-open", "ZW-2")
    other = {"red": "green", "green": "red"}[colour]
    made_three = bool(threes(game.field, place, colour))
    was_trap = made_three or bool(threes(game.field, place, other))
    flip = Flip(game.turn, game.layers.get(place), made_three, was_trap)
    penalties = {**game.penalties}
    if made_three:
        penalties[game.turn] += 1
    game = game._replace(
        field={**game.field, place: "hole" if made_three else colour},
        layers={p: name for p, name in game.layers.items() if p != place or not made_three},
        turned=game.turned + 1,
        penalties=penalties,
        flips=(*game.flips, flip),
    )
    if penalties[game.turn] == 3 or (made_three and game.rules.trip_ends_turn):
        return next_turn(game)
    return go_on(game)


def go_on(game: Game) -> Game:
    """Draw after all flips: ZW-2, ZW-8; if no drawn card can be laid, the turn ends: ZW-3."""
    if not game.drawn and game.turned and (game.turned >= game.to_turn or not face_down(game)):
        if not game.stock:
            return next_turn(game)
        drawn = min(3, game.stock)
        game = game._replace(drawn=drawn, stock=game.stock - drawn)
    if game.drawn and not has_room(game, game.field):
        return next_turn(game)
    return game


def lay(game: Game, places: list[Place]) -> Game | No:
    """Lay the drawn cards in order: ZW-3."""
    if ending(game):
        return ("game-over", "TA-2")
    if not game.drawn:
        return ("wrong-phase", "TA-1")
    if len(places) > game.drawn:
        return ("lay-too-many", "ZW-3")
    field, layers = {**game.field}, {**game.layers}
    for place in places:
        if code := against(game.rules, field, cards(field), place):
            return (code, "ZW-3")
        field[place], layers[place] = "down", game.turn
    if len(places) < game.drawn and has_room(game, field):
        return ("lay-too-few", "ZW-3")
    return next_turn(game._replace(field=field, layers=layers))


def next_turn(game: Game) -> Game:
    """Begin the turn of the next player who is not out."""
    at = game.names.index(game.turn)
    after = [*game.names[at + 1 :], *game.names[: at + 1]]
    return begin_turn(game, next(name for name in after if name in players_in(game)))


def begin_turn(game: Game, name: str) -> Game:
    """Begin a turn: two flips, one once the stock is empty (ZW-8)."""
    return game._replace(turn=name, drawn=0, turned=0, to_turn=2 if game.stock else 1)


def resign(game: Game, name: str) -> Game | No:
    """Let a player drop out: ZW-11."""
    if name not in game.names:
        return ("unknown-name", "TA-4")
    if ending(game):
        return ("game-over", "TA-2")
    if name not in players_in(game):
        return ("player-out", "ZW-6")
    game = game._replace(resigned=game.resigned | {name})
    if name != game.turn:
        return game
    return next_turn(game._replace(stock=game.stock + game.drawn, drawn=0))


def set_state(game: Game, words: list[str]) -> Game | No:
    """Change the state by hand: TA-5."""
    shapes = {"turn": 2, "stock": 2, "square": 3, "penalties": 3}
    if not words or words[0] not in shapes:
        return ("unknown-key", None)
    if len(words) != shapes[words[0]]:
        return ("unknown-command", None)
    key, value, *rest = words
    if key in ("turn", "penalties") and value not in game.names:
        return ("unknown-name", "TA-4")
    if ending(game):
        return ("game-over", "TA-2")
    if key == "square":
        return put_square(game, value, rest[0])
    if key == "turn":
        if value not in players_in(game):
            return ("player-out", "ZW-6")
        return begin_turn(game._replace(stock=game.stock + game.drawn), value)
    number, most = (value, 60) if key == "stock" else (rest[0], 3)
    if number not in [str(n) for n in range(most + 1)]:
        return ("bad-number", None)
    if key == "stock":
        return settle(game._replace(stock=int(number)))
    return settle(game._replace(penalties={**game.penalties, value: int(number)}))


def put_square(game: Game, text: str, card: str) -> Game | No:
    """Change the card on a place, up to 99 places from the first."""
    if not re.fullmatch(PLACE, text):
        return ("bad-place", None)
    x, y = (int(word) for word in text.split(","))
    if max(abs(x), abs(y)) > 99:
        return ("bad-place", None)
    if card not in ("down", "red", "green", "-"):
        return ("bad-card", None)
    if card != "-" and (x, y) not in game.field and len(game.field) + game.drawn >= 64:
        return ("bad-card", None)
    field = {place: what for place, what in game.field.items() if place != (x, y)}
    if card != "-":
        field[x, y] = card
    layers = {place: name for place, name in game.layers.items() if place != (x, y)}
    return settle(game._replace(field=field, layers=layers))


def settle(game: Game) -> Game:
    """Continue after a correction by hand: a turn that has not begun starts with the new state."""
    if game.turn not in players_in(game):
        return next_turn(game._replace(stock=game.stock + game.drawn, drawn=0))
    return go_on(game) if game.turned else begin_turn(game, game.turn)
