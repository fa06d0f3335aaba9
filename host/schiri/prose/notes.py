"""What happened to a log, as sentences.

Decides the words.  What a note says `schiri.log.notes` decides.
"""

from collections.abc import Mapping
from pathlib import Path

from schiri.events import Event, HintGiven, Missing, SeatsChosen, Settings, Survived
from schiri.texts import Words


def survived_words(words: Words, counts: Mapping[str, int]) -> str:
    """Return how often a log has survived what.

    >>> from schiri.texts import Words
    >>> words = Words("en")
    >>> survived_words(words, {"cable": 3, "power": 1})
    'survived: 3 cable pulls, 1 restart of the device'
    """
    told = []
    for what, count in counts.items():
        # Translators: "survived: 3 cable pulls, 1 restart of the device"
        texts = {
            "cable": words.ngettext("{count} cable pull", "{count} cable pulls", count),
            "pc": words.ngettext(
                "{count} restart of the PC program", "{count} restarts of the PC program", count
            ),
            "race": words.ngettext("{count} voided race", "{count} voided races", count),
            # A device has no switch: it cannot tell a power cut from a cable pulled at the end of
            # an evening, or a simulated one that was closed.
            "power": words.ngettext(
                "{count} restart of the device", "{count} restarts of the device", count
            ),
            "error": words.ngettext(
                "{count} error on the device", "{count} errors on the device", count
            ),
            "erasure": words.ngettext(
                "{count} interrupted erasure of the journal",
                "{count} interrupted erasures of the journal",
                count,
            ),
            "left": words.ngettext(
                "{count} time left for another game",
                "{count} times left for another game",
                count,
            ),
        }
        told.append(texts[what].format(count=count))
    return words.gettext("survived: {what}").format(what=", ".join(told))


def missing_words(words: Words, note: Missing) -> str:
    """Return which events are lost."""
    text = words.gettext("events {first} to {last} of {epoch} are missing")
    return text.format(first=note.first, last=note.last, epoch=note.epoch)


def note_words(words: Words, note: Event) -> str | None:
    """Return what happened to a log, None for what happened to the game in it."""
    match note:
        case Survived("left"):
            return words.gettext("The game goes on.")
        case Survived(what):
            return survived_words(words, {what: 1})
        case Missing():
            return missing_words(words, note)
        case Settings():
            return words.gettext("The settings of the device are kept.")
        case HintGiven(player, count):
            text = words.gettext("{name}, hints in this game: {count}")
            return text.format(name=player, count=count)
        case SeatsChosen(seats):
            # Few logs have one, and rules are read without a word about devices.
            from schiri_device.builds.panels import LETTER

            named = {letter: words.pgettext("button", name) for name, letter in LETTER.items()}
            buttons = ", ".join(named.get(letter, letter) for letter in seats)
            text = words.gettext("The players' buttons, in their order: {buttons}")
            return text.format(buttons=buttons)
    return None


def torn_words(words: Words, path: Path) -> str:
    """Return that a log was cut in its last line, as by a crash, and put right."""
    return words.gettext("The last line of {path} was cut off; it is left out.").format(path=path)


def aside_words(words: Words, why: str, path: Path) -> str:
    """Return why a device has set aside what it holds, and where that is now."""
    text = words.gettext("{why} It is kept in {path}; the device begins anew.")
    return text.format(why=words.pgettext("aside", why), path=path)
