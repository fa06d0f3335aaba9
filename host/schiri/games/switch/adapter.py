"""Switch: the position, whether a counter is due, who has which colour."""

from typing import Any

from schiri_engines.table import Table

from schiri.games.adapter import GameAdapter


class SwitchAdapter(GameAdapter):
    """What Switch adds to states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        game = table.game
        return {
            "position": position_of(table),
            "counter": game.counter and table.outcome() is None,
            "colours": dict(zip(table.names, game.colours, strict=False)),
        }

    def consequences(self, table: Table, entry: Any) -> list[dict[str, Any]]:
        # Only these change what lies: a dispute brings nothing about.
        if not table.is_move(entry) and entry[0] != "set":
            return []
        if table.game.is_void():
            return [{"event": "void", "rule": "SW-3"}]
        turn = table.turn
        if turn is not None and table.game.counter:
            return [{"event": "counter", "by": table.names[turn], "rule": "SW-7"}]
        return []


def position_of(table: Table) -> str:
    """Return the position; side and roll are ``-`` also after an end that only the table knows."""
    words = table.game.position().split()
    if table.outcome():
        words[1:3] = ["-"] * len(words[1:3])
    return " ".join(words)
