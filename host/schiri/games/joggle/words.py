"""Joggle in words: what a roll brought, and at the end how the dice fell.

Decides the words.  Must not know the rules: all of it is in the events.
"""

from schiri.events import Event
from schiri.games.joggle.luck import FACES, luck_of
from schiri.texts import _, pgettext


def reroll_words(event: Event) -> str:
    """Return that a roll cannot be used."""
    return _("No field of this roll can be used: roll again. (JO-5, house rule)")


def turn_lost_words(event: Event) -> str:
    """Return that a roll cannot be used, and the turn passes."""
    return _("No field of this roll can be used: the turn passes. (JO-5, house rule)")


def skip_words(event: Event) -> str:
    """Return who is skipped."""
    words = _("{name} has no marble left to place and is skipped. (JO-5, house rule)")
    return words.format(name=event["by"])


def luck_lines(event: Event) -> list[str]:
    """Return how the dice fell for each side, and how likely that is."""
    lines = []
    for side, counts in event.get("rolls", {}).items():
        if not sum(counts):
            continue
        luck = luck_of(counts)
        kinds = [f"{pgettext('face', face)} {n}" for face, n in zip(FACES, counts, strict=True)]
        words = _(
            "Rolls of {side}: {counts}. So many joggles or more: {joggles} %; "
            "so uneven or more: {uneven} %."
        )
        lines.append(
            words.format(
                side=pgettext("colour", "joggle " + side),
                counts=", ".join(kinds),
                joggles=round(100 * luck.joggles),
                uneven=round(100 * luck.uneven),
            )
        )
    return lines


EVENTS = {"reroll": reroll_words, "turn-lost": turn_lost_words, "skip": skip_words}
