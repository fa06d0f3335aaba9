"""Notes: what happened to a log, not to the game in it.

Decides which events they are and what each must say.  Must not know files, devices or words.
"""

from collections import Counter
from collections.abc import Iterable

from schiri.events import Event

# A cable that was pulled, a program on the PC or a device that began anew, an error on the
# device that it told, an erasure of its journal that was cut.
SURVIVED = ("cable", "pc", "power", "error", "erasure")


def survived(what: str) -> Event:
    """Return the note that a game went on after this.

    >>> survived("cable")
    {'event': 'survived', 'what': 'cable'}
    """
    return {"event": "survived", "what": what}


def missing(epoch: str, first: int, last: int) -> Event:
    """Return the note that these events of a device's epoch are lost for good."""
    return {"event": "missing", "epoch": epoch, "first": first, "last": last}


def settings(kept: str) -> Event:
    """Return the note of a device's settings, words in hex, as the PC came to know them."""
    return {"event": "settings", "kept": kept}


def is_note(event: Event) -> bool:
    """Return whether an event is a note; an event with an entry is none, whatever its name."""
    return event["event"] in _VALIDATORS and "entry" not in event


def is_valid(event: Event) -> bool:
    """Return whether a note has the fields that its name needs, each of its kind.

    >>> is_valid(missing("ab12", 3, 4)), is_valid(missing("ab12", 4, 3))
    (True, False)
    """
    return _VALIDATORS[event["event"]](event)


def survived_in(events: Iterable[Event]) -> Counter[str]:
    """Return how often a log has survived what, in the order of `SURVIVED`."""
    counts = Counter(event["what"] for event in events if _is(event, "survived"))
    return Counter({what: counts[what] for what in SURVIVED if counts[what]})


def missing_in(events: Iterable[Event]) -> list[Event]:
    """Return the notes of what a log lacks."""
    return [event for event in events if _is(event, "missing")]


def settings_in(events: Iterable[Event]) -> list[str]:
    """Return the settings that a log has noted, in order."""
    return [event["kept"] for event in events if _is(event, "settings")]


def _is(event: Event, name: str) -> bool:
    return event["event"] == name and is_note(event)


def _has_what(event: Event) -> bool:
    return event.get("what") in SURVIVED


def _has_range(event: Event) -> bool:
    first, last = event.get("first"), event.get("last")
    if type(first) is not int or type(last) is not int:
        return False
    return isinstance(event.get("epoch"), str) and 0 < first <= last


def _has_settings(event: Event) -> bool:
    kept = event.get("kept")
    return isinstance(kept, str) and all(digit in "0123456789abcdef " for digit in kept)


_VALIDATORS = {"survived": _has_what, "missing": _has_range, "settings": _has_settings}
