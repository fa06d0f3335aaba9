"""What a table says beside its game, as sentences: answers, notices, offers, faults, its device.

Decides the words.  Must not know which view shows them.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from schiri.device.reports import Connected
from schiri.events import State
from schiri.prose import due_words
from schiri.prose.moments import date_words
from schiri.prose.notes import aside_words, torn_words
from schiri.table.intents import Answer, Refusal
from schiri.table.state import Notice, Offer, TableState
from schiri.texts import Words


def answer_words(words: Words, answer: Answer, state: State | None = None) -> str:
    """Return why something is not done, "" where it is; ``state`` says what is due instead."""
    if answer.refusal:
        return refusal_line(words, answer.refusal, state)
    if answer.malformed:
        return words.malformed(answer.malformed)
    return words.error(answer.error) if answer.error else ""


def disagreement_words(words: Words, text: str) -> str:
    """Return what device and referee do not agree on."""
    return words.gettext("DEVICE AND REFEREE DO NOT AGREE: {text}").format(text=text)


def device_words(words: Words, connected: Connected | None) -> str:
    """Return which device answers."""
    if connected is None:
        return words.gettext("no device")
    text = words.gettext("{device} ({build}): connected")
    return text.format(device=connected.device, build=connected.build)


def connected_words(words: Words, connected: Connected) -> str:
    """Return that a device has come."""
    text = words.gettext("{device} ({build}) is connected.")
    return text.format(device=connected.device, build=connected.build)


def refusal_line(words: Words, refusal: Refusal, state: State | None = None) -> str:
    """Return a refusal in words, with its rule where one forbids it.

    Shape: what comes at the wrong time is answered with what is due in ``state`` instead.

    >>> from schiri.texts import Words
    >>> words = Words("en")
    >>> refusal_line(words, Refusal("undo-nothing", ""))
    'undo-nothing'
    """
    text = words.pgettext("refusal", refusal.code)
    if refusal.code == "wrong-phase" and state is not None and state.phase != "over":
        text = words.gettext("Not now: {due}").format(due=due_words(words, state))
    return f"{text} ({refusal.rule})" if refusal.rule else text


def notice_words(words: Words, notice: Notice) -> str:
    """Return what was found beside the game."""
    return NOTICES[notice.code](words, notice.about)


def false_start_words(words: Words, about: Sequence[str]) -> str:
    """Return who is locked out."""
    return words.gettext("False start: {name} is locked out. (DW-12)").format(name=about[0])


def lot_words(words: Words, about: Sequence[str]) -> str:
    """Return who begins by lot, and by which rule, which may be the house's."""
    name, rule = about
    return words.gettext("Drawn by lot: {name} begins. ({rule})").format(
        name=name, rule=rule or words.gettext("house rule")
    )


def next_words(words: Words, about: Sequence[str]) -> str:
    """Return who begins a game that is played again."""
    return words.gettext("This time {name} begins. (house rule)").format(name=about[0])


def decided_words(words: Words, about: Sequence[str]) -> str:
    """Return who wins from a start, if nobody errs."""
    name, plies = about[0], int(about[1])
    text = words.ngettext(
        "This start is decided: if nobody errs {name} wins in {count} ply.",
        "This start is decided: if nobody errs {name} wins in {count} plies.",
        plies,
    )
    return text.format(name=name, count=plies)


NOTICES: dict[str, Callable[[Words, Sequence[str]], str]] = {
    "torn": lambda words, about: torn_words(words, Path(about[0])),
    "set-aside": lambda words, about: aside_words(words, about[0], Path(about[1])),
    "lot": lot_words,
    "next": next_words,
    "decided": decided_words,
    "false-start": false_start_words,
    "race-void": lambda words, _about: words.gettext("The device was away: this race is void."),
    "race-keys": lambda words, _about: words.gettext(
        "No device answers: the keys of this PC take its place, less exactly."
    ),
    "race-counts": lambda words, _about: words.gettext("From here on it counts."),
    "say-eaten": lambda words, _about: words.gettext(
        "A hen has eaten: enter its colour, then worms of that colour, jokers and other worms."
    ),
}


def leaving_words(words: Words, state: TableState) -> str:
    """Return what is asked before another game replaces the one on the board, "" for nothing."""
    if not state.has_unfinished_board:
        return ""
    text = words.gettext(
        "The game of {names} is not over. It is kept under “Go on”. Begin another one?"
    )
    return text.format(names=names_words(words, state.players))


def resigning_words(words: Words, name: str) -> str:
    """Return what is asked before somebody resigns."""
    return words.gettext("Does {name} really resign?").format(name=name)


def offer_words(words: Words, offer: Offer, now: datetime) -> str:
    """Return a game that can go on: who plays what, how far it is, and when it was played last.

    >>> from datetime import UTC
    >>> from schiri.texts import Words
    >>> words = Words("en")
    >>> played = datetime(2026, 1, 31, 18, 4, tzinfo=UTC)
    >>> offer_words(words, Offer("log", "zwoggel", ("Ann", "Ben"), 14, played), played)
    'Go on: Ann and Ben, Zwoggel, 14 moves, today 18:04'
    """
    moves = words.ngettext("{count} move", "{count} moves", offer.moves)
    text = words.gettext("Go on: {names}, {game}, {moves}, {when}")
    return text.format(
        names=names_words(words, offer.players),
        game=offer.game.capitalize(),
        moves=moves.format(count=offer.moves),
        when=when_words(words, offer.last, now),
    )


def names_words(words: Words, names: Sequence[str]) -> str:
    """Return names as one says them.

    >>> from schiri.texts import Words
    >>> words = Words("en")
    >>> names_words(words, ["Ann"]), names_words(words, ["Ann", "Ben", "Cem"])
    ('Ann', 'Ann, Ben and Cem')
    """
    if len(names) < 2:
        return "".join(names)
    return words.gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])


def when_words(words: Words, at: datetime, now: datetime) -> str:
    """Return when something was, in the reader's own time."""
    here = at.astimezone(now.tzinfo)
    days = (now.date() - here.date()).days
    clock = here.strftime("%H:%M")
    if days == 0:
        return words.gettext("today {time}").format(time=clock)
    if days == 1:
        return words.gettext("yesterday {time}").format(time=clock)
    return date_words(words, here)
