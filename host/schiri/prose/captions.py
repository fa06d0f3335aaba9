"""The words around a picture: the game, the players and their pieces, whose turn it is.

Decides the words; `schiri.picture` decides their look.
"""

from collections.abc import Mapping

from schiri.events import State
from schiri.games.rulings import OnBoard
from schiri.picture.svg import Caption, SeatLine
from schiri.prose import named_values, title_of, turn_words, words_of
from schiri.texts import Words


def caption_of(
    words: Words, state: State, players: tuple[str, ...], options: Mapping[str, str]
) -> Caption:
    """Return the words around the picture of a state.

    Shape: the options determine whether a board is the stand-in.
    """
    own = words_of(state.game)
    colours = state.colours if isinstance(state, OnBoard) else {}
    seats = tuple(
        SeatLine(name, colours.get(name, ""), own.seat_note(words, state, name), name == state.turn)
        for name in players
    )
    named = named_values(words, state.game, options)
    notes = [text for name, text in named.items() if text != options[name]]
    return Caption(title_of(state.game, players), seats, (turn_words(words, state), *notes))
