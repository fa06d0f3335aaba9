"""Joggle: how many marbles each has to place, and rolls that no field was free for.

Decides the keys of its states and events.  Must not decide what is legal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from schiri_engines.game import BoardGame
from schiri_engines.joggle import DEFAULT, STAND_IN, Joggle
from schiri_engines.table import Table

from schiri.events import Cause, Common, End, Entry, Event, State
from schiri.games.adapter import HOUSE, MIXED, SHEET
from schiri.games.board import BoardAdapter, OnBoard, colours_of, position_of
from schiri.games.joggle.words import (
    JoggleEnd,
    Reroll,
    Skip,
    TurnLost,
    event_words,
    figure_words,
    luck_lines,
)
from schiri.texts import N_, Words

if TYPE_CHECKING:
    from schiri.games.joggle.scene import JoggleScene


@dataclass(frozen=True)
class JoggleState(OnBoard):
    """The position, how many marbles each has to place, and the colours."""

    position: str
    left: Mapping[str, int]
    colours: Mapping[str, str]


class JoggleAdapter(BoardAdapter):
    """Joggle on the PC."""

    rules = [
        ("JO-1", SHEET),
        ("JO-2", HOUSE),
        ("JO-3", SHEET),
        ("JO-4", SHEET),
        ("JO-5", HOUSE),
        ("JO-6", MIXED),
        ("JO-7", SHEET),
        ("JO-8", SHEET),
        ("JO-9", MIXED),
        ("JO-10", SHEET),
        ("JO-11", MIXED),
        ("JO-12", MIXED),
        ("JO-13", HOUSE),
    ]

    events = (Reroll, TurnLost, Skip, JoggleEnd)
    moves = (
        (r"(?P<face>[RGBYJ])", N_("{name} rolls: {face}")),
        (r"(?P<cell>\w\d)", N_("{name} places a marble on {cell}")),
        (r"(?P<first>\w\d)-(?P<then>\w\d)", N_("{name} moves from {first} to {then}")),
        (r"(?P<first>\w\d)x(?P<then>\w\d)", N_("{name} swaps {first} and {then}")),
    )

    def state(self, table: Table, common: Common) -> State:
        """Return the position, the marbles left, and the colours."""
        left = dict(zip(table.names, game_of(table).left(), strict=True))
        return JoggleState(*common, position_of(table), left, colours_of(table))

    def scene(self) -> "JoggleScene":
        """Return what Joggle adds to a scene."""
        from schiri.games.joggle.scene import JoggleScene

        return JoggleScene(self)

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which it is drawn who starts."""
        return "JO-13"

    def fields(self, game: BoardGame) -> str:
        """Return the painted board."""
        assert isinstance(game, Joggle)
        return game.board

    def targets(self, game: BoardGame, cell: int | None) -> list[int]:
        """Return where a marble may go; after a roll the fields that may be used glow at once."""
        assert isinstance(game, Joggle)
        return list(game.free_cells()) if cell is None else super().targets(game, cell)

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return a roll that no field was free for, and who is skipped."""
        if not table.is_move(entry):
            return []
        game = game_of(table)
        told: list[Event] = []
        if game.roll_had_no_field():
            told.append(TurnLost("JO-5") if game.passes else Reroll("JO-5"))
        for seat in game.skipped():
            told.append(Skip(table.names[seat], "JO-5"))
        return told

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the end, and what each side has rolled."""
        game = game_of(table)
        rolls = {side: tuple(game.roll_counts(side)) for side in game.colours[:2]}
        return JoggleEnd(winner, rule, rolls)

    def own_causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return who completed the goal for whom."""
        game, outcome = game_of(table), table.outcome()
        goal = tuple(game.goal.items())
        if not is_played or not outcome:
            return (Cause("goal-lies", (), goal),)
        # The turn has passed on.
        mover = (game.seat - 1) % len(table.names)
        if mover in outcome.winners:
            return (Cause("goal-completed", (table.names[mover],), goal),)
        winners = ", ".join(table.names[seat] for seat in outcome.winners)
        return (Cause("goal-given", (table.names[mover], winners), goal),)

    def cause_details(self, words: Words, cause: Cause) -> Mapping[str, str]:
        """Return the figures of the goal."""
        return {"figures": ", ".join(figure_words(words, *each) for each in cause.counts)}

    def event_words(self, words: Words, event: Event) -> str | None:
        """Return in words what a roll brought that could not be used."""
        return event_words(words, event)

    def seat_note(self, words: Words, state: State, name: str) -> str:
        """Return how many marbles somebody has to place."""
        assert isinstance(state, JoggleState)
        left = state.left[name]
        told = words.gettext("Marbles to place: {count}")
        return told.format(count=left) if left else ""

    def step(self, state: State) -> str:
        """Return whether it is rolled, placed or moved."""
        assert isinstance(state, JoggleState)
        return "place" if state.phase == "move" and any(state.left.values()) else state.phase

    def notation(self, words: Words) -> Sequence[tuple[str, str]]:
        """Return how rolls and moves are written."""
        return (
            ("R G B Y J", words.gettext("the roll: red, green, blue, yellow, joggle")),
            ("d4", words.gettext("place a marble")),
            ("c3-d4", words.gettext("put a marble of yours elsewhere")),
            ("c3xd5", words.gettext("after a joggle: swap, your marble first")),
            ("R:d4", words.gettext("a roll and its move in one")),
            *super().notation(words),
        )

    def turn_notes(self, words: Words, state: State) -> list[str]:
        """Return what was rolled."""
        assert isinstance(state, JoggleState)
        return [words.pgettext("die", state.position.split()[2])] if state.phase == "move" else []

    def ending_lines(self, words: Words, end: End) -> list[str]:
        """Return how the dice fell."""
        return luck_lines(words, end)

    def option_text(self, words: Words, name: str, value: str) -> str:
        """Return a value, the board that stands in for a painted one by its name.

        Shape: a board is rows as an option has them, or the letters of its fields from a1 on.
        """
        is_stand_in = name == "board" and value in (DEFAULT, STAND_IN)
        return words.gettext("stand-in board BY/GR") if is_stand_in else value


def game_of(table: Table) -> Joggle:
    """Return the game on a table of Joggle."""
    return cast(Joggle, table.game)


ADAPTER = JoggleAdapter()
