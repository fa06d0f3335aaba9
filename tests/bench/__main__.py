"""Prints how fast the rules and the presses are, beside python-chess in the same run."""

import time
from statistics import median

from schiri_engines.perft import perft
from schiri_engines.switch import Switch

from tests.bench.chess_speed import DEPTH, REFERENCE, nodes_a_second
from tests.bench.presses import press_costs

ROUNDS = 5
# What is played, on which build, from where.
FULL = "bwbwbwbw/......../wbwbwbwb/......../bwbwbwbw/......../wbwbwbwb/........"
PRESSES = (
    ("Switch on cursor", "cursor", ""),
    ("Switch on keys5", "keys5", ""),
    ("Joggle, empty board", "cursor", "/".join(["." * 8] * 8) + " w - 0"),
    ("Joggle, full board", "cursor", FULL + " w - 32"),
)


def switch_nodes_a_second() -> float:
    """Return how fast the perft of Switch is here and now."""
    game = Switch({"layout": "1", "repetition": "off"})
    start = time.process_time()
    count = perft(game, 4)
    return count / (time.process_time() - start)


def main() -> None:
    # In turns, so that a machine whose speed drifts drifts for both.
    rounds = [(nodes_a_second(), switch_nodes_a_second(), nodes_a_second()) for _ in range(ROUNDS)]
    chess = median(speed for first, _, second in rounds for speed in (first, second))
    switch = median(speed for _, speed, _ in rounds)
    ratio = median(speed / ((first + second) / 2) for first, speed, second in rounds)
    print(f"python-chess, depth {DEPTH} from the start:   {chess:12,.0f} nodes/s")
    print(f"Switch, depth 4 from the chequer start: {switch:12,.0f} nodes/s")
    print(f"ratio (bar: 4):                         {ratio:12.2f}")
    for title, build, start in PRESSES:
        first = nodes_a_second()
        costs = press_costs(build, start)
        factor = (first + nodes_a_second()) / 2 / REFERENCE
        for label, cost in costs.items():
            scaled = f"{cost * factor:6.1f} us at {REFERENCE:,} python-chess nodes/s (bar: 30)"
            print(f"{title}, {label}: {cost:6.1f} us here, {scaled}")


main()
