"""The words: gettext catalogues in German, English and French.

Decides the language and how codes, rules and errors become prose.  Refusals, malformed texts,
errors and rules are looked up by their codes, which are their message ids, under a context of
their own; everything else has its English words as message id.
"""

import gettext
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from schiri_engines.refusals import MalformedText, Refusal

from schiri.cells import location_text
from schiri.errors import HostError

LANGUAGES = ("de", "en", "fr")
# How much of a text that is malformed is shown with what is wrong about it.
LONGEST_SHOWN = 80
# What ends a recording while the device is well.
DISK_ERRORS = ("file-unreadable", "file-unwritable", "log-vanished")

# The words of games from outside: by language, context and key.
_added: dict[tuple[str, str, str], str] = {}
_chosen: gettext.NullTranslations | None = None
_language = "en"


def set_language(language: str) -> None:
    """Choose the language of all prose from now on."""
    global _chosen, _language  # noqa: PLW0603  one process speaks one language
    folder = Path(__file__).parent
    _language = language
    _chosen = gettext.translation("schiri", folder, [language], fallback=True)


def add_words(words: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
    """Add the words of a game that our catalogues do not have: by language, context and key.

    >>> add_words({"en": {"title": {"hex": "Hex"}}})
    >>> set_language("de")
    >>> pgettext("title", "hex")
    'Hex'
    """
    for language, contexts in words.items():
        for context, texts in contexts.items():
            _added.update({(language, context, key): text for key, text in texts.items()})


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


def _catalogue() -> gettext.NullTranslations:
    if _chosen is None:
        set_language(locale_language())
    assert _chosen is not None
    return _chosen


def _(english: str) -> str:
    """Return an English sentence in the chosen language."""
    return _catalogue().gettext(english)


def pgettext(context: str, code: str) -> str:
    """Return the words of a code under its context, the code itself where there are none.

    What no catalogue has is looked up among the words that were added, at last in English.
    """
    words = _catalogue().pgettext(context, code)
    if words != code:
        return words
    return _added.get((_language, context, code)) or _added.get(("en", context, code), code)


def has_words(context: str, code: str) -> bool:
    """Return whether our catalogues have words for a code under its context.

    >>> has_words("refusal", "game-over"), has_words("refusal", "cell-taken")
    (True, False)
    """
    english = gettext.translation("schiri", Path(__file__).parent, ["en"], fallback=True)
    return english.pgettext(context, code) != code


def refusal_line(refusal: Refusal, size: int) -> str:
    """Return ``CODE RULE CELLS words``, the cells separated by commas, ``-`` for none."""
    cells = cells_text(refusal, size)
    return f"{refusal.code} {refusal.rule} {cells} {refusal_words(refusal)}"


def cells_text(refusal: Refusal, size: int) -> str:
    """Return the cells that cause a refusal, separated by commas, ``-`` for none."""
    return ",".join(sorted(location_text(cell, size) for cell in refusal.cells)) or "-"


def refusal_words(refusal: Refusal) -> str:
    """Return a refusal in words."""
    return pgettext("refusal", refusal.code)


def malformed_words(malformed: MalformedText) -> str:
    """Return what is wrong with a text, where, and what would be right."""
    return pgettext("malformed", malformed.code).format(
        found=_shown(malformed.found), wanted=malformed.wanted
    )


def _shown(text: str) -> str:
    """Return a text fit for a screen: short, and without what would steer a terminal.

    >>> _shown("a1-c3"), _shown("a" * 500) == "a" * 79 + "…", _shown(chr(27) + "[2J")
    ('a1-c3', True, '\ufffd[2J')
    """
    short = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in short)


def error_words(error: HostError) -> str:
    """Return an error in words."""
    details = dict(error.details)
    if "reason" in details:
        # A system gives its reasons in English; those that people meet have words of ours.
        details["reason"] = pgettext("reason", str(details["reason"]))
    return pgettext("error", error.code).format(**details)


def stopped_words(error: HostError) -> str:
    """Return what has ended a recording, and what becomes of what was not written."""
    words = error_words(error)
    if error.code in DISK_ERRORS:
        return f"{words} {kept_words()}"
    return words


def kept_words() -> str:
    """Return where that is which was not written."""
    return _("What is not written the device keeps, and tells when Schiri is started again.")
