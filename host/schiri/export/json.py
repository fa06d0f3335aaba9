"""A log as one JSON list: its lines as they are, without their chains.

Decides the layout of that list.
"""

import json
from collections.abc import Iterator

from schiri.log.lines import Log
from schiri.texts import Words


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield the lines as a JSON list."""
    before = "[\n"
    for line in log.lines:
        # Indent it one more step, as if the list were written as a whole.
        written = json.dumps(line.json, ensure_ascii=False, indent=1).replace("\n", "\n ")
        yield f"{before} {written}"
        before = ",\n"
    yield "\n]\n"
