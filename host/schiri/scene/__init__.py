"""A person's view of a table at one moment, as a frozen value: words included, no drawing.

A view (terminal, page) draws a `Scene` and sends back the id of one of its controls; a person may
do only what their scene offers.  Must not know HTML, Textual, ports or logs.
"""

from collections.abc import Mapping
from typing import cast

from schiri_engines.registry import game_class

from schiri.events import State
from schiri.games import module_of
from schiri.games.rulings import OnBoard
from schiri.prose import named_values, title_of, turn_words, words_of
from schiri.scene.part import GameScene
from schiri.scene.scene import Caption, Middle, Seat
from schiri.texts import Words
from schiri.views import Drawable


def part_of(game: str) -> GameScene:
    """Return a game's part of a scene: from its module ``scene``, or the default.

    >>> part_of("switch").choices
    ('hints-a', 'hints-b', 'layout', 'clock')
    """
    words, module = words_of(game), module_of(game, "scene")
    if module:
        return cast(GameScene, module.SCENE(words))
    if not game_class(game).SIZE:
        return GameScene(words)
    # Imported only for board games.
    from schiri.scene.board import BoardScene

    return BoardScene(words)


def still_of(words: Words, state: State, view: Drawable | None) -> Middle | None:
    """Return the middle for a step of a logged game, None if lines are enough."""
    return part_of(state.game).still(words, state.game, view)


def caption_of(
    words: Words, state: State, players: tuple[str, ...], options: Mapping[str, str]
) -> Caption:
    """Return the words around the picture of a step of a logged game.

    Shape: the options determine whether a board is the stand-in.
    """
    own = words_of(state.game)
    colours = state.colours if isinstance(state, OnBoard) else {}
    seats = tuple(
        Seat(name, colours.get(name, ""), own.seat_note(words, state, name), name == state.turn)
        for name in players
    )
    named = named_values(words, state.game, options)
    notes = [text for name, text in named.items() if text != options[name]]
    return Caption(title_of(state.game, players), seats, (turn_words(words, state), *notes))
