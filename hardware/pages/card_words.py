"""The words of card and legend in every language: ``card_words.toml`` has them by the English ones.

Decides nothing else.  Words that lack there stop `make hardware`.
"""

import tomllib
from pathlib import Path

_FILE = Path(__file__).with_suffix(".toml")
WORDS: dict[str, dict[str, str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))


def say(language: str, english: str) -> str:
    """Return words of the card in a language.

    Raises: ``KeyError`` where they are not translated.

    >>> say("de", "a draw"), say("fr", "a cell")
    ('unentschieden', 'une case')
    """
    if english not in WORDS:
        raise KeyError(f"hardware/pages/card_words.toml has no words for: {english}")
    words = {"en": english, **WORDS[english]}[language]
    if language == "fr":
        for mark in ";:?":
            words = words.replace(f" {mark}", f"\u00a0{mark}")
    return words
