"""A log in words, for people.

Decides the form of a line; times are in UTC as in the log, so that a text is the same everywhere.
"""

from collections.abc import Iterator

from schiri.log.lines import Log
from schiri.log.replay import replayed
from schiri.prose.events import event_text
from schiri.texts import Words


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield a log in words: game and players, then a line for each event."""
    game = log.header.game
    for each in replayed(log):
        if each.line.n == 1:
            yield f"{game}  {each.at}  {', '.join(log.header.players)}\n"
        else:
            # Further lines of an entry are indented below it.
            text = event_text(words, game, each.event).replace("\n", "\n" + " " * 6)
            yield f"{each.at}  {text}\n"
