"""Words about a log: its result, whether it is valid, missing events.

Decides the words for every place that shows a log.  Must not know where it is stored.
"""

from schiri_engines.refusals import Refused

from schiri.events import End, Event, Missing
from schiri.log.lines import BrokenLog, Log
from schiri.prose import end_words
from schiri.prose.events import event_words
from schiri.texts import Words


def broken_words(words: Words, broken: BrokenLog) -> str:
    why = words.pgettext("log", broken.code)
    if isinstance(broken.cause, Refused):
        why += ": " + words.refusal_line(broken.cause.refusal, broken.cause.size)
    elif broken.cause:
        why += ": " + words.malformed(broken.cause)
    return line_words(words, broken.line, why)


def line_words(words: Words, line: int, why: str) -> str:
    return words.say("line {line}: {why}", line=line, why=why)


def result_words(words: Words, game: str, last: Event) -> str:
    """Return the result of a game, from the last event of its log."""
    return end_words(words, game, last) if isinstance(last, End) else words.gettext("unfinished")


def missing_line(words: Words, log: Log) -> str:
    """Return the first note of missing events, with its line, or ""."""
    for line in log.lines:
        if isinstance(line.event, Missing):
            return line_words(words, line.n, event_words(words, log.header.game, line.event))
    return ""


def trust_words(words: Words, log: Log, broken: BrokenLog | None = None) -> str:
    """Return whether a log can be trusted, in words.

    Shape: ``broken`` is the place where the rules disagree with it.
    """
    wrong = broken_words(words, broken) if broken else missing_line(words, log)
    if wrong:
        return wrong
    count = len(log.lines)
    sentences = [
        words.counted(
            "Complete: {count} line, unchanged, and the rules agree.",
            "Complete: {count} lines, unchanged, and the rules agree.",
            count,
        )
    ]
    if log.torn:
        sentences.append(words.gettext("The last line of the log was cut off; it is left out."))
    return " ".join(sentences)
