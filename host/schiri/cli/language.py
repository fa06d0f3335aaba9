"""The reader's words: the option ``--lang`` of every command.

Decides the language: the option, else the setting, else the locale.  It is known before the command
line is read, because an error there needs words.
"""

import gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import pairwise
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

import click

from schiri.errors import HostError
from schiri.languages import CATALOGUES, LANGUAGES, locale_language

if TYPE_CHECKING:
    from schiri.texts import Words

P = ParamSpec("P")
T = TypeVar("T")

# The catalogue of help and usage, and of click's own messages.
DOMAIN = "commands"
# In English, because there is no catalogue.
NOT_COMPILED = "The texts of Schiri are not compiled. Run this first: python host/catalogues.py"


class CommandReader:
    """The reader of a command's output: click's object of the command line.

    Shape: ``language`` is "" unless it was given.
    """

    def __init__(self, line: Sequence[str] = ()) -> None:
        self.language = typed_language(line)

    @property
    def words(self) -> "Words":
        """The words of the reader's language, loaded on first use."""
        from schiri.config import settings
        from schiri.texts import Words

        return Words(self.language or settings().language or locale_language())

    @property
    def words_for_errors(self) -> "Words":
        """The words for errors, even if the settings cannot be read."""
        from schiri.texts import Words

        try:
            return self.words
        except HostError:
            return Words(locale_language())


def has_catalogue(language: str) -> bool:
    """Return whether there are words of a language; sources have none until they are compiled."""
    return gettext.find("schiri", CATALOGUES, [language]) is not None


def typed_language(line: Sequence[str]) -> str:
    """Return the language that a command line asks for, "" for none.

    >>> typed_language(["--lang", "en", "ports", "--lang=de"]), typed_language(["--lang", "nl"])
    ('de', '')
    """
    words = [word for part in line for word in part.split("=", 1)]
    pairs = pairwise(words)
    found = [value for word, value in pairs if word == "--lang" and value in LANGUAGES]
    return found[-1] if found else ""


def reader() -> CommandReader:
    return click.get_current_context().ensure_object(CommandReader)


def speak(language: str) -> None:
    """Set the language of help and usage, which click takes from the process."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)


@contextmanager
def own_language() -> Iterator[None]:
    """Restore the process's language after the block."""
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            os.environ.pop("LANGUAGE", None)
        else:
            os.environ["LANGUAGE"] = before


def pass_words(command: "Callable[Concatenate[Words, P], T]") -> Callable[P, T]:
    """Pass the reader's words to a command as its first argument."""

    @wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> T:
        return command(reader().words, *given, **named)

    return run
