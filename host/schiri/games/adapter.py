"""What a game adds to states and events: what one that adds nothing has."""

from typing import Any

from schiri_engines.table import Table


class GameAdapter:
    """One game's part of states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        """Return the further keys of the state."""
        return {}

    def actor(self, table: Table, entry: Any) -> int | None:
        """Return the seat that makes a move which is about to be made."""
        return table.turn

    def consequences(self, table: Table, entry: Any) -> list[dict[str, Any]]:
        """Return what this last entry brought about, the end excepted."""
        return []

    def answer(self, table: Table, question: Any) -> dict[str, Any]:
        """Return the event that answers a question of the game's ``QUESTIONS``."""
        raise NotImplementedError

    def summary(self, table: Table) -> dict[str, Any]:
        """Return the further keys of the event that ends the game."""
        return {}
