"""Joggle in words: what a roll brought, and at the end how the dice fell.

Decides the words.  Must not know the rules: all of it is in the events.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from schiri.events import End, Event
from schiri.games.joggle.luck import FACES, luck_of
from schiri.texts import Words

# Nothing that happens is told to be rarer.
RAREST = 1e-9


@dataclass(frozen=True)
class Reroll(Event):
    """A roll that no field was free for, and that is rolled again."""

    KIND = "reroll"

    rule: str | None = None


@dataclass(frozen=True)
class TurnLost(Event):
    """A roll that no field was free for, after which the turn passes."""

    KIND = "turn-lost"

    rule: str | None = None


@dataclass(frozen=True)
class Skip(Event):
    """Somebody has no marble left to place, and is skipped."""

    KIND = "skip"

    by: str
    rule: str | None = None


@dataclass(frozen=True)
class JoggleEnd(End):
    """The end of a game; ``rolls`` counts the rolls of each side, of each kind."""

    rolls: Mapping[str, tuple[int, ...]] | None = None


def event_words(words: Words, event: Event) -> str | None:
    """Return an event of Joggle in words, None for one that is not."""
    match event:
        case Reroll():
            return words.gettext(
                "No field can be used for this roll: roll again. (JO-5, house rule)"
            )
        case TurnLost():
            return words.gettext(
                "No field can be used for this roll: the turn is lost. (JO-5, house rule)"
            )
        case Skip(name):
            text = words.gettext(
                "{name} has no marble left to place and is skipped. (JO-5, house rule)"
            )
            return text.format(name=name)
    return None


def figure_words(words: Words, kind: str, count: int) -> str:
    """Return so many figures of a kind.

    >>> figure_words(Words("en"), "S", 2)
    '2 squares'
    """
    if kind == "R":
        text = words.ngettext("{count} rectangle", "{count} rectangles", count)
    else:
        text = words.ngettext("{count} square", "{count} squares", count)
    return text.format(count=count)


def luck_lines(words: Words, end: End) -> list[str]:
    """Return how the dice fell for each side, and how likely that is.

    >>> counts = {"w": (1, 0, 0, 0, 0), "b": (0, 0, 0, 0, 2)}
    >>> for line in luck_lines(Words("en"), JoggleEnd(("Ann",), "JO-7", counts)):
    ...     print(line.partition(". ")[2])
    0 joggles in 1 roll; most games have as many or more.
    2 joggles in 2 rolls; as many or more happen in 1 of 9 games.
    """
    rolls = end.rolls if isinstance(end, JoggleEnd) else None
    lines = []
    for side, counts in (rolls or {}).items():
        if not sum(counts):
            continue
        luck = luck_of(counts)
        kinds = [
            f"{words.pgettext('face', face)} {n}" for face, n in zip(FACES, counts, strict=True)
        ]
        rolls_of = words.gettext("Rolls of {side}: {counts}.").format(
            side=words.pgettext("colour", f"joggle {side}"), counts=", ".join(kinds)
        )
        joggles = words.ngettext("{count} joggle", "{count} joggles", counts[-1])
        games = round(1 / max(luck.joggles, RAREST))
        if games > 1:
            text = words.ngettext(
                "{joggles} in {total} roll; as many or more happen in 1 of {games} games.",
                "{joggles} in {total} rolls; as many or more happen in 1 of {games} games.",
                sum(counts),
            )
        else:
            text = words.ngettext(
                "{joggles} in {total} roll; most games have as many or more.",
                "{joggles} in {total} rolls; most games have as many or more.",
                sum(counts),
            )
        luck_words = text.format(
            joggles=joggles.format(count=counts[-1]),
            total=sum(counts),
            games=games,
        )
        lines.append(f"{rolls_of} {luck_words}")
    return lines
