"""The game at a table, run by a device or by this PC.

Decides what the table needs of either, and that an entry of a card game counts only once it is in
the log.  Must not know which games exist: a card game derives from these classes.
"""

from __future__ import annotations

from collections.abc import Sequence

from schiri_engines.table import Table

from schiri.device.panel import Panel, turn_picture
from schiri.device.reports import Pressed, Report
from schiri.events import EntryMade, Event
from schiri.games import module_of, rulings_of
from schiri.json_object import Record
from schiri.log.logged import LoggedReferee
from schiri.panels import LETTER
from schiri.referee import Referee
from schiri.table.clock_state import ClockState, clock_state
from schiri.table.intents import (
    NOT_HERE,
    Answer,
    Enter,
    Intent,
    RefusalReport,
    Respond,
    Undo,
    answer_of,
)
from schiri.table.state import TURN_OVER, GameSnapshot, Latest, Notice
from schiri.table.turn_limit import TurnLimit
from schiri.views import BoardView, CardView


class GameController:
    """A game at the table, and its latest events.

    Shape: ``notices`` are those not fetched yet.
    Units: times in ms are of any monotonic clock.
    """

    is_kept_here = False

    def __init__(self) -> None:
        self.events: Latest[Event] = Latest()
        self.notices: list[Notice] = []

    @property
    def logged(self) -> LoggedReferee | None:
        """The game with its log, None before the first one."""
        raise NotImplementedError

    @property
    def clock(self) -> ClockState | None:
        """The clock as views draw it, None without one."""

    def view(self) -> BoardView | CardView | None:
        """Return the game's own part of the state, as a frozen value."""

    @property
    def moment(self) -> tuple[object, ...]:
        """The moment of the game: what decides the effect of an intent."""
        return (self.events.upto,)

    def is_late(self, intent: Intent, shown: tuple[object, ...]) -> bool:
        """Return whether an intent that was offered in this moment of the game is too late."""
        return shown != self.moment

    def do(self, intent: Intent, at_ms: int, respond: Respond) -> None:
        """Carry out an intent that was sent at this time, and call back with its answer."""

    def step(self, now_ms: int) -> bool:
        """Let time pass; return whether there is something new to see."""
        return False

    def freeze(self, number: int) -> GameSnapshot | None:
        """Return the game as a frozen value, None before the first one."""
        if self.logged is None:
            return None
        referee, log = self.logged.referee, str(self.logged.writer.path)
        common = referee.state(), tuple(referee.names), referee.options, log, number, self.events
        return GameSnapshot(*common, self.is_kept_here, self.view(), clock=self.clock)

    def add(self, events: Sequence[Event]) -> None:
        """Add events of the game to its history."""
        self.events = self.events.plus(*events)
        if events and self.logged:
            referee = self.logged.referee
            values = module_of(referee.game, "values")
            if values and (found := values.forced_win(referee.table, events)):
                self.notices.append(Notice("decided", (found[0], str(found[1]))))


class HostGame(GameController):
    """A game that the PC runs, with a device as its panel if one is connected.

    Shape: ``refusal`` is that of the last press on the device, until something else is done.
    """

    is_kept_here = True

    def __init__(self, logged: LoggedReferee, panel: Panel, now_ms: int) -> None:
        super().__init__()
        self._logged = logged
        self.refusal: RefusalReport | None = None
        self.panel = panel
        self.now_ms = self._timed_ms = now_ms
        # Whether a question or a fault stops the clock.
        self.is_stopped = False
        limit_ms = logged.referee.turn_limit_ms
        self._limit = TurnLimit(limit_ms, self.table.turn) if limit_ms else None
        # A board begins with its layout, as on a device.
        header = [logged.writer.header] if self.table.game.SIZE else []
        self.add([*header, *logged.past])
        if logged.writer.was_torn:
            self.notices.append(Notice("torn", (str(logged.writer.path),)))

    @property
    def logged(self) -> LoggedReferee:
        return self._logged

    @property
    def referee(self) -> Referee:
        return self.logged.referee

    @property
    def table(self) -> Table:
        return self.referee.table

    def do(self, intent: Intent, at_ms: int, respond: Respond) -> None:
        self.now_ms, self.refusal = at_ms, None
        self._run_clock(at_ms)
        respond(self.carry_out(intent))

    def carry_out(self, intent: Intent) -> Answer:
        """Carry out an intent; a game's own class adds more."""
        match intent:
            case Enter(text, also):
                return self.enter(text, *also)
            case Undo():
                return self.enter("undo")
        return NOT_HERE

    def enter(self, *texts: str, proof: Record | None = None) -> Answer:
        """Carry out commands, all or none; a race is logged with its proof."""
        answer = answer_of(lambda: self.logged.command(*texts, proof=proof))
        # The answer to a question is only for the person who asked.
        if any(isinstance(event, EntryMade) for event in answer.events):
            self.add(answer.events)
            self.follow(answer.events)
        return answer

    def follow(self, events: tuple[Event, ...]) -> None:
        """Follow events."""

    def handle(self, report: Report, now_ms: int) -> None:
        self.now_ms = now_ms
        self._run_clock(now_ms)
        if press := self.panel.handle(report):
            self.refusal = None
            self.handle_press(press)

    def handle_press(self, press: Pressed) -> None:
        """Handle a press on the device."""

    def show_answer(self, answer: Answer) -> None:
        """Store the answer to a press on the device, which no view awaits."""
        self.refusal = answer.refusal

    def show_turn(self, colours: str = "".join(LETTER.values())) -> None:
        """Show on the panel whose turn it is, by the letters of the players' colours."""
        turn = self.table.turn
        letter = "." if turn is None else colours[turn]
        self.panel.show(turn_picture(self.panel.build.size, letter))

    def add(self, events: Sequence[Event]) -> None:
        super().add(events)
        made = [event for event in events if isinstance(event, EntryMade)]
        if self._limit and made:
            turn = self.table.turn
            # After an undo, and once the piles are named, the turn begins again.
            if turn != self._limit.turn or made[-1].word in ("undo", "start"):
                self._limit.begin(turn)

    def step(self, now_ms: int) -> bool:
        self.now_ms = now_ms
        return self._run_clock(now_ms)

    @property
    def is_timed(self) -> bool:
        """Whether time passes for the player on turn.  Rule: TA-7."""
        return not self.is_stopped

    def _run_clock(self, now_ms: int) -> bool:
        """Let the clock run up to now; return whether the time of a player is up.

        Rule: TA-6, TA-7.
        """
        clock, seat = self.table.clock, self.table.turn
        passed_ms, self._timed_ms = max(0, now_ms - self._timed_ms), max(now_ms, self._timed_ms)
        if seat is None or not self.is_timed:
            return False
        if self._limit and self._limit.run(passed_ms):
            self.notices.append(Notice(TURN_OVER, (self.table.names[seat],)))
            return True
        if clock is None:
            return False
        clock.running_ms += passed_ms
        if not clock.is_up(seat % 2):
            return False
        self.add(self.logged.apply([("flag", seat)], "pc"))
        return True

    @property
    def clock(self) -> ClockState | None:
        if self._limit:
            return self._limit.state(len(self.table.names), self._timed_ms, self.is_timed)
        return clock_state(self.table, self._timed_ms, self.is_timed)

    def view(self) -> BoardView | CardView | None:
        view = rulings_of(self.referee.game).view(self.table)
        return view if isinstance(view, BoardView) else None

    def close(self) -> None:
        self.logged.writer.close()
