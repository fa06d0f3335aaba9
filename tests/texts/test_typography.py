"""The typography of each language: spaces, quotation marks, apostrophes, and informal address.

Decides nothing about wording.  Quoted shell text is left out.
"""

import re

import pytest

from tests.tools.texts.template import said_in

# A narrow space without a line break.
NARROW = "\u202f"
# The errors of each language, with their patterns.
WRONG = {
    "fr": {
        "a mark without its narrow space": rf"(?<=[\w)»])[;!?](?!\w)|(?<![{NARROW}\W])[:»](?!\S)",
        "a wide space before a mark": r"[ \u00a0][;:!?»%]",
        "a guillemet without its narrow space": rf"«(?!{NARROW})|(?<!{NARROW})»",
        "a quotation mark of English": r"[\"“”„]",
        "a straight apostrophe": r"\w'\w",
        "a formal address (write tu)": r"(?i)\b(vous|votre|vos|le vôtre|(?!assez|chez|nez)\w+ez)\b",
    },
    "de": {
        "a quotation mark of English": r"[\"«»]",
        "a mark that is not opened or not closed": r"“[^„]*“|„[^“]*„|„[^“]*$|^[^„]*“",
        "a formal address (write du)": r"\b(Sie (haben|können|müssen|sind)|Ihnen|Ihren?|Ihrem)\b",
        "a space before a mark": r"\s[;:!?,]",
    },
    "en": {
        "a quotation mark of elsewhere": r"[«»„]",
        "a space before a mark": r"\s[;:!?,]",
    },
}
ANYWHERE = {
    "three dots": r"\.\.\.",
    "a space at an end": r"^\s|\s$",
}
# Lines for a shell, addresses, and forms of options and commands, which are typed literally.
TYPED = re.compile(r"eval \"[^\"]*\"|\d[\d.]*:\d+|\bNAME:MS\b|\bR:d4\b|\w+=\S*")


def wrong(language: str, text: str) -> list[str]:
    plain = TYPED.sub("x", text)
    rules = {**WRONG[language], **ANYWHERE}
    return [what for what, pattern in rules.items() if re.search(pattern, plain)]


@pytest.mark.parametrize("language", WRONG)
def test_texts_are_set_as_their_language_is(language: str) -> None:
    found = {text: what for text in said_in(language) if (what := wrong(language, text))}
    assert found == {}
