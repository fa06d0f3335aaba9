"""Noughts and crosses after each pair of first marks, as any interpreter sees it.

Called with the folder of the checkout; keeps to the device's subset.
"""

import sys

sys.path[:0] = [sys.argv[1] + "/engines", sys.argv[1] + "/firmware", sys.argv[1]]

from schiri_engines.perft import perft

from tests.fifth_game.device import ADAPTER
from tests.fifth_game.rules import Noughts

game = Noughts()
for first in game.legal_moves():
    game.push(first)
    for second in range(9):
        refusal = game.why_not(second)
        if refusal:
            print(game.move_text(second), refusal)
            continue
        game.push(second)
        print(game, perft(game, 2), game.outcome(), ADAPTER.signs_of(game), game == game.copy())
        game.pop()
    game.pop()
