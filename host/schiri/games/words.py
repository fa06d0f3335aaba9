"""The base of every game's ``words.py``: what people read about a game.

Decides the words that all games share, and how tables become sentences.  Must not know which games
exist.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import NamedTuple

from schiri_engines.registry import row_of

from schiri.events import (
    DeviceSettings,
    End,
    EntryMade,
    Event,
    FalseStart,
    HintGiven,
    Missing,
    SeatsChosen,
    State,
    TooEarly,
)
from schiri.games.rulings import OnBoard
from schiri.texts import N_, Words

# The source of a rule: the sheet says or implies it, the sheet is silent, or a mixture.
SHEET, HOUSE, MIXED = "sheet", "house", "mixed"

# The commands of every game, with their meanings.
FORMS = (
    ("undo", N_("undo the last entry")),
    ("dispute TEXT", N_("record a dispute in the log")),
    ("set turn NAME", N_("correct whose turn it is; others: set KEY VALUE")),
)
# Those of every game on a board, which come before them.
BOARD_FORMS = (("resign NAME", N_("resign the game")), ("draw", N_("agree to a draw")))
# Entries of the table and their sentences, in the form of ``moves``.
TABLE_MOVES = (
    (r"undo", N_("The last entry is undone.")),
    (r"resign (?P<who>\S+(?: \S+)*)", N_("{who} resigns.")),
    (r"flag (?P<who>\S+(?: \S+)*)", N_("The time of {who} is up.")),
    (r"draw", N_("A draw is agreed on.")),
    (r"abandon", N_("The match is abandoned.")),
    (r"dispute (?P<text>.*)", N_("Disputed: {text}")),
    (r"set turn (?P<who>.+)", N_("Put right: it is {who}'s turn.")),
    (r"set position .+", N_("Put right: the game goes on from the board as it stands now.")),
    (r"set clock .+", N_("Put right: the time that each has left.")),
)
# Events of a log, as in ``sentences``.
NOTES = {
    Missing.KIND: N_("events {first} to {last} of {epoch} are missing"),
    DeviceSettings.KIND: N_("The settings of the device are kept."),
    HintGiven.KIND: N_("{player}, hints in this game: {count}"),
    TooEarly.KIND: N_("Too early: {player}. A card counts once the pile is turned."),
    FalseStart.KIND: N_("False start: {player} is locked out."),
    SeatsChosen.KIND: N_("The players' buttons, in their order: {seats}"),
}


def rules_of(
    prefix: str, count: int, *, house: Sequence[int] = (), mixed: Sequence[int] = ()
) -> list[tuple[str, str]]:
    """Return the ids of a game's rules, each with its source: the sheet unless listed.

    >>> rules_of("HX", 2, house=[2])
    [('HX-1', 'sheet'), ('HX-2', 'house')]
    """
    whose = dict.fromkeys(house, HOUSE) | dict.fromkeys(mixed, MIXED)
    return [(f"{prefix}-{at}", whose.get(at, SHEET)) for at in range(1, count + 1)]


class Cheer(NamedTuple):
    """What a banner says of an event, in a few words; ``tone`` is how it sounds and looks.

    Shape: a tone is "won", "drawn", "trap", "out", "tense", "joggle" or "fast"; that of a
    notice is "late".
    """

    tone: str
    text: str


class GameWords:
    """The words of one game.

    Shape: ``rules`` are the ids of its rules in order, each with its source (sheet or house);
    ``option_rules`` has the rule of an option, or of one of its values (``NAME=VALUE``), and whose
    it is;
    ``forms`` are what can be typed, the usual one first, each with its meaning; ``moves`` are pairs
    of the form of a move and the English sentence that its parts fill; ``sentences`` are those of
    events, by kind, filled by their fields, ``{name}`` by the player; ``cheers`` are what a banner
    says of an event, by kind or by kind and entry: its tone, and the sentence.  ``catalogues`` are
    the words that a game from outside brings along, by language, context and key.
    """

    rules: Sequence[tuple[str, str]] = ()
    option_rules: Mapping[str, tuple[str, str]] = {}
    forms: Sequence[tuple[str, str]] = ()
    moves: Sequence[tuple[str, str]] = ()
    sentences: Mapping[str, str] = {}
    cheers: Mapping[str, tuple[str, str]] = {}
    catalogues: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    def __init__(self, game: str) -> None:
        self.game = game

    def sentence(self, words: Words, event: Event) -> str | None:
        """Return a move or an event as a sentence, None for one that has none of its own."""
        if isinstance(event, EntryMade):
            return self._move_sentence(words, event)
        sentence = self.sentences.get(event.KIND) or NOTES.get(event.KIND)
        return sentence and self._filled(words, sentence, texts_of(event))

    def notation(self, event: Event) -> str:
        """Return what a log's text adds to a sentence for people, as the places in it, or ""."""
        return ""

    def cheer(self, words: Words, event: Event) -> Cheer | None:
        """Return what a banner says of an event, None of most."""
        if isinstance(event, EntryMade):
            tone, sentence = self.cheers.get(f"{event.word} {event.entry}", ("", ""))
        else:
            tone, sentence = self.cheers.get(event.KIND, ("", ""))
        return Cheer(tone, self._filled(words, sentence, texts_of(event))) if sentence else None

    def _move_sentence(self, words: Words, made: EntryMade) -> str | None:
        for pattern, sentence in (*self.moves, *TABLE_MOVES):
            found = re.fullmatch(pattern, made.entry, re.DOTALL)
            # A forged log may lack the player's name.
            if found and (made.by or "{name}" not in sentence):
                return self._filled(words, sentence, {"name": made.by or "", **found.groupdict()})
        return None

    def _filled(self, words: Words, sentence: str, texts: Mapping[str, str]) -> str:
        parts = {part: self.part_words(words, part, text) for part, text in texts.items()}
        return words.say(sentence, **parts)

    def part_words(self, words: Words, part: str, text: str) -> str:
        """Return what fills a place in a sentence, or the value of the option of this name."""
        match part:
            case "colour":
                return words.pgettext(part, f"{self.game} {text}")
            case "face":
                # A game without words for its faces shows their letters.
                key = f"{self.game} {text}"
                found = words.pgettext(part, key)
                return text if found == key else found
            case "seats":
                # Imported late: few logs have them, and the rules need no words about devices.
                from schiri.panels import LETTER

                named = {letter: words.pgettext("button", name) for name, letter in LETTER.items()}
                return ", ".join(named.get(letter, letter) for letter in text)
        return text

    def state_lines(self, words: Words, state: State) -> list[str]:
        """Return a state as lines."""
        return board_lines(state.position) if isinstance(state, OnBoard) else []

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return a note on a player beside the name, or ""."""
        return ""

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return the sentences after whose turn it is; an event among them is shown only there."""
        return []

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return lines that follow the end."""
        return []


def texts_of(event: Event) -> dict[str, str]:
    """Return the fields of an event as texts, those of a player also as ``name``."""
    texts = {each.name: plain_text(getattr(event, each.name)) for each in fields(event)}
    return {"name": texts.get("by", ""), **texts}


def notation_words(words: Words, game: GameWords) -> list[tuple[str, str]]:
    """Return the forms of commands, the usual one first, each with its meaning."""
    boards = BOARD_FORMS if row_of(game.game).size else ()
    return [(form, words.gettext(meaning)) for form, meaning in (*game.forms, *boards, *FORMS)]


def board_lines(position: str) -> list[str]:
    """Return a board as lines of text, with the names of files and ranks.

    >>> print(board_lines("b./.w b")[0])
     2  b .
    """
    rows = position.split()[0].split("/")
    ranks = range(len(rows), 0, -1)
    lines = [f"{rank:2}  {' '.join(row)}" for rank, row in zip(ranks, rows, strict=True)]
    return [*lines, "    " + " ".join("abcdefgh"[: len(rows)])]


def plain_text(value: object) -> str:
    """Return a field of an event as text: words separated by spaces, rows by slashes.

    >>> plain_text((("0,0", "1,0"), ("2,2",))), plain_text(3)
    ('0,0 1,0 / 2,2', '3')
    """
    if not isinstance(value, tuple):
        return str(value)
    is_rows = any(isinstance(each, tuple) for each in value)
    return (" / " if is_rows else " ").join(map(plain_text, value))
