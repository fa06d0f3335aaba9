"""The base of every game's adapter on the PC.

Decides what an adapter can add to the rules, and the defaults.  Must not know which games exist.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from schiri_engines.refusals import Outcome
from schiri_engines.table import Table

from schiri.events import (
    Cause,
    Common,
    DeviceSettings,
    End,
    Entry,
    EntryMade,
    Event,
    FalseStart,
    HintGiven,
    Missing,
    SeatsChosen,
    State,
    TooEarly,
    word_of,
)
from schiri.texts import N_, Words
from schiri.views import BoardView, CardView, FieldView

if TYPE_CHECKING:
    from schiri.json_object import Json

# The origin of a rule: the sheet says or implies it, the sheet is silent, or some of both.
SHEET, HOUSE, MIXED = "sheet", "house", "mixed"

# The commands of every game, with their meanings.
FORMS = (
    ("undo", N_("undo the last entry")),
    ("dispute TEXT", N_("keep in the log what is not agreed on")),
    ("set turn NAME", N_("put right who is on turn; others: set KEY VALUE")),
)
# Entries of the table and their sentences, in the form of ``moves``.
TABLE_MOVES = (
    (r"undo", N_("The last entry is undone.")),
    (r"resign (?P<who>\S+(?: \S+)*)", N_("{who} resigns.")),
    (r"draw", N_("A draw is agreed on.")),
    (r"abandon", N_("The match is abandoned.")),
    (r"dispute (?P<text>.*)", N_("Not agreed on: {text}")),
)
# Events of a log, as in ``sentences``.
NOTES = {
    Missing.KIND: N_("events {first} to {last} of {epoch} are missing"),
    DeviceSettings.KIND: N_("The settings of the device are kept."),
    HintGiven.KIND: N_("{player}, hints in this game: {count}"),
    TooEarly.KIND: N_("Too early: {player}. A card counts once the pile is turned."),
    FalseStart.KIND: N_("False start: {player} is locked out. (DW-12)"),
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


class GameAdapter:
    """One game on the PC.

    Shape: ``rules`` are the ids of its rules in order, each with its source (sheet or house);
    ``short_forms`` are the first words of short commands, for people only; ``abandoned`` are the
    rules by which it ends without a winner that are no draw; ``told_by_state`` are the events that
    the state shows anyway; ``events`` are the kinds that a log of the game may have beside its
    entries; ``script_options`` are the defaults of a script that differ from those of the rules.

    Sentences are data as well: ``forms`` are what can be typed, the usual one first, each with its
    meaning, and ``common_forms`` those of all games; ``moves`` are pairs of the form of an entry
    and the English sentence that its parts fill; ``sentences`` are those of events, by kind, filled
    by their fields, ``{name}`` by the player; ``words`` are those that a game from outside brings
    along, by language, context and key.
    """

    rules: Sequence[tuple[str, str]] = ()
    short_forms: Mapping[str, str] = {}
    abandoned: Sequence[str] = ()
    told_by_state: Sequence[str] = ()
    events: Sequence[type[Event]] = (End,)
    script_options: Mapping[str, str] = {}
    forms: Sequence[tuple[str, str]] = ()
    common_forms: Sequence[tuple[str, str]] = FORMS
    moves: Sequence[tuple[str, str]] = ()
    sentences: Mapping[str, str] = {}
    words: Mapping[str, Mapping[str, Mapping[str, str]]] = {}

    # Events and states

    def state(self, table: Table, common: Common) -> State:
        """Return the state, with the keys that only this game has."""
        return State(*common)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the end of a state: of the table, or of one game of a match."""
        return table.outcome()

    def mover(self, table: Table, entry: Entry) -> int | None:
        """Return the seat that makes a move which is about to be made."""
        return table.turn

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return the events that followed from the last entry, except the end."""
        return []

    def answer(self, table: Table, question: Entry) -> Event:
        """Return the event that answers a question of the game's ``QUESTIONS``."""
        raise NotImplementedError

    def remark(self, table: Table, entry: Entry) -> str:
        """Return a further word that the sentence of the last entry needs, or ""."""
        return ""

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the event that ends the game, with the keys that only this game has."""
        return End(winner, rule)

    def causes(self, table: Table) -> tuple[Cause, ...]:
        """Return the causes of the end, in the order of telling."""
        last = table.entries[-1] if len(table.entries) else None
        match last:
            case ("resign", int(seat)) if not table.is_move(last):
                return (Cause("resigned", (table.names[seat],)),)
            case ("draw",) if not table.is_move(last):
                return (Cause("agreed", table.names),)
        return self.own_causes(table, last is not None and word_of(last) != "set")

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the causes of an end by the game's own rules.

        Shape: ``is_played`` says whether a move did it, not a correction.
        """
        outcome = self.outcome(table)
        return (Cause(outcome.rule),) if outcome else ()

    def pieces(self, table: Table) -> Mapping[str, str]:
        """Return the pieces by the names of places; a free place is left out or ``.``."""
        return {}

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which the first player is drawn by lot, or ""."""
        return ""

    def view(self, table: Table) -> BoardView | FieldView | None:
        """Return the board or field on the table, None if the state says all."""
        return None

    def scores(self, state: State) -> Mapping[str, int]:
        """Return the points that decide a match, empty without."""
        return {}

    def claims_of(self, proof: Json, table: Table) -> str:
        """Return the command that follows from an entry's proof, "" for none.

        Raises: ValueError (a proof that does not fit now).
        """
        raise ValueError(proof)

    # Words

    def event_words(self, words: Words, game: str, event: Event) -> str | None:
        """Return an event in words, None for one that has none of its own."""
        sentence = self.sentences.get(event.KIND) or NOTES.get(event.KIND)
        if sentence is None:
            return None
        texts = {each.name: plain_text(getattr(event, each.name)) for each in fields(event)}
        parts = {part: self.part_words(words, game, part, text) for part, text in texts.items()}
        return words.gettext(sentence).format(name=parts.get("by"), **parts)

    def move_words(self, words: Words, game: str, made: EntryMade) -> str | None:
        """Return a move in words, None for one that has none of its own."""
        for pattern, sentence in (*self.moves, *TABLE_MOVES):
            found = re.fullmatch(pattern, made.entry, re.DOTALL)
            # A forged log may lack the player's name.
            if found and (made.by or "{name}" not in sentence):
                groups = found.groupdict().items()
                parts = {part: self.part_words(words, game, part, text) for part, text in groups}
                return words.gettext(sentence).format(name=made.by, **parts)
        return None

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        """Return what fills a place in a sentence of a move, an event or a cause."""
        match part:
            case "colour":
                return words.pgettext(part, f"{game} {text}")
            case "face":
                # A game without words for its faces shows them as they are typed.
                key = f"{game} {text}"
                found = words.pgettext(part, key)
                return text if found == key else found
            case "seats":
                # Few logs have them, and rules are read without a word about devices.
                from schiri.panels import LETTER

                named = {letter: words.pgettext("button", name) for name, letter in LETTER.items()}
                return ", ".join(named.get(letter, letter) for letter in text)
        return text

    def state_lines(self, words: Words, state: State) -> list[str]:
        """Return a state as lines."""
        return []

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return a note on a player beside the name, or ""."""
        return ""

    def forced_win(self, table: Table, events: Sequence[Event]) -> tuple[str, int] | None:
        """Return the winner from a start after these events, and the plies to the win.

        Shape: None if neither wins, or if it is not known.
        """
        return None

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return sentences that follow whose turn it is."""
        return []

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return the forms of commands, the usual one first, each with its meaning."""
        forms = (*self.forms, *self.common_forms)
        return [(form, words.gettext(meaning)) for form, meaning in forms]

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return lines that follow the end."""
        return []

    def option_text(self, words: Words, name: str, value: str) -> str:
        """Return the short name of an option's value."""
        return value

    def panel_words(self, words: Words, cards: CardView | None, players: Sequence[str]) -> str:
        """Return what to do first on a device that is the panel, or "".

        Shape: ``cards`` is the game's own part of the table's state.
        """
        return ""

    def key_words(self, words: Words, table: Table) -> str:
        """Return the keys of the players in races at a prompt, "" without races."""
        return ""


def plain_text(value: object) -> str:
    """Return a field of an event as text: words with blanks between them, rows with slashes.

    >>> plain_text((("0,0", "1,0"), ("2,2",))), plain_text(3)
    ('0,0 1,0 / 2,2', '3')
    """
    if not isinstance(value, tuple):
        return str(value)
    is_rows = any(isinstance(each, tuple) for each in value)
    return (" / " if is_rows else " ").join(map(plain_text, value))
