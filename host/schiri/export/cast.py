"""A log as an asciicast, version 2: a terminal player shows its sentences at the speed of the game.

Decides when each line appears; players can shorten long pauses.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from textwrap import wrap

from schiri.log.lines import Log
from schiri.log.replay import replayed
from schiri.prose.events import event_text
from schiri.texts import Words

WIDTH, HEIGHT = 80, 24
# A pause for thought is cut to this length.
IDLE_S = 3


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield a log as an asciicast: a header, then a line for each time with its output."""
    game, began = log.header.game, datetime.fromisoformat(log.began)
    header = {
        "version": 2,
        "width": WIDTH,
        "height": HEIGHT,
        "timestamp": int(began.timestamp()),
        "idle_time_limit": IDLE_S,
        "title": f"{game.capitalize()}: {', '.join(log.header.players)}",
    }
    yield json_line(header)
    passed = 0.0
    for each in replayed(log):
        # A clock may have been set back, but a cast must not go back.
        passed = max(passed, (datetime.fromisoformat(each.at) - began).total_seconds())
        text = event_text(words, game, each.event).splitlines()
        lines = [part for line in text for part in wrap(line, WIDTH) or [""]]
        yield json_line([passed, "o", "".join(part + "\r\n" for part in lines)])


def json_line(value: object) -> str:
    """Return a line of an asciicast.

    >>> json_line([0.0, "o", "a1"])
    '[0.0, "o", "a1"]\\n'
    """
    return json.dumps(value, ensure_ascii=False) + "\n"
