"""The cost of a hint on MicroPython: run as ``hint_script.py ROOT GAME``; keeps to its subset.

Prints the time of a hint in microseconds, that of the longest and that of its longest slice, and
the bytes of the heap in use during a search.
"""

import gc
import sys
import time

ROOT, GAME = sys.argv[1:]
COUNTS = {"switch": 100, "joggle": 60}
for folder in ("engines", "firmware", "."):
    sys.path.insert(0, ROOT + "/" + folder)

from schiri_engines.registry import row_of

from tests.vm.digest import Dice
from tests.vm.positions import random_stones


def switch(dice):
    """Yield searches in random positions."""
    from schiri_engines.solver.best_move import BestMove
    from schiri_engines.solver.lost import LostPositions, path_of_file

    with open(path_of_file(), "rb") as file:
        lost = LostPositions(file, row_of("switch").digest)
        while True:
            yield BestMove(lost, *random_stones(dice))


def joggle(dice):
    """Yield searches in games that the device plays against itself."""
    from schiri_engines.joggle.game import Joggle
    from schiri_engines.joggle.roll_search import FARTHEST, RollSearch

    while True:
        game = Joggle({"goal": dice.choice(("1R", "4S", "2R1S"))})
        while not game.end:
            game.push(game.parse_move(dice.choice("RGBYJJ")))
            if game.roll:
                search = RollSearch(game, FARTHEST)
                yield search
                game.push(search.move)


def main():
    """Search in some positions."""
    searches = {"switch": switch, "joggle": joggle}[GAME](Dice(1))
    gc.collect()
    before = gc.mem_alloc()
    total = most = longest = used = 0
    for _ in range(COUNTS[GAME]):
        search = next(searches)
        is_done, took = False, 0
        while not is_done:
            start = time.ticks_us()
            is_done = search.go_on()
            slice_us = time.ticks_diff(time.ticks_us(), start)
            took += slice_us
            longest = max(longest, slice_us)
        total += took
        most = max(most, took)
        gc.collect()
        used = max(used, gc.mem_alloc() - before)
    print(total // COUNTS[GAME], most, longest, used)


main()
