"""The words of each game, found by its name.

Decides how they are found, and that those of a game from outside are checked first.
"""

from typing import cast

from schiri_engines.refusals import MalformedText
from schiri_engines.registry import row_of

from schiri.games import module_of
from schiri.games.words import GameWords
from schiri.texts import add_words

# The words of games from outside that have been checked.
_checked: list[type[GameWords]] = []


def words_of(game: str) -> GameWords:
    """Return the words of a game; of one that is not known here, as in a log, those of all games.

    Raises: BadGame (one from outside that lacks words).

    >>> words_of("switch").rules[0]
    ('SW-1', 'sheet')
    """
    try:
        row, module = row_of(game), module_of(game, "words")
    except MalformedText:
        return GameWords(game)
    kind = cast(type[GameWords], module.WORDS) if module else GameWords
    if row.package and kind not in _checked:
        from schiri.games.outside import check_words

        scene = module_of(game, "scene")
        check_words(kind(game), scene.SCENE if scene else None)
        add_words(kind.catalogues)
        _checked.append(kind)
    return kind(game)
