"""One match under a referee: what the players type goes in, events and the state come out.

Decides the keys of events and states that all games share; what a game adds is in `views`.
Must not know files, ports, languages or the time.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from schiri_engines.catalog import game_class
from schiri_engines.options import chosen_options
from schiri_engines.refusals import Refused
from schiri_engines.table import Table

from .names import check_names
from .views import view_of

Event = dict[str, Any]


class Referee:
    """The referee of one game.

    Shape: ``names`` has one name a seat, the first starts; ``options`` are the game's, as text.
    Raises: MalformedText (unknown-game, bad-option, bad-player-count), Refused (bad-name,
    doubled-name and what the game refuses at its start).

    >>> referee = Referee("switch", ["Ann", "Ben"])
    >>> referee.command("a1-c3")
    [{'event': 'move', 'by': 'Ann', 'entry': 'a1-c3'}]
    >>> referee.state()["turn"], referee.state()["position"]
    ('Ben', 'bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w')
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
    ) -> None:
        kind = game_class(game)
        self.game = game
        self.names = check_names(names, kind.SEATS)
        # Those that were not given as well: a log must not depend on today's defaults.
        self.options: dict[str, str] = chosen_options(kind.OPTIONS, dict(options or {}))
        self.table = Table(kind(self.options, len(self.names)), self.names)
        self._view = view_of(game)

    def command(self, text: str) -> list[Event]:
        """Carry out one command and return its events; what only asks is answered by one.

        Raises: MalformedText, Refused; either leaves the state as it was.
        """
        table = self.table
        entry = table.parse(text)
        if table.is_question(entry):
            return [self._view.answer(table, entry)]
        actor = self._view.actor(table, entry)
        refusal = table.do(entry)
        if refusal:
            raise Refused(refusal)
        events = [self._event(entry, actor)]
        if entry != ("undo",):
            events += self._view.consequences(table, entry)
            outcome = table.outcome()
            if outcome:
                end = {"event": "end", "winner": self._winners(), "rule": outcome.rule}
                events.append({**end, **self._view.summary(table)})
        return events

    def state(self) -> dict[str, Any]:
        """Return the state as plain data, its keys in a fixed order.

        Shape: a game's own keys come last; one that is a match of several games says by them who
        has won the game just played.
        """
        table = self.table
        outcome = table.outcome()
        turn = table.turn
        return {
            "game": self.game,
            "turn": None if turn is None else self.names[turn],
            "phase": table.phase,
            "over": outcome is not None,
            "winner": self._winners(),
            "rule": outcome.rule if outcome else None,
            **self._view.state(table),
        }

    def _winners(self) -> list[str]:
        outcome = self.table.outcome()
        return [self.names[seat] for seat in outcome.winners] if outcome else []

    def _event(self, entry: object, actor: int | None) -> Event:
        text = self.table.text(entry)
        first = text.split()[0]
        # What ends a log is called "end"; an entry of that word is none.
        event: Event = {"event": first if first.isalpha() and first != "end" else "move"}
        if self.table.is_move(entry) and actor is not None:
            event["by"] = self.names[actor]
        event["entry"] = text
        return event
