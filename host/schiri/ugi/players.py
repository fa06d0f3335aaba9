"""Which player plays which game."""

from collections.abc import Callable

from schiri.ugi.player import Player


def player_of(game: str, randbelow: Callable[[int], int]) -> Player:
    """Return the player of a board game; where it knows a solution it needs no search."""
    if game == "switch":
        from schiri.ugi.solution import PerfectPlayer

        return PerfectPlayer()
    from schiri.ugi.expectimax import Expectimax, no_opinion

    if game == "joggle":
        from schiri.ugi.figures import figures_of

        return Expectimax(randbelow, figures_of)
    return Expectimax(randbelow, no_opinion)
