"""What happened to a log, as sentences.

Decides the words.  What a note says `schiri.log.notes` decides.
"""

from collections.abc import Mapping
from pathlib import Path

from schiri.events import Event, Missing, Settings, Survived
from schiri.texts import _, pgettext


def survived_words(counts: Mapping[str, int]) -> str:
    """Return how often a log has survived what.

    >>> from schiri.texts import set_language
    >>> set_language("en")
    >>> survived_words({"cable": 3, "power": 1})
    'survived: 3 cable pulls, 1 power cut'
    """
    told = []
    for what, count in counts.items():
        words = pgettext("survived", f"{what} {'one' if count == 1 else 'many'}")
        told.append(words.format(count=count))
    return _("survived: {what}").format(what=", ".join(told))


def missing_words(note: Missing) -> str:
    """Return which events are lost."""
    words = _("events {first} to {last} of {epoch} are missing")
    return words.format(first=note.first, last=note.last, epoch=note.epoch)


def note_words(note: Event) -> str | None:
    """Return what happened to a log, None for what happened to the game in it."""
    match note:
        case Survived(what):
            return survived_words({what: 1})
        case Missing():
            return missing_words(note)
        case Settings():
            return _("The settings of the device are kept.")
    return None


def torn_words(path: Path) -> str:
    """Return that a log was cut in its last line, as by a crash, and put right."""
    return _("The last line of {path} was cut off; it is left out.").format(path=path)


def aside_words(why: str, path: Path) -> str:
    """Return why a device has set aside what it holds, and where that is now."""
    words = _("{why} It is kept in {path}; the device begins anew.")
    return words.format(why=pgettext("aside", why), path=path)
