"""The base of every game's ``rulings.py``: what the referee needs of a game beside its rules.

Decides what a game can add, and the defaults.  Must not know which games exist, or any words.
"""

from collections.abc import Mapping, Sequence

from schiri_engines.table import Table

from schiri.events import Cause, Common, End, Entry, Event, State
from schiri.views import BoardView, FieldView


class Rulings:
    """One game for the referee.

    Shape: ``events`` are the kinds that a log of the game may have beside its entries.
    """

    events: Sequence[type[Event]] = (End,)

    def state(self, table: Table, common: Common) -> State:
        """Return the state, with the keys that only this game has."""
        return State(*common)

    def made_by(self, table: Table, entry: Entry) -> tuple[int | None, str]:
        """Return the seat that makes a move, and a remark for its sentence or ""."""
        return table.turn, ""

    def consequences(self, table: Table, entry: Entry) -> list[Event]:
        """Return the events that followed from the last entry, except the end.

        Shape: for a question of the game's ``QUESTIONS``, its answer.
        """
        return []

    def end(self, table: Table, winner: tuple[str, ...], rule: str) -> End:
        """Return the event that ends the game, with the keys that only this game has."""
        return End(winner, rule)

    def causes(self, table: Table, is_played: bool) -> tuple[Cause, ...]:
        """Return the causes of an end by the game's own rules, in the order of their sentences.

        Shape: ``is_played`` says whether a move caused it, not a correction.
        """
        outcome = table.outcome()
        return (Cause(outcome.rule),) if outcome else ()

    def view(self, table: Table) -> BoardView | FieldView | None:
        """Return the board or field on the table, None if the state is enough."""
        return None

    def lot_rule(self, options: Mapping[str, str]) -> str:
        """Return the rule by which the first player is drawn by lot, or ""."""
        return ""
