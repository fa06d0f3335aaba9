"""The PC's part of each game, beside the rules: events, words, scenes, one package a game.

Decides how a game's adapter is found: by its row in the registry.  Must not know any game.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import cast

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import row_of

from schiri.games.adapter import GameAdapter
from schiri.texts import add_words

# The adapters of games from outside that have been looked at.
_checked: list[GameAdapter] = []


def adapter_of(game: str) -> GameAdapter:
    """Return the adapter of a game, which is loaded when it is first asked for.

    Raises: MalformedText (unknown-game), BadGame (one from outside that lacks words).

    >>> adapter_of("switch").rules[0]
    ('SW-1', 'sheet')
    """
    row = row_of(game)
    module = module_of(game, "adapter")
    assert module is not None
    adapter = cast(GameAdapter, module.ADAPTER)
    if row.package and adapter not in _checked:
        from schiri.games.outside import check_words

        scene = module_of(game, "scene")
        check_words(game, adapter, scene.SCENE if scene else None)
        add_words(adapter.words)
        _checked.append(adapter)
    return adapter


@cache
def module_of(game: str, part: str) -> ModuleType | None:
    """Return the module of this name in a game's package, or None.

    >>> module_of("switch", "scene").__name__, module_of("switch", "table")
    ('schiri.games.switch.scene', None)
    """
    row = row_of(game)
    name = f"{row.package or f'schiri.games.{game}'}.{part}"
    return import_module(name) if find_spec(name) else None


def adapter_or_plain(game: str) -> GameAdapter:
    """Return the adapter of a game; of one that is not known here, as in a log, the plain one."""
    try:
        return adapter_of(game)
    except MalformedText:
        return GameAdapter()
