"""Every text of the program has a German, English and French version, and there are no others."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Message
from schiri.errors import STATUS
from schiri.events import Event
from schiri.games.words import NOTES
from schiri.languages import LANGUAGES
from schiri.prose import words_of
from schiri.texts import Words

from tests.games import GAMES
from tests.tools.texts import collected
from tests.tools.texts.template import (
    CODES,
    TEMPLATE,
    id_of,
    needed,
    po_file,
    read_catalogue,
    template,
    template_text,
    texts_of,
)

Key = tuple[str, str]

# The placeholders that the texts of an ending may use.
ENDING_DETAILS = {"name", "other", "names", "colour", "figures", "cards", "points"}

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_context = pytest.mark.parametrize("context", CODES)


@cache
def messages(language: str) -> tuple[Message, ...]:
    return tuple(message for message in read_catalogue(language) if message.id)


def key_of(message: Message) -> Key:
    return message.context or "", id_of(message)


@cache
def words(language: str) -> dict[Key, str]:
    """Return the texts of each message without plural; English sentences are their own texts."""
    own = {key_of(each): texts_of(each)[0] for each in messages(language) if not each.pluralizable}
    if language != "en":
        return own
    ids = [
        id_of(each) for each in template() if each.id and not (each.context or each.pluralizable)
    ]
    return {**{("", sentence): sentence for sentence in ids}, **own}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# Contents of the catalogues


def test_the_template_is_that_of_the_code() -> None:
    """`make texts` writes it again."""
    assert TEMPLATE.read_text(encoding="utf-8") == template_text()


@each_language
def test_a_catalogue_has_the_messages_of_the_template(language: str) -> None:
    wanted = {key_of(message) for message in needed(language, template())}
    assert {key_of(message) for message in messages(language)} == wanted


@each_context
def test_collecting_finds_messages(context: str) -> None:
    assert CODES[context][1]()


@each_language
def test_every_message_has_words(language: str) -> None:
    assert [each.id for each in messages(language) if not all(map(str.strip, texts_of(each)))] == []
    assert [message.id for message in messages(language) if message.fuzzy] == []


@each_language
def test_every_message_is_in_a_catalogue_once(language: str) -> None:
    lines = po_file(language).read_text(encoding="utf-8").splitlines()
    # The additional one is the header.
    count = len([line for line in lines if line.startswith("msgid ")])
    assert count == len(messages(language)) + 1
    assert [line for line in lines if line.startswith("#~")] == []


def test_faults_have_an_exit_status_and_are_raised() -> None:
    assert collected.errors() == set(STATUS)


# Wording


@each_language
def test_placeholders_are_the_same_in_every_language(language: str) -> None:
    english = words("en")
    for message in messages(language):
        context, key = key_of(message)
        wanted = placeholders(english.get((context, key), key))
        assert [placeholders(text) for text in texts_of(message)] == [wanted] * len(
            texts_of(message)
        ), key


def test_placeholders_are_what_the_code_fills() -> None:
    for (context, key), text in words("en").items():
        if context == "malformed":
            assert placeholders(text) <= {"found", "wanted"}, key
        elif context == "error":
            assert placeholders(text) <= collected.fault_details(key), key
        elif context == "phase":
            assert placeholders(text) <= {"name"}, key
        elif context == "ending":
            assert placeholders(text) <= ENDING_DETAILS, key
        elif context in ("refusal", "log", "colour"):
            assert placeholders(text) == set(), key


def test_sentences_are_filled_with_what_they_ask_for() -> None:
    filled = collected.filled_sentences()
    assert len(filled) >= 3
    for sentence, given in filled:
        assert placeholders(sentence) == given


def kinds_of(kind: type[Event]) -> Iterator[type[Event]]:
    for each in kind.__subclasses__():
        yield each
        yield from kinds_of(each)


@pytest.mark.parametrize("game", GAMES)
def test_sentences_of_events_are_filled_by_their_fields(game: str) -> None:
    own = words_of(game)
    kinds = {kind.KIND: kind for kind in kinds_of(Event)}
    for kind, sentence in {**own.sentences, **NOTES}.items():
        names = {each.name for each in fields(kinds[kind])}
        given = names | ({"name"} if "by" in names else set())
        assert placeholders(sentence) <= given, sentence


def test_endings_without_causes_are_the_rules_of_the_game() -> None:
    assert collected.ending_rules("switch") == {"SW-6", "SW-8", "SW-9"}


def test_languages_differ() -> None:
    """Texts of some length always differ between two languages: equal ones would be
    untranslated.
    """
    for key, english in words("en").items():
        texts = {words(language)[key] for language in LANGUAGES}
        assert len(english.split()) < 3 or len(texts) == len(LANGUAGES), key


@each_language
def test_compiled_catalogues_say_the_same(language: str) -> None:
    compiled = Words(language)
    for (context, key), text in words(language).items():
        assert (compiled.pgettext(context, key) if context else compiled.gettext(key)) == text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 cards", "1 card", "2 cards"]),
        ("de", ["0 Karten", "1 Karte", "2 Karten"]),
        ("fr", ["0 carte", "1 carte", "2 cartes"]),
    ],
)
def test_a_number_has_the_form_of_its_language(language: str, said: list[str]) -> None:
    words = Words(language)
    for number, text in enumerate(said):
        found = words.ngettext("{count} card", "{count} cards", number)
        assert found.format(count=number) == text
