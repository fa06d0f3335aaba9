"""Answers, notices and offers of a table as sentences.

Decides the words.  Must not know which view shows them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from schiri.prose.notes import aside_words, torn_words
from schiri.table.intents import Answer, Refusal
from schiri.table.state import Notice, Offer
from schiri.texts import _, error_words, malformed_words, pgettext


def answer_words(answer: Answer) -> str:
    """Return why something is not done, "" where it is."""
    if answer.refusal:
        return refusal_line(answer.refusal)
    if answer.malformed:
        return malformed_words(answer.malformed)
    return error_words(answer.error) if answer.error else ""


def refusal_line(refusal: Refusal) -> str:
    """Return a refusal in words, with its rule where one forbids it.

    >>> from schiri.texts import set_language
    >>> set_language("en")
    >>> refusal_line(Refusal("undo-nothing", ""))
    'undo-nothing'
    """
    words = pgettext("refusal", refusal.code)
    return f"{words} ({refusal.rule})" if refusal.rule else words


def notice_words(notice: Notice) -> str:
    """Return what was found beside the game."""
    return NOTICES[notice.code](notice.about)


def false_start_words(about: Sequence[str]) -> str:
    """Return who is locked out."""
    return _("False start: {name} is locked out. (DW-12)").format(name=about[0])


NOTICES: dict[str, Callable[[Sequence[str]], str]] = {
    "torn": lambda about: torn_words(Path(about[0])),
    "set-aside": lambda about: aside_words(about[0], Path(about[1])),
    "false-start": false_start_words,
    "race-void": lambda _about: _("The device was away: this race is void."),
    "race-keys": lambda _about: _("No device answers: the keys of this PC stand in, less exactly."),
    "race-counts": lambda _about: _("From here on it counts."),
    "say-eaten": lambda _about: _("A hen has eaten: say whose, the colour, worms, jokers, others."),
}


def offer_words(offer: Offer, now: datetime) -> str:
    """Return a game that can go on: who plays what, how far it is, and when it was played last.

    >>> from datetime import UTC
    >>> from schiri.texts import set_language
    >>> set_language("en")
    >>> played = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)
    >>> offer_words(Offer("log", "zwoggel", ("Ann", "Ben"), 14, played), played)
    'Go on: Ann and Ben, Zwoggel, 14 moves, today 18:04'
    """
    moves = pgettext("moves", "one" if offer.moves == 1 else "many").format(count=offer.moves)
    words = _("Go on: {names}, {game}, {moves}, {when}")
    return words.format(
        names=names_words(offer.players),
        game=offer.game.capitalize(),
        moves=moves,
        when=when_words(offer.last, now),
    )


def names_words(names: Sequence[str]) -> str:
    """Return names as one says them.

    >>> from schiri.texts import set_language
    >>> set_language("en")
    >>> names_words(["Ann"]), names_words(["Ann", "Ben", "Cem"])
    ('Ann', 'Ann, Ben and Cem')
    """
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def when_words(at: datetime, now: datetime) -> str:
    """Return when something was, in the reader's own time."""
    here = at.astimezone(now.tzinfo)
    days = (now.date() - here.date()).days
    clock = here.strftime("%H:%M")
    if days == 0:
        return _("today {time}").format(time=clock)
    if days == 1:
        return _("yesterday {time}").format(time=clock)
    return here.strftime("%Y-%m-%d")
