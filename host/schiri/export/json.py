"""A log as one JSON list: its lines as they are, without their chains.

Decides the layout of that list.
"""

import json

from schiri.log.lines import Log
from schiri.texts import Words


def export(words: Words, log: Log) -> str:
    """Return a list of what stands in each line."""
    return json.dumps([line.json for line in log.lines], ensure_ascii=False, indent=1) + "\n"
