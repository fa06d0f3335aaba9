"""The cost of a hint on MicroPython: run as ``hint_script.py ROOT COUNT``; keeps to its subset.

Prints the time of a hint in microseconds, that of its longest slice, and the bytes of the heap in
use during a search.
"""

import gc
import sys
import time

ROOT, COUNT = sys.argv[1], int(sys.argv[2])
for folder in ("engines", "firmware", "."):
    sys.path.insert(0, ROOT + "/" + folder)

from schiri_engines.registry import row_of

from tests.vm.digest import Dice
from tests.vm.positions import random_stones


def main():
    """Search in random positions."""
    dice = Dice(1)
    gc.collect()
    before = gc.mem_alloc()
    from schiri_engines.solver.best_move import BestMove
    from schiri_engines.solver.lost import LostPositions, path_of_file

    total = longest = used = 0
    with open(path_of_file(), "rb") as file:
        lost = LostPositions(file, row_of("switch").digest)
        for _ in range(COUNT):
            mine, theirs, free = random_stones(dice)
            search = BestMove(lost, mine, theirs, free)
            is_done = False
            while not is_done:
                start = time.ticks_us()
                is_done = search.go_on()
                took = time.ticks_diff(time.ticks_us(), start)
                total += took
                longest = max(longest, took)
            gc.collect()
            used = max(used, gc.mem_alloc() - before)
    print(total // COUNT, longest, used)


main()
