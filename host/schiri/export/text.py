"""A log in words, for people.

Decides what stands in a line; times are those of the log, in UTC, so that a text reads the same
wherever it was made.
"""

from schiri.log.lines import Log
from schiri.log.replay import events_of
from schiri.log.times import happened
from schiri.prose.history import told_words
from schiri.texts import Words


def export(words: Words, log: Log) -> str:
    """Return a log in words: who plays what, then a line for each event."""
    game = log.header.game
    began, *moments = happened(log.lines)
    lines = [f"{game}  {began}  {', '.join(log.header.players)}"]
    told = zip(moments, events_of(log)[1:], strict=True)
    lines += [f"{moment}  {told_words(words, game, event)}" for moment, event in told]
    return "\n".join(lines) + "\n"
