"""One match under a referee: commands in, events and the state out.

Decides the keys of events and states that are common to all games; a game's own are in
`schiri.games`. Must not know files, ports, languages or the time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from schiri_engines.clock import Clock, controls_for
from schiri_engines.game import BoardGame
from schiri_engines.options import chosen_options
from schiri_engines.refusals import SEAT_LETTERS, MalformedText, Outcome, Refused
from schiri_engines.registry import game_class

from schiri.command_table import CommandTable, TimedCommandTable
from schiri.events import SAME, Cause, Common, Entry, EntryMade, Event, State, word_of
from schiri.games import rulings_of
from schiri.match_options import for_rules, options_of, turn_limit_ms
from schiri.names import check_names, check_texts, composed

# The roller: the die of the table, or the device.
DIE, DEVICE = "die", "device"
# What told a board that feels its stones of a move: the stones alone, or white as well.
FELT = STONES, WHITE = "stones", "white"


class Referee:
    """The referee of one game.

    Shape: ``names`` has one name a seat, the first starts; ``options`` are the match's, as text;
    ``is_logged`` means that a log has them; ``seats`` are the letters of the people in the order
    of their seats, where a device names them.  ``turn_limit_ms`` is the limit of a turn that only
    reminds, 0 for none.
    Raises: MalformedText (unknown-game, bad-option, bad-player-count), Refused (bad-name,
    doubled-name and what the game refuses at its start).

    >>> referee = Referee("switch", ["Ann", "Ben"])
    >>> [(made.entry, made.by) for made in referee.command("a1-c3")]
    [('a1-c3', 'Ann')]
    >>> referee.state().turn, referee.state().position
    ('Ben', 'bwbwb/wbwbw/bwbwb/wbwbw/.wbwb w')
    """

    def __init__(
        self,
        game: str,
        names: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        is_logged: bool = False,
        seats: str = "",
    ) -> None:
        kind = game_class(game)
        self.game = game
        self.names = check_names(names, kind.seats_for(dict(options or {})), is_logged)
        # Options that were not given are logged too: a log must not depend on today's defaults.
        self.options: dict[str, str] = chosen_options(options_of(game), dict(options or {}))
        rules = for_rules(game, self.options)
        self.turn_limit_ms = turn_limit_ms(game, self.options)
        self.table = CommandTable(kind(rules, len(self.names)), self.names)
        letters = tuple(seats or SEAT_LETTERS)
        if kind.SIZE and (controls := controls_for(self.options, letters)):
            game_here = cast(BoardGame, self.table.game)
            self.table = TimedCommandTable(game_here, self.names, Clock(controls))
        self._rulings = rulings_of(game)

    def command(self, *texts: str, origin: str = DIE) -> list[Event]:
        """Carry out commands, all or none, and return their events; a question is answered by one.

        Shape: ``origin`` is the roller of a roll, DIE or DEVICE, or one of FELT.
        Raises: MalformedText, Refused; either leaves the state as it was.
        """
        # A name is typed in any form, unless an older log has one that is not composed.
        if all(name == composed(name) for name in self.names):
            texts = tuple(composed(text) for text in texts)
        entries = [entry for text in texts for entry in self.table.parse_all(text)]
        check_texts(entries)
        return self.apply(entries, origin)

    def apply(
        self, entries: Iterable[Entry], origin: str = DIE, spent_ms: int | None = None
    ) -> list[Event]:
        """Apply the entries of commands, all or none, and return their events.

        Shape: ``spent_ms`` is the time that the first one took on another clock, None if it ran
        here.
        Raises: Refused, MalformedText (a value to set that is invalid); either leaves the state as
        it was.
        """
        table = self.table
        events: list[Event] = []
        clock = table.clock
        if clock and spent_ms is not None:
            clock.running_ms = spent_ms
        ran_ms = clock.running_ms if clock else 0
        for done, entry in enumerate(entries):
            if table.is_question(entry):
                return self._rulings.consequences(table, entry)
            mover, remark = self._rulings.made_by(table, entry)
            is_set = word_of(entry) == "set"
            before = self._pieces() if is_set else {}
            stood = _standing(table) if is_set else ()
            last = table.entries[-1] if entry == ("undo",) and table.entries else None
            seat = table.turn
            try:
                table.apply(entry)
            except (Refused, MalformedText):
                # A roll does not stay where the move that came with it is refused.
                for _ in range(done):
                    table.try_apply(("undo",))
                if clock:
                    clock.running_ms = ran_ms
                raise
            made = self._made(entry, mover, origin, remark)
            if clock and seat is not None and clock.spent_ms >= 0:
                made = replace(made, spent_ms=clock.spent_ms, left_ms=self._left_ms(seat))
            if is_set:
                changes = changes_of(before, self._pieces())
                remark = SAME if stood == _standing(table) else ""
                made = replace(made, changes=changes, remark=remark)
            elif last is not None:
                made = replace(made, undone=self._undone(last))
            events += [made, *self._following(entry)]
        return events

    def state(self) -> State:
        """Return the state of the game.

        Shape: in a match of several games it has the winner of the last game.
        """
        table = self.table
        outcome = table.outcome()
        common: Common = (
            self.game,
            None if table.turn is None else self.names[table.turn],
            table.phase,
            outcome is not None,
            self._winners(outcome) if outcome else (),
            outcome.rule if outcome else None,
        )
        state = replace(self._rulings.state(table, common), clock=self.clock())
        return state if state.rule is None else replace(state, causes=self._causes())

    @property
    def is_timed(self) -> bool:
        """Whether time passes in the game."""
        return self.table.clock is not None or self.turn_limit_ms > 0

    def clock(self) -> dict[str, int] | None:
        """Return what each player with a clock has left now, in ms; None without a clock.

        Shape: partners have one clock.
        """
        table = self.table
        if table.clock is None:
            return None
        left = {name: self._left_ms(seat) for seat, name in enumerate(self.names)}
        if table.turn is not None:
            for seat in range(table.turn % 2, len(self.names), 2):
                if left[self.names[seat]] is not None:
                    left[self.names[seat]] = table.clock.now_ms(seat % 2)
        return {name: ms for name, ms in left.items() if ms is not None}

    def _left_ms(self, seat: int) -> int | None:
        """Return what a seat had left after the last entry, None without a limit."""
        clock = self.table.clock
        return clock.left_ms[seat % 2] if clock and clock.controls[seat % 2] else None

    def _winners(self, outcome: Outcome) -> tuple[str, ...]:
        return tuple(self.names[seat] for seat in outcome.winners)

    def _following(self, entry: Entry) -> list[Event]:
        """Return the events that followed from the last entry."""
        if entry == ("undo",):
            return []
        events = self._rulings.consequences(self.table, entry)
        if outcome := self.table.outcome():
            end = self._rulings.end(self.table, self._winners(outcome), outcome.rule)
            events.append(replace(end, causes=self._causes()))
        return events

    def _causes(self) -> tuple[Cause, ...]:
        """Return the causes of the end, of the table or of one game of a match."""
        table = self.table
        last = table.entries[-1] if len(table.entries) else None
        match last:
            case ("resign", int(seat)) if not table.is_move(last):
                return (Cause("resigned", (self.names[seat],)),)
            case ("flag", int(seat)) if not table.is_move(last):
                return (Cause("time-up", (self.names[seat],)),)
            case ("draw",) if not table.is_move(last):
                return (Cause("agreed", self.names),)
        return self._rulings.causes(table, last is not None and word_of(last) != "set")

    def _pieces(self) -> Mapping[str, str]:
        """Return the pieces by the names of their places."""
        view = self._rulings.view(self.table)
        return view.pieces() if view else {}

    def _undone(self, entry: Entry) -> EntryMade:
        """Return the event of an undo; the player who made the entry is on turn again."""
        text, seat = self.table.text(entry), self.table.turn
        is_move = self.table.is_move(entry)
        by = self.names[seat] if is_move and seat is not None else None
        return EntryMade(_kind_of(text), text, by)

    def _made(self, entry: Entry, mover: int | None, origin: str, remark: str) -> EntryMade:
        text = self.table.text(entry)
        kind, is_move = _kind_of(text), self.table.is_move(entry)
        by = self.names[mover] if is_move and mover is not None else None
        told: str | None = DEVICE if origin == DEVICE else DIE
        if kind != "roll":
            told = origin if is_move and origin in FELT else None
        return EntryMade(kind, text, by, told, remark=remark)


def _standing(table: CommandTable) -> tuple[object, ...]:
    """Return a value that is equal for equal positions."""
    return (table.game.position(), table.turn, table.outcome())


def changes_of(
    before: Mapping[str, str], after: Mapping[str, str]
) -> tuple[tuple[str, str, str], ...]:
    """Return the changed places, with their contents before and after.

    >>> changes_of({"a1": "b", "a2": "w"}, {"a1": ".", "a2": "w", "a3": "b"})
    (('a1', 'b', '.'), ('a3', '.', 'b'))
    """
    pairs = [(each, before.get(each, "."), after.get(each, ".")) for each in {**before, **after}]
    return tuple(each for each in pairs if each[1] != each[2])


def _kind_of(text: str) -> str:
    """Return the kind of event of an entry: its first word, if it is one.

    >>> _kind_of("resign Ann"), _kind_of("a1-c3"), _kind_of("R")
    ('resign', 'move', 'roll')
    """
    first = text.split()[0]
    if len(first) == 1:
        return "roll"
    # Not an entry: logs use "end" for the ending.
    return first if first.isalpha() and first != "end" else "move"
