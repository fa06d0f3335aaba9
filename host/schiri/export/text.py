"""A log in words, for people.

Decides what stands in a line; times are those of the log, in UTC, so that a text reads the same
wherever it was made.
"""

from collections.abc import Iterator

from schiri.log.lines import Log
from schiri.log.replay import replayed
from schiri.prose.events import told_words
from schiri.texts import Words


def export(words: Words, log: Log) -> Iterator[str]:
    """Yield a log in words: who plays what, then a line for each event."""
    game = log.header.game
    for each in replayed(log):
        if each.line.n == 1:
            yield f"{game}  {each.at}  {', '.join(log.header.players)}\n"
        else:
            # Comments of an entry stand below it.
            text = told_words(words, game, each.event).replace("\n", "\n" + " " * 6)
            yield f"{each.at}  {text}\n"
