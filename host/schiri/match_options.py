"""The options of a match: those of the rules, and others that the device or this PC offers.

Decides which options belong to which.  Must not know what an option means.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from schiri_engines.clock import TimeControl, controls_for
from schiri_engines.options import chosen_options
from schiri_engines.refusals import SEAT_LETTERS, MalformedText
from schiri_engines.registry import game_class

if TYPE_CHECKING:
    from schiri_engines.options import Options


def options_of(game: str) -> Options:
    """Return all options of a match of this game, those of its rules first.

    >>> [name for name, _words in options_of("switch")][2:4]
    ['start', 'hints-a']
    """
    return (*game_class(game).OPTIONS, *own_options(game))


def own_options(game: str) -> Options:
    """Return the options that are not part of a game's rules.

    >>> [name for name, _words in own_options("joggle")][:4], own_options("zwoggel")
    (['hints-a', 'hints-b', 'device-a', 'device-b'], (('clock', 'off +30 +60 +120 SEC'),))
    """
    # Imported late: a list of games needs no device.
    if not game_class(game).SIZE:
        from schiri.games import rulings_of

        return rulings_of(game).match_options
    from schiri_device.games import adapter_of

    own = adapter_of(game).MATCH_OPTIONS
    clock = dict(own).get("clock")
    if clock is None:
        return own
    # A device reads the clock of one person without listing it.
    return (*own, *((f"clock-{person}", clock.replace("off", "same")) for person in "ab"))


def for_rules(game: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that the rules of a game take; those of the match are only checked.

    >>> for_rules("switch", {"layout": "2", "hints-a": "3"})
    {'layout': '2'}
    """
    own = dict(own_options(game))
    if game_class(game).SIZE:
        controls_for(dict(options), SEAT_LETTERS)
    turn_limit_ms(game, options)
    chosen_options(own_options(game), {name: options[name] for name in options if name in own})
    return {name: value for name, value in options.items() if name not in own}


def turn_limit_ms(game: str, options: Mapping[str, str]) -> int:
    """Return the limit of each turn in a game without a board, 0 for none: it only reminds.

    Raises: MalformedText (bad-option).

    >>> turn_limit_ms("zwoggel", {"clock": "+45"}), turn_limit_ms("switch", {"clock": "+45"})
    (45000, 0)
    """
    text = options.get("clock", "off")
    if text == "off" or game_class(game).SIZE:
        return 0
    if text[:1] != "+":
        raise MalformedText("bad-option", text, "+SEC")
    return TimeControl(text).start_ms
