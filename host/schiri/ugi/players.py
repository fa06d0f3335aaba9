"""The player of each game: a solution where there is one, else a search."""

from collections.abc import Callable

from schiri.ugi.player import Player


def player_of(game: str, randbelow: Callable[[int], int]) -> Player:
    """Return the player of a board game: a solution if there is one, else a search."""
    if game == "switch":
        from schiri.ugi.solution import PerfectPlayer

        return PerfectPlayer()
    from schiri.ugi.expectimax import Expectimax, no_opinion

    if game == "joggle":
        from schiri.ugi.figures import figures_of

        return Expectimax(randbelow, figures_of)
    return Expectimax(randbelow, no_opinion)
