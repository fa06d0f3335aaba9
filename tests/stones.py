"""Moves on a board that feels its stones: what hands do, one stone after the other."""

import random
from collections.abc import Iterator

from schiri_engines.switch.game import Switch
from schiri_engines.switch.notation import SWAP

# A hand that does this lifts the stone of a field, or puts down the one lifted last.
Step = tuple[str, str]


def steps_of(game: Switch, move: int) -> list[Step]:
    """Return what a hand does for a move: of two stones in it the last one is put down first."""
    first, second = (game.cell_text(cell) for cell in game.move_cells(move))
    if not move & SWAP:
        return [("lift", first), ("drop", second)]
    return [("lift", first), ("lift", second), ("drop", first), ("drop", second)]


def whole_game(seed: int) -> Iterator[tuple[str, list[Step]]]:
    """Yield the moves of a whole random game without warnings, each with what a hand does."""
    chance, game = random.Random(seed), Switch({"layout": "1"})
    while not game.outcome():
        move = chance.choice([each for each in game.legal_moves() if not game.warning(each)])
        text, steps = game.move_text(move), steps_of(game, move)
        game.push(move)
        yield text, steps
