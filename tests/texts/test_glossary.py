"""One word for one thing: no catalogue contains a word that the glossary rules out."""

import re
import tomllib
from collections.abc import Iterable

import pytest
from schiri.languages import LANGUAGES

from tests.tools.texts.template import TEXTS, said_in

GLOSSARY = tomllib.loads((TEXTS / "glossary.toml").read_text(encoding="utf-8"))


def test_a_term_has_a_word_in_each_language(subtests: pytest.Subtests) -> None:
    for term in GLOSSARY:
        with subtests.test(term=term):
            assert all(GLOSSARY[term].get(language) for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ruled_out_words_are_used_nowhere(language: str) -> None:
    said, of_games = said_in(language), said_in(language, of_commands=False)
    assert len(of_games) > 100
    found = []
    for name, term in GLOSSARY.items():
        # The help says that a table opens as a page, but the games' own texts must not promise one.
        texts = of_games if name == "paint" else said
        wrong = term.get("not", {}).get(language, ())
        if is_said(wrong, "\n".join(texts)):
            found += [text for text in texts if is_said(wrong, text)] or [name]
    assert found == []


def is_said(words: Iterable[str], text: str) -> bool:
    """Return whether one of these words is in a text.

    It must be as written, or capitalised: ``Ihnen`` is not ``ihnen``.
    """
    forms = [re.escape(form) for word in words for form in (word, word[:1].upper() + word[1:])]
    return bool(forms) and re.search(rf"\b({'|'.join(forms)})\b", text) is not None
