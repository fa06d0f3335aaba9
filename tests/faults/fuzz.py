"""Random input to both ends: no exception, no damaged line is accepted, and memory is bounded.

Run as ``python -m tests.faults.fuzz --lines 10000000 --seed 0``.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from tests.faults.ends import DeviceFuzz, HostFuzz

# Number of lines between two thorough checks of an end, and between two restarts.
CHECK_EVERY = 1000
ANEW_EVERY = 10_000
CHUNK = 50_000


def fuzz(kind: str, seed: str, lines: int) -> tuple[int, int]:
    """Send a number of lines to one kind of end; return the numbers of complete and wrong ones."""
    random = Random(f"{kind} {seed}")
    taken = wrong = 0
    folder = Path(tempfile.mkdtemp(prefix="schiri-fuzz-"))
    fsync, os.fsync = os.fsync, lambda fd: None
    try:
        for first in range(0, lines, ANEW_EVERY):
            end = DeviceFuzz(random) if kind == "device" else HostFuzz(random, folder)
            for at in range(first, min(first + ANEW_EVERY, lines)):
                end.step()
                if at % CHECK_EVERY == CHECK_EVERY - 1:
                    end.check()
            end.finish(folder)
            assert end.met > (at - first) // 2
            taken, wrong = taken + end.taken, wrong + end.wrong
    finally:
        os.fsync = fsync
        shutil.rmtree(folder, ignore_errors=True)
    return taken, wrong


def main() -> None:
    """Fuzz both ends on all cores, and report the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    kinds = ("device", "host")
    jobs = [(kinds[at % 2], f"{options.seed} {at}") for at in range(-(-options.lines // CHUNK))]
    start, done, taken, wrong = time.monotonic(), 0, 0, 0
    with ProcessPoolExecutor() as pool:
        for found in pool.map(fuzz, *zip(*jobs, strict=True), [CHUNK] * len(jobs)):
            done, taken, wrong = done + CHUNK, taken + found[0], wrong + found[1]
            print(f"\r{done:,} lines, {taken:,} whole", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    took = time.monotonic() - start
    print(f"{done:,} lines, {taken:,} whole, {wrong} wrong, 0 exceptions, {took:.0f} s")


if __name__ == "__main__":
    main()
