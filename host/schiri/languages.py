"""The languages that Schiri speaks, and which of them the locale of its user asks for.

Decides nothing about words: those are in `schiri.texts`, a catalogue for each language here.
"""

import os
import sys

# Each language by its code, as its speakers call it.
NAMES = {"de": "Deutsch", "en": "English", "fr": "Français"}
LANGUAGES = tuple(NAMES)


def locale_language() -> str:
    """Return the language of the user's locale, English where we do not speak it."""
    names = [os.environ.get(key, "") for key in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    if sys.platform == "win32":
        import ctypes
        import locale

        names.append(locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage()))
    for name in filter(None, names):
        return name[:2] if name[:2] in LANGUAGES else "en"
    return "en"
