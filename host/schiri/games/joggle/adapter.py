"""Joggle: the position, how many marbles each has to place, who has which colour."""

from typing import Any

from schiri_engines.table import Table

from schiri.games.adapter import GameAdapter
from schiri.games.switch.adapter import position_of


class JoggleAdapter(GameAdapter):
    """What Joggle adds to states and events."""

    def state(self, table: Table) -> dict[str, Any]:
        game = table.game
        return {
            "position": position_of(table),
            "left": dict(zip(table.names, game.left(), strict=True)),
            "colours": dict(zip(table.names, game.colours, strict=True)),
        }

    def consequences(self, table: Table, entry: Any) -> list[dict[str, Any]]:
        if not table.is_move(entry):
            return []
        game = table.game
        told = []
        if game.roll_had_no_field():
            told.append({"event": "turn-lost" if game.passes else "reroll", "rule": "JO-5"})
        for seat in game.skipped():
            told.append({"event": "skip", "by": table.names[seat], "rule": "JO-5"})
        return told

    def summary(self, table: Table) -> dict[str, Any]:
        game = table.game
        return {"rolls": {side: game.roll_counts(side) for side in game.colours[:2]}}
