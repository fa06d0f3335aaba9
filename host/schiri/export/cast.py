"""A log as an asciicast, version 2: its words come as the game went, in a player for terminals.

Decides when each line comes; longer waits are the player's to shorten.
"""

import json
from datetime import datetime
from textwrap import wrap

from schiri.log.lines import Log
from schiri.log.replay import events_of
from schiri.log.times import happened
from schiri.prose.history import told_words
from schiri.texts import Words

WIDTH, HEIGHT = 80, 24
# Nobody looks on for longer while somebody thinks.
IDLE_S = 3


def export(words: Words, log: Log) -> str:
    """Return a log as an asciicast: a header, then a time and what is shown then, a line each."""
    moments = [datetime.fromisoformat(moment) for moment in happened(log.lines)]
    game, began = log.header.game, moments[0]
    header = {
        "version": 2,
        "width": WIDTH,
        "height": HEIGHT,
        "timestamp": int(began.timestamp()),
        "idle_time_limit": IDLE_S,
        "title": f"{game.capitalize()}: {', '.join(log.header.players)}",
    }
    lines: list[object] = [header]
    passed = 0.0
    for moment, event in zip(moments, events_of(log), strict=True):
        # A clock may have been set back; a cast goes on.
        passed = max(passed, (moment - began).total_seconds())
        said = told_words(words, game, event).splitlines()
        shown = [part for line in said for part in wrap(line, WIDTH) or [""]]
        lines.append([passed, "o", "".join(part + "\r\n" for part in shown)])
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
