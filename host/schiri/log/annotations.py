"""Notes: events of a log, not of the game in it.

Decides the contents of each note.  Must not know files, devices or words.
"""

from collections import Counter
from collections.abc import Iterable

from schiri.events import (
    NOTES,
    DeviceSettings,
    Event,
    FalseStart,
    Header,
    HintGiven,
    Incident,
    Missing,
    SeatsChosen,
    TooEarly,
)
from schiri.json_object import JsonObject
from schiri.names import is_name
from schiri.panels import LETTER

# A cable that was pulled, a restart of the program on the PC or of the device, an error that the
# device reported, an erasure of its journal that was cut, another game that was played in between,
# a race whose clock went away.
SURVIVED = ("cable", "pc", "power", "error", "erasure", "left", "race")


def is_note(event: Event) -> bool:
    """Return whether an event is a note; an event with an entry is never one."""
    return isinstance(event, NOTES)


def is_bad_note(value: JsonObject) -> bool:
    """Return whether an object has the name of a note, but a missing or malformed field.

    >>> is_bad_note(Missing("ab12", 3, 4).json()), is_bad_note(Missing("ab12", 4, 3).json())
    (False, True)
    """
    for kind in NOTES:
        if value["event"] == kind.KIND and "entry" not in value:
            try:
                return not _is_valid(kind.parse({**value, "text": None}))
            except ValueError:
                return True
    return False


def _is_valid(note: Event) -> bool:
    match note:
        case Incident(what):
            return what in SURVIVED
        case Missing(_, first, last):
            return 0 < first <= last
        case DeviceSettings(kept):
            return all(digit in "0123456789abcdef " for digit in kept)
        case SeatsChosen(seats):
            return len(set(seats)) == len(seats) > 0 and set(seats) <= {*LETTER.values()}
        case HintGiven(_, count):
            return count >= 0
        case TooEarly(player) | FalseStart(player):
            return is_name(player)
    return False


def survived_in(events: Iterable[Event]) -> Counter[str]:
    """Return how often a log has survived each incident, in the order of `SURVIVED`."""
    counts = Counter(event.what for event in events if isinstance(event, Incident))
    return Counter({what: counts[what] for what in SURVIVED if counts[what]})


def missing_in(events: Iterable[Event]) -> list[Missing]:
    return [event for event in events if isinstance(event, Missing)]


def seats_in(header: Header, events: Iterable[Event]) -> str:
    """Return the letters of the players' buttons as last chosen, "" for none."""
    chosen = [event.seats for event in events if isinstance(event, SeatsChosen)]
    return (chosen or [header.seats or ""])[-1]


def hints_in(events: Iterable[Event]) -> dict[str, int]:
    """Return how many hints each player has had."""
    return {event.player: event.count for event in events if isinstance(event, HintGiven)}


def settings_in(events: Iterable[Event]) -> list[str]:
    return [event.kept for event in events if isinstance(event, DeviceSettings)]
