"""What the PC adds to the rules of one game: the base of every game's adapter.

Decides what there is to add, and what a game has that adds nothing.  Must not know which games
there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from schiri_engines.refusals import Outcome
from schiri_engines.table import Table

from schiri.events import Cause, Common, End, Entry, Event, Made, State, word_of
from schiri.texts import Words

if TYPE_CHECKING:
    from schiri.json_object import Json
    from schiri.referee import Referee
    from schiri.scene.part import GameScene
    from schiri.table.card_table import CardTable
    from schiri.table.state import CardView, TableState


# Language, then context, then key: the words that a game from outside brings along.
WordTable = Mapping[str, Mapping[str, Mapping[str, str]]]

# Whose a rule is: the sheet says it or it follows from it, the sheet is silent, or some of both.
SHEET, HOUSE, MIXED = "sheet", "house", "mixed"

# Return the keys pressed since the last time, once there are some.
Keys = Callable[[], str]


class KeyRace(Protocol):
    """Races on the keys of the PC, between two lines that are typed."""

    def intro(self, words: Words) -> str:
        """Return what to say of the keys before the first line."""

    def turner_after(self, command: str, state: TableState) -> str | None:
        """Return who has opened a race by this command, just carried out; None for nobody."""

    def run(self, keys: Keys, clock: Callable[[], int], turner: str) -> tuple[str, str]:
        """Return the claims that keys made, as a command, and what begins the next line."""


class GameAdapter:
    """One game on the PC.

    Shape: ``rules`` are the ids of its rules in order, each with whose it is; ``short_forms`` are
    the first words of commands in short, for people only; ``abandoned`` are the rules by which it
    ends with no winner and yet not in a draw; ``told_by_state`` are the events that need not be
    told where the state follows; ``events`` are the kinds that a log of the game may have beside
    its entries; ``moves`` say how a move reads: what an entry looks like, and the English sentence
    that its parts fill; ``words`` are empty for a game whose words are in our catalogues.
    """

    rules: Sequence[tuple[str, str]] = ()
    short_forms: Mapping[str, str] = {}
    abandoned: Sequence[str] = ()
    told_by_state: Sequence[str] = ()
    words: WordTable = {}
    events: Sequence[type[Event]] = (End,)
    moves: Sequence[tuple[str, str]] = ()

    # Events and states

    def state(self, table: Table, common: Common) -> State:
        """Return the state, with the keys that only this game has."""
        return State(*common)

    def outcome(self, table: Table) -> Outcome | None:
        """Return the end that the state tells: the table's, or of one game of a match."""
        return table.outcome()

    def actor(self, table: Table, entry: Entry) -> int | None:
        """Return the seat that makes a move which is about to be made."""
        return table.turn

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return what this last entry brought about, the end excepted."""
        return []

    def answer(self, table: Table, question: Entry) -> Event:
        """Return the event that answers a question of the game's ``QUESTIONS``."""
        raise NotImplementedError

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the event that ends the game, with the keys that only this game has."""
        return End(winner, rule)

    def causes(self, table: Table) -> tuple[Cause, ...]:
        """Return what ended the game that is over, in the order in which it is told."""
        last = table.entries[-1] if len(table.entries) else None
        match last:
            case ("resign", int(seat)) if not table.is_move(last):
                return (Cause("resigned", (table.names[seat],)),)
            case ("draw",) if not table.is_move(last):
                return (Cause("agreed", table.names),)
        return self.own_causes(table, last is not None and word_of(last) != "set")

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return what ended a game by rules of its own.

        Shape: ``is_played`` tells whether a move did, not something that was put right.
        """
        outcome = self.outcome(table)
        return (Cause(outcome.rule),) if outcome else ()

    def lying(self, table: Table) -> Mapping[str, str]:
        """Return what lies where, by the names of places; a free one may be left out or ``.``."""
        return {}

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which it is drawn who comes first, "" where no rule says so."""
        return ""

    def view(self, referee: Referee) -> object:
        """Return how the game lies, a frozen value for whoever draws it; None for nothing."""
        return None

    def scores(self, state: State) -> Mapping[str, int]:
        """Return the points by which a match is won, nothing where there are none."""
        return {}

    def claims_of(self, proof: Json, referee: Referee) -> str:
        """Return the command that an entry's proof comes to, "" for none.

        Raises: ValueError (what proves nothing now).
        """
        raise ValueError(proof)

    # Words

    def event_words(self, words: Words, event: Event) -> str | None:
        """Return an event of this game's own in words, None for one that is not."""
        return None

    def move_words(self, words: Words, game: str, made: Made) -> str | None:
        """Return a move in words, None for one that has none of its own."""
        for pattern, sentence in self.moves:
            found = re.fullmatch(pattern, made.entry)
            # A forged log may not say who it was.
            if found and (made.by or "{name}" not in sentence):
                groups = found.groupdict().items()
                told = {part: self.part_words(words, game, part, text) for part, text in groups}
                text = words.gettext(sentence)
                return text.format(name=made.by, **told)
        return None

    def part_words(self, words: Words, game: str, part: str, text: str) -> str:
        """Return a part of a move in words: a colour, the face of a die; all else is itself."""
        if part == "colour":
            return words.pgettext(part, f"{game} {text}")
        return words.pgettext(part, text) if part == "face" else text

    def state_lines(self, words: Words, state: State) -> list[str]:
        """Return what a state shows, a line each."""
        return []

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return what somebody has beside what lies in the middle, "" for nothing."""
        return ""

    def decided(self, table: Table, events: Sequence[Event]) -> tuple[str, int] | None:
        """Return who wins from a start that these events led to, and in how many plies.

        Shape: None where nobody does, or nobody knows.
        """
        return None

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return what is said after whose turn it is, a sentence each."""
        return []

    def step(self, state: State) -> str:
        """Return what is due, as hints tell it: the phase, or more exactly."""
        return state.phase

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return what can be typed, its usual form first, each with what it means."""
        return (
            ("undo", words.gettext("take the last entry back")),
            ("dispute TEXT", words.gettext("keep in the log what is not agreed on")),
            ("set turn NAME", words.gettext("put right who is on turn; others: set KEY VALUE")),
        )

    def cause_words(self, words: Words, cause: Cause) -> str:
        """Return one thing that ended a game in words."""
        filled = dict(zip(("name", "other"), cause.names, strict=False))
        more = self.cause_details(words, cause)
        text = words.pgettext("ending", cause.code)
        return text.format(names=", ".join(cause.names), **filled, **more)

    def cause_details(self, words: Words, cause: Cause) -> Mapping[str, str]:
        """Return in words what stands in a cause beside names, by its place in the sentence."""
        return {}

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return what is said after the end, a line each."""
        return []

    def option_text(self, words: Words, name: str, value: str) -> str:
        """Return the short name of an option's value."""
        return value

    def panel_words(self, words: Words, cards: CardView | None, players: Sequence[str]) -> str:
        """Return what is to be done on a device that is the panel first, "" for nothing.

        Shape: ``cards`` is what the table of the game shows besides the state.
        """
        return ""

    def key_race(self, referee: Referee) -> KeyRace | None:
        """Return the races that people at a prompt may run on their keys."""
        return None

    def scene(self) -> GameScene:
        """Return what the game adds to a scene.

        Import it here: rules are told without it.
        """
        from schiri.scene.part import GameScene

        return GameScene(self)

    def card_table(self) -> type[CardTable]:
        """Return the table of a game that the PC keeps.

        Import it here: a table takes its time to load.
        """
        from schiri.table.card_table import CardTable

        return CardTable
