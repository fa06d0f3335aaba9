"""The PC's part of each game, beside the rules: one package a game.

``rulings`` is what the referee needs, ``words`` what people read, ``scene`` what they see, and
``card_game`` a card game at the table.  Decides how they are found: by the game's row in the
registry.  Must not know any game.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class, row_of

from schiri.games.rulings import BoardRulings, Rulings


def rulings_of(game: str) -> Rulings:
    """Return what the referee needs of a game; for an unknown game, as in a log, only the defaults.

    >>> rulings_of("joggle").lot_rule({}), rulings_of("noughts").lot_rule({})
    ('JO-13', '')
    """
    try:
        row, module = row_of(game), module_of(game, "rulings")
    except MalformedText:
        return Rulings()
    if module:
        return cast(Rulings, module.RULINGS())
    return BoardRulings() if row.size else Rulings()


def has_draws(game: str) -> bool:
    """Return whether an end without a winner is a draw rather than an abandoned game.

    Shape: an unknown game, as in a log, has draws.

    >>> has_draws("switch"), has_draws("drehwurm")
    (True, False)
    """
    try:
        return bool(game_class(game).RESIGN_RULE)
    except MalformedText:
        return True


@cache
def module_of(game: str, part: str) -> ModuleType | None:
    """Return the module of this name in a game's package, or None.

    Raises: MalformedText (unknown-game).

    >>> module_of("switch", "scene").__name__, module_of("switch", "table")
    ('schiri.games.switch.scene', None)
    """
    row = row_of(game)
    name = f"{row.package or f'schiri.games.{game}'}.{part}"
    return import_module(name) if find_spec(name) else None
