"""What each game adds to states and events.

Decides the further keys of a state, and which consequences of an entry are told as events.
"""

from typing import Any, Protocol

from schiri_engines.refusals import MalformedText
from schiri_engines.table import Table


class View(Protocol):
    """One game's part of states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        """Return the further keys of the state."""

    def consequences(self, table: Table, entry: object) -> list[dict[str, Any]]:
        """Return what this last entry brought about, the end excepted."""


class SwitchView:
    """Switch: the position, whether a counter is due, who has which colour."""

    def state(self, table: Table) -> dict[str, Any]:
        game = table.game
        return {
            "position": position_of(table),
            "counter": game.counter and table.outcome() is None,
            "colours": dict(zip(table.names, game.colours, strict=False)),
        }

    def consequences(self, table: Table, entry: object) -> list[dict[str, Any]]:
        # Only these change what lies: a dispute brings nothing about.
        if not table.is_move(entry) and not (isinstance(entry, tuple) and entry[0] == "set"):
            return []
        if table.game.is_void():
            return [{"event": "void", "rule": "SW-3"}]
        turn = table.turn
        if turn is not None and table.game.counter:
            return [{"event": "counter", "by": table.names[turn], "rule": "SW-7"}]
        return []


def position_of(table: Table) -> str:
    """Return the position; side and roll are ``-`` also after an end that only the table knows."""
    words: list[str] = table.game.position().split()
    if table.outcome():
        words[1:3] = ["-"] * len(words[1:3])
    return " ".join(words)


class JoggleView:
    """Joggle: the position, how many marbles each has to place, who has which colour."""

    def state(self, table: Table) -> dict[str, Any]:
        game = table.game
        return {
            "position": position_of(table),
            "left": dict(zip(table.names, game.left(), strict=True)),
            "colours": dict(zip(table.names, game.colours, strict=True)),
        }

    def consequences(self, table: Table, entry: object) -> list[dict[str, Any]]:
        if not table.is_move(entry):
            return []
        game = table.game
        told = []
        if game.has_rolled_in_vain():
            told.append({"event": "turn-lost" if game.passes else "reroll", "rule": "JO-5"})
        for seat in game.skipped():
            told.append({"event": "skip", "by": table.names[seat], "rule": "JO-5"})
        return told


VIEWS: dict[str, View] = {"switch": SwitchView(), "joggle": JoggleView()}


def view_of(game: str) -> View:
    """Return the view of a game.

    Raises: MalformedText (unknown-game).
    """
    if game not in VIEWS:
        raise MalformedText("unknown-game", game, " ".join(VIEWS))
    return VIEWS[game]
