"""The languages of Schiri, and the choice among them by the user's locale.

Must not know words: those are in `schiri.texts`, a catalogue for each language here.
"""

import os
import sys
from pathlib import Path

# Each language by its code, under its own name.
NAMES = {"de": "Deutsch", "en": "English", "fr": "Français"}
LANGUAGES = tuple(NAMES)
# The folder of their catalogues.
CATALOGUES = Path(__file__).parent / "texts"
# The most languages read from a request; strangers may send thousands.
MOST_ASKED = 32


def locale_language() -> str:
    """Return the language of the user's locale, or English if we have no catalogue for it."""
    names = [os.environ.get(key, "") for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    if sys.platform == "win32":
        import ctypes
        import locale

        names.append(locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage()))
    name = next(filter(None, names), "")[:2]
    return name if name in LANGUAGES else "en"


def asked_language(accept: str, usual: str) -> str:
    """Return the language that ``Accept-Language`` prefers, else the default one.

    >>> asked_language("fr-CH, fr;q=0.9, en;q=0.8", "de"), asked_language("nl", "de")
    ('fr', 'de')
    >>> asked_language("en;q=0.5, de-AT", "fr"), asked_language("fr;q=x, *", "en")
    ('de', 'en')
    >>> asked_language("nl, " * MOST_ASKED + "de", "fr")
    'fr'
    """
    found = []
    for part in accept.split(",", MOST_ASKED)[:MOST_ASKED]:
        name, _sign, weight = part.partition(";q=")
        try:
            found.append((float(weight or 1), name.strip()[:2].lower()))
        except ValueError:
            continue
    spoken = [each for each in found if each[1] in LANGUAGES and each[0] > 0]
    return max(spoken, key=lambda each: each[0])[1] if spoken else usual
