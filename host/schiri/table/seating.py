"""The order of the players: as named, by lot, or in turn for a rematch.

Decides which of these applies to a rematch. Must not know how lots are drawn.
"""

from collections.abc import Callable, Mapping

from schiri.games import rulings_of
from schiri.log.logged import LoggedReferee
from schiri.referee import Referee
from schiri.table.intents import First, NewGame
from schiri.table.state import Notice

# The personal options of either person, each with the other person's.
_PAIRS = [(f"{what}-a", f"{what}-b") for what in ("hints", "device", "clock")]
OTHERS = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
# The personal options of the second person.
SECOND = frozenset(second for _first, second in _PAIRS)
# Draws one of a number of lots, counted from 0.
Draw = Callable[[int], int]


def seated(options: Mapping[str, str], is_turned: bool) -> dict[str, str]:
    """Return the options for two after a change of seats: personal options follow the person.

    >>> seated({"layout": "2", "device-b": "4"}, True)
    {'layout': '2', 'device-a': '4'}
    """
    if not is_turned:
        return dict(options)
    return {OTHERS.get(name, name): value for name, value in options.items()}


def with_seats(wanted: NewGame, draw: Draw) -> NewGame:
    """Return the intent with the players in the order of their seats, and their personal options.

    >>> wanted = NewGame("zwoggel", ("Ann", "Ben", "Cem"), {}, "lot")
    >>> with_seats(wanted, lambda count: count - 1).players
    ('Cem', 'Ann', 'Ben')
    >>> with_seats(wanted._replace(first="next"), lambda count: 0).players
    ('Ben', 'Cem', 'Ann')
    """
    names, first = wanted.players, wanted.first
    by = draw(len(names)) if first == "lot" else int(first == "next")
    seats = (*names[by:], *names[:by])
    return wanted._replace(players=seats, options=seated(wanted.options, seats != names))


def again(logged: LoggedReferee) -> NewGame:
    """Return the intent for a rematch.

    Rule: the first player is drawn if the game's rules say so; else (house rule) it is the next
    one.
    """
    referee, seats = logged.referee, logged.writer.header.seats or ""
    # Personal options belong to the device's persons A and B, who may have swapped seats.
    options = seated(referee.options, seats.startswith("B"))
    first: First = "lot" if rulings_of(referee.game).lot_rule(options) else "next"
    return NewGame(referee.game, tuple(referee.names), options, first)


def notices_of(referee: Referee, first: First) -> tuple[Notice, ...]:
    """Return the notice of who acts first in a new game, and by which rule."""
    if first == "named":
        return ()
    rule = rulings_of(referee.game).lot_rule(referee.options)
    return (Notice(first, (referee.state().turn or "", rule)),)
