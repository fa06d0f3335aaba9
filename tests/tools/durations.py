"""Keeps the durations of slow tests, which make the parts of the proof equal.

Run as ``python -m tests.tools.durations MEASURED KEPT``. All other tests count as equally long.
"""

import json
import sys
from pathlib import Path

SLOW_S = 1.0


def main(measured: str, kept: str) -> None:
    """Write the slow ones of measured durations to a file."""
    found = json.loads(Path(measured).read_text())
    slow = {test: round(took_s, 1) for test, took_s in sorted(found.items()) if took_s >= SLOW_S}
    Path(kept).write_text(json.dumps(slow, indent=0) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
