"""Everything that can be said is said in German, English and French, and nothing else is there.

Contexts that nothing here collects for are only held against each other: other tests own them.
"""

from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from schiri.device.aside import WHYS
from schiri.errors import STATUS
from schiri.languages import LANGUAGES
from schiri.log.notes import SURVIVED
from schiri.texts import Words
from schiri_device.builds.controls import CONTROLS
from schiri_engines.options import values_of
from schiri_engines.refusals import MalformedText
from schiri_engines.registry import game_class, names, names_for
from schiri_engines.zwoggel.notation import FACES

from tests.sources import HOST
from tests.texts import collected

Key = tuple[str, str]

each_language = pytest.mark.parametrize("language", LANGUAGES)


def colours() -> set[str]:
    """Return the colours of the games that are there."""
    found = {f"zwoggel {colour}" for colour in FACES}
    for name in names_for():
        try:
            game_class(name)
        except MalformedText:
            continue
        found |= {f"{name} {colour}" for colour in "bw"}
    return found


def options() -> set[str]:
    """Return the games' options and their values; a number may do without words."""
    found = set()
    for game in names():
        for name, listed in game_class(game).OPTIONS:
            found.add(f"{game} {name}")
            values, other = values_of(listed)
            for value in [*values, other]:
                key = f"{game} {name}={value}"
                if value.islower() or ("option", key) in words("en"):
                    found.add(key)
    return found


def survived() -> set[str]:
    """Return what a log can have survived, once and more often."""
    return {f"{what} {count}" for what in SURVIVED for count in ("one", "many")}


def modes() -> set[str]:
    """Return the modes that a device has."""
    return {name for name, *_ in CONTROLS}


# What a device refuses that no rule forbids.
DEVICE_REFUSALS = {"busy", "memory-full", "failed", "no-game"}

# What each context must hold, no less and no more; "" is the sentences without a context.
NEEDED = {
    "refusal": lambda: collected.refusals() | DEVICE_REFUSALS,
    "malformed": collected.malformed,
    "error": collected.errors,
    "log": collected.broken_logs,
    "ending": collected.ending_rules,
    "phase": collected.phases,
    "colour": colours,
    "survived": survived,
    "aside": lambda: set(WHYS),
    "mode": modes,
    "option": options,
    "": collected.sentences,
}
each_context = pytest.mark.parametrize("context", NEEDED, ids=lambda name: name or "sentences")


def po_file(language: str) -> Path:
    return HOST / "texts" / language / "LC_MESSAGES" / "schiri.po"


@cache
def messages(language: str) -> tuple[Message, ...]:
    with po_file(language).open("rb") as source:
        return tuple(message for message in read_po(source, abort_invalid=True) if message.id)


def words(language: str) -> dict[Key, str]:
    """Return the words of each message, by its context and its id."""
    return {
        (message.context or "", str(message.id)): str(message.string)
        for message in messages(language)
    }


def ids_in(language: str, context: str) -> set[str]:
    return {key for where, key in words(language) if where == context}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# What is there


@pytest.mark.slow
@each_language
@each_context
def test_nothing_lacks_words(language: str, context: str) -> None:
    assert NEEDED[context]() - ids_in(language, context) == set()


@pytest.mark.slow
@each_language
@each_context
def test_no_words_are_left_over(language: str, context: str) -> None:
    assert ids_in(language, context) - NEEDED[context]() == set()


@each_context
def test_something_is_collected(context: str) -> None:
    assert len(NEEDED[context]()) >= 2


def test_all_languages_have_the_same_messages() -> None:
    for language in LANGUAGES:
        assert words(language).keys() == words("en").keys()


@each_language
def test_every_message_has_words(language: str) -> None:
    assert [key for key, text in words(language).items() if not text.strip()] == []
    assert [message.id for message in messages(language) if message.fuzzy] == []


@each_language
def test_every_message_is_there_once(language: str) -> None:
    lines = po_file(language).read_text(encoding="utf-8").splitlines()
    # One more is the header.
    assert len([line for line in lines if line.startswith("msgid ")]) == len(words(language)) + 1
    assert [line for line in lines if line.startswith("#~")] == []


def test_faults_have_an_exit_status_and_are_raised() -> None:
    assert collected.errors() == set(STATUS)


# What is said


@each_language
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    english = words("en")
    for key, text in words(language).items():
        assert placeholders(text) == placeholders(english[key]), key
        if not key[0]:
            assert placeholders(text) == placeholders(key[1])


def test_placeholders_are_what_the_code_fills() -> None:
    for (context, key), text in words("en").items():
        if context == "malformed":
            assert placeholders(text) <= {"found", "wanted"}, key
        elif context == "error":
            assert placeholders(text) <= collected.fault_details(key), key
        elif context == "phase":
            assert placeholders(text) <= {"name"}, key
        elif context in ("refusal", "log", "ending", "colour"):
            assert placeholders(text) == set(), key


def test_sentences_are_filled_with_what_they_ask_for() -> None:
    filled = collected.filled_sentences()
    assert len(filled) >= 3
    for sentence, given in filled:
        assert placeholders(sentence) == given


def test_english_sentences_are_their_own_words() -> None:
    for (context, key), text in words("en").items():
        assert context or text == key


def test_languages_differ() -> None:
    """Words of some length are never the same in two languages: they would be untranslated."""
    for key, english in words("en").items():
        texts = {english, words("de")[key], words("fr")[key]}
        assert len(english.split()) < 3 or len(texts) == 3, key


@each_language
def test_compiled_catalogues_say_the_same(language: str) -> None:
    compiled = Words(language)
    for (context, key), text in words(language).items():
        assert (compiled.pgettext(context, key) if context else compiled.gettext(key)) == text
