"""The fields of the form for a new game: options, who begins, who plays.

Decides which choices stand there and what is chosen at first.  Must not know which view asks.
"""

from __future__ import annotations

from typing import NamedTuple

from schiri_engines.options import values_of

from schiri.prose import value_words
from schiri.table.intents import First
from schiri.texts import Words


class Asked(NamedTuple):
    """How an option is asked for: by a choice, by a line for text, or by both.

    Shape: ``choices`` are values and their words, none where any text is typed; ``own`` is what
    the rules call such text, "" where none is taken; as a value it stands for what is on the line.
    ``value`` is chosen at first, ``text`` stands on the line, ``prompt`` says what to type there.
    """

    label: str
    choices: tuple[tuple[str, str], ...]
    own: str
    value: str
    text: str
    prompt: str

    @classmethod
    def of(cls, words: Words, game: str, name: str, listed: str, chosen: str) -> Asked:
        """Return how to ask for an option of a game.

        Shape: ``listed`` are its values, as the engine has them; ``chosen`` is what it was last,
        "" for the default.

        >>> words = Words("en")
        >>> Asked.of(words, "joggle", "target", "1R 2R1S", "2R1S").value
        '2R1S'
        >>> asked = Asked.of(words, "joggle", "board", "none 8x8 MAP", "R.G")
        >>> [value for value, _words in asked.choices], asked.value, asked.text
        (['none', '8x8', 'MAP'], 'MAP', 'R.G')
        """
        values, own = values_of(listed)
        label = words.pgettext("option", f"{game} {name}")
        is_own = bool(chosen and own) and chosen not in values
        value = chosen if chosen in values else values[0]
        prompt = words.pgettext("own", own) if own else ""
        if own and len(values) == 1:
            return cls(label, (), own, own, chosen or value, prompt)
        choices = [(each, value_words(words, game, name, each)) for each in values]
        if own:
            choices.append((own, words.gettext("Your own")))
        at_first, text = (own, chosen) if is_own else (value, "")
        return cls(label, tuple(choices), own, at_first, text, prompt)

    def option(self, value: str, text: str) -> str:
        """Return the option, of what is chosen and of what stands on the line."""
        return text.strip() if value == self.own else value


def first_choices(words: Words, named: str) -> list[tuple[First, str]]:
    """Return who can begin; ``named`` is who does in the order of the names."""
    return [("named", words.gettext(named)), ("lot", words.gettext("drawn by lot"))]
