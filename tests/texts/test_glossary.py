"""One word for one thing: what the glossary rules out is in no catalogue."""

import re
import tomllib

import pytest
from schiri.languages import LANGUAGES

from tests.texts.template import TEXTS, id_of, read_catalogue, template, texts_of

GLOSSARY = tomllib.loads((TEXTS / "glossary.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("term", GLOSSARY)
def test_a_term_has_a_word_in_each_language(term: str) -> None:
    assert all(GLOSSARY[term].get(language) for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_ruled_out_is_said_nowhere(language: str) -> None:
    out = [word for term in GLOSSARY.values() for word in term.get("not", {}).get(language, ())]
    # As it is written, or at the beginning of a sentence: ``Ihnen`` is not ``ihnen``.
    forms = [re.escape(form) for word in out for form in (word, word.capitalize())]
    pattern = re.compile(rf"\b({'|'.join(forms)})\b")
    texts = [text for message in read_catalogue(language) for text in texts_of(message)]
    if language == "en":
        texts += [id_of(message) for message in template() if message.id and not message.context]
    assert out and len(texts) > 100
    assert [text for text in texts if pattern.search(text)] == []
