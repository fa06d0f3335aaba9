"""Prints the speed of the rules and of presses, compared with python-chess in the same run.

It also prints the costs of solving Switch, of a hint on MicroPython, and of a press to pages.
"""

import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from schiri_engines.joggle.game import Joggle
from schiri_engines.perft import perft
from schiri_engines.switch.game import Switch

from tests.cli.command import command_line
from tests.firmware.call_trace import call_traces
from tests.tools.bench import pages, site
from tests.tools.bench.chess_speed import DEPTH, REFERENCE, nodes_a_second
from tests.tools.bench.presses import press_costs
from tests.vm.interpreters import micropython, why_missing

ROUNDS = 5
HINT_SCRIPT = Path(__file__).with_name("hint_script.py")
# The games to play, with their builds and starting positions.
FULL = "bwbwbwbw/......../wbwbwbwb/......../bwbwbwbw/......../wbwbwbwb/........"
PRESSES = (
    ("Switch on cursor", "cursor", ""),
    ("Switch on keys5", "keys5", ""),
    ("Joggle, empty board", "cursor", "/".join(["." * 8] * 8) + " w - 0"),
    ("Joggle, full board", "cursor", FULL + " w - 32"),
)

# Required speed relative to python-chess.
BARS: dict[type, int] = {Switch: 5, Joggle: 6}
# The counted positions and depths; the full boards of Joggle are random, and near four squares.
COUNTED: dict[str, tuple[type, str, dict[str, str], int]] = {
    "Switch, depth 4 from the chequer start": (
        Switch,
        "bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b",
        {"repetition": "off"},
        4,
    ),
    "Joggle, depth 2 from the empty board": (
        Joggle,
        "......../......../......../......../......../......../......../........ w - 0",
        {"goal": "1R"},
        2,
    ),
    "Joggle, depth 2 from a full one, 1R": (
        Joggle,
        "b.b..b.b/bb.b..w./wbw.bb.w/.b.b...w/w..ww.../.w.bww../.b.ww.b./w.w..bw. w - 32",
        {"goal": "1R"},
        2,
    ),
    "Joggle, depth 2 from a full one, 4S": (
        Joggle,
        "...w..bb/.wwwwbbb/.wwbb.../..bbb.../..wbb.../.wwww.../.wwww.bb/......bb w - 32",
        {"goal": "4S"},
        2,
    ),
}


def our_nodes_a_second(label: str) -> float:
    """Return the speed of perft on this machine, with every leaf made and its outcome
    determined.
    """
    kind, position, options, depth = COUNTED[label]
    game = kind.from_position(position, options)  # type: ignore[attr-defined]
    start = time.process_time()
    count = perft(game, depth)
    return count / (time.process_time() - start)


def compare(label: str) -> None:
    """Print the speed of perft, compared with python-chess."""
    # Interleaved, so that a drift of the machine's speed affects both.
    rounds = [
        (nodes_a_second(), our_nodes_a_second(label), nodes_a_second()) for _ in range(ROUNDS)
    ]
    ours = median(speed for _, speed, _ in rounds)
    ratio = median(speed / ((first + second) / 2) for first, speed, second in rounds)
    bar = BARS[COUNTED[label][0]]
    print(f"{label + ':':42}{ours:12,.0f} nodes/s, {ratio:5.2f} to 1 (bar: {bar})")


def print_hint() -> None:
    """Print the cost of a hint on MicroPython, whose pointers are twice as long as a board's."""
    if reason := why_missing("micropython"):
        print(f"a hint: {reason}")
        return
    for game in ("switch", "joggle"):
        mean, most, slice_us, used = micropython(game, heap="400k", script=HINT_SCRIPT).split()
        print(
            f"a hint in {game} on MicroPython: {mean} us, at most {most} us, "
            f"its longest slice {slice_us} us, {used} bytes of heap"
        )


def print_solve() -> None:
    """Print the cost of solving Switch."""
    import resource  # only on Unix

    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        command = command_line("solve", "switch", "-o", folder)
        subprocess.run(command, check=True, capture_output=True)
    took = time.monotonic() - start
    kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"Switch solved in {took:.0f} s, with {kilobytes / 1024:,.0f} MB at most")


def main() -> None:
    speeds = [nodes_a_second() for _ in range(ROUNDS)]
    print(f"{f'python-chess, depth {DEPTH} from the start:':42}{median(speeds):12,.0f} nodes/s")
    for label in COUNTED:
        compare(label)
    for title, build, start in PRESSES:
        first = nodes_a_second()
        costs = press_costs(build, start)
        factor = (first + nodes_a_second()) / 2 / REFERENCE
        for label, cost in costs.items():
            scaled = f"{cost * factor:6.1f} us at {REFERENCE:,} python-chess nodes/s (bar: 30)"
            print(f"{title}, {label}: {cost:6.1f} us here, {scaled}")
    for name, (files, calls) in call_traces().items():
        print(f"from edge to frame, {name}: {calls} calls in {len(files)} files")
    print_hint()
    print_solve()
    pages.main()
    site.main()


main()
