"""The words: gettext catalogues, one for each language, and how codes, rules and errors become
prose.

Decides where to look for words.  Refusals, malformed texts, errors and rules are found by their
codes, which are their message ids, under their own contexts; everything else has its English words
as message id.  Must not know the reader: the caller has a `Words` of the right language.
"""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from schiri_engines.refusals import MalformedText, Refusal

from schiri.cells import location_text
from schiri.errors import HostError
from schiri.languages import CATALOGUES
from schiri.plain import plain_line

# How much of a malformed text is shown with its error.
LONGEST_SHOWN = 80
# Errors that end a recording while the device is well.
DISK_ERRORS = ("file-unreadable", "file-unwritable", "folder-without-locks", "log-vanished")

# The words of games from outside: by language, context and key.
_added: dict[tuple[str, str, str], str] = {}


def N_(english: str) -> str:  # noqa: N802  # the name under which gettext's tools look for words
    """Return words that are translated when they are shown."""
    return english


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802  # as N_, of a number
    """Return words for one and for many that are translated when they are shown."""
    return one, many


@dataclass(frozen=True)
class Words:
    """The words of one language; the methods of gettext have gettext's names.

    Shape: ``view`` is "terminal" for keyboards: sentences with "tap" have other words there.

    >>> Words("de").gettext("Quit"), Words("fr").gettext("Quit")
    ('Beenden', 'Quitter')
    >>> Words("en", "terminal").gettext("Tap a stone, then where it goes.")
    'Choose a stone with Enter, then where it goes.'
    """

    language: str
    view: str = ""

    def gettext(self, english: str) -> str:
        """Return an English sentence in this language, also one of an added game."""
        if self.view and (own := self._find(self.view, english)):
            return own
        found = _catalogue(self.language).gettext(english)
        return found if found != english else _added.get((self.language, "", english), english)

    def say(self, english: str, **parts: object) -> str:
        """Return a sentence in this language, with its places filled.

        >>> Words("de").say("{name} wins!", name="Ann")
        'Ann gewinnt!'
        """
        return self.gettext(english).format(**parts)

    @property
    def decimal_sign(self) -> str:
        """The sign between a number and its fraction."""
        return "." if self.language == "en" else ","

    def seconds(self, ms: int) -> str:
        """Return a time in seconds, as people write it: in hundredths, a shorter one exactly.

        >>> Words("de").seconds(3864), Words("en").seconds(310), Words("en").seconds(4)
        ('3,86 s', '0.31 s', '0.004 s')
        """
        sign = self.decimal_sign
        part = f"{ms:03}" if 0 < ms < 10 else f"{ms % 1000 // 10:02}"
        return f"{ms // 1000}{sign}{part} s"

    def ngettext(self, one: str, many: str, number: int) -> str:
        """Return the singular or the plural of an English sentence in this language."""
        return _catalogue(self.language).ngettext(one, many, number)

    def counted(self, one: str, many: str, number: int, **parts: object) -> str:
        r"""Return the sentence for a number, its places filled; ``{count}`` is the number.

        >>> Words("de").counted("{count} card", "{count} cards", 2)
        '2 Karten'
        >>> ascii(Words("de").counted("{count} point", "{count} points", -4))
        "'\\u22124 Punkte'"
        """
        return self.ngettext(one, many, number).format(count=signed(number), **parts)

    def pgettext(self, context: str, code: str) -> str:
        """Return the words of a code under its context, or the code itself.

        The catalogues come first, then added words, then English ones.
        """
        return self._find(context, code) or _added.get(("en", context, code), code)

    def _find(self, context: str, code: str) -> str:
        """Return the words in this language alone, or ""."""
        found = _catalogue(self.language).pgettext(context, code)
        return found if found != code else _added.get((self.language, context, code), "")

    def refusal(self, refusal: Refusal) -> str:
        """Return a refusal in words."""
        return self.pgettext("refusal", refusal.code)

    def refusal_line(self, refusal: Refusal, size: int) -> str:
        """Return ``CODE RULE CELLS words``, the cells separated by commas, ``-`` for none."""
        cells = ",".join(sorted(location_text(cell, size) for cell in refusal.cells)) or "-"
        return f"{refusal.code} {refusal.rule} {cells} {self.refusal(refusal)}"

    def malformed(self, malformed: MalformedText) -> str:
        """Return the error of a text, its place, and the valid form."""
        return self.pgettext("malformed", malformed.code).format(
            found=_shown(malformed.found), wanted=malformed.wanted
        )

    def error(self, error: HostError) -> str:
        """Return an error in words."""
        details = dict(error.details)
        if "reason" in details:
            # A system's reasons are in English; we have words for the common ones.
            details["reason"] = self.pgettext("reason", str(details["reason"]))
        return self.pgettext("error", error.code).format(**details)

    def stopped(self, error: HostError) -> str:
        """Return why a recording has ended, and where its unwritten events are."""
        message = self.error(error)
        return f"{message} {self.kept()}" if error.code in DISK_ERRORS else message

    def kept(self) -> str:
        """Return where unwritten events are."""
        return self.gettext(
            "The device keeps what was not written, and reports it when Schiri starts again."
        )


def signed(number: int) -> str:
    """Return a number as people read it, with a minus sign and no hyphen.

    >>> signed(57), signed(-4).removesuffix("4") == chr(0x2212)
    ('57', True)
    """
    return f"{number}".replace("-", "\u2212")


def add_words(words: Mapping[str, Mapping[str, Mapping[str, str]]]) -> None:
    """Add the words of a game that our catalogues do not have: by language, context and key.

    >>> add_words({"en": {"title": {"hex": "Hex"}}})
    >>> Words("de").pgettext("title", "hex")
    'Hex'
    """
    for language, contexts in words.items():
        for context, texts in contexts.items():
            _added.update({(language, context, key): text for key, text in texts.items()})


def has_words(context: str, code: str) -> bool:
    """Return whether our catalogues have words for a code under its context.

    >>> has_words("refusal", "game-over"), has_words("refusal", "cell-taken")
    (True, False)
    """
    return _catalogue("en").pgettext(context, code) != code


def has_sentence(english: str) -> bool:
    """Return whether our catalogues translate an English sentence.

    >>> has_sentence("Quit"), has_sentence("{name} marks {cell}")
    (True, False)
    """
    return _catalogue("de").gettext(english) != english


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("schiri", CATALOGUES, [language], fallback=True)


def _shown(text: str) -> str:
    r"""Return a text for a screen: short, and without control characters.

    >>> _shown("a1-c3"), _shown("a" * 500) == "a" * 79 + "…", _shown("\x1b[2J")
    ('a1-c3', True, '\\u001b[2J')
    """
    short = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    return plain_line(short)
