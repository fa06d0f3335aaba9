"""The games of cards at one table: one at a time, with the device as its panel where one answers.

Decides which one is played, and when the device is its panel.  Must not know which games there
are, nor the port.
"""

from collections.abc import Callable
from datetime import datetime

from schiri_device.builds import Build

from schiri.device.panel import Panel
from schiri.device.reports import Report
from schiri.games import adapter_of
from schiri.log.cards import go_on_with
from schiri.log.logged import LoggedReferee
from schiri.table.card_table import CardTable
from schiri.table.intents import Answer, Intent, Refusal, Tell
from schiri.table.state import BoardView, CardView
from schiri.table.tail import Tail


class CardGames:
    """The game of cards that is played, if one is.

    Shape: ``table`` is None while none is played; ``count`` is how many were sat down to; ``build``
    is what the device is; ``ask`` brings a request to it.
    Units: times in ms are by any clock that goes on.
    """

    def __init__(
        self,
        build: Build,
        ask: Callable[[str], None],
        tail: Tail,
        clock: Callable[[], datetime],
    ) -> None:
        self.table: CardTable | None = None
        self.count = 0
        self.build = build
        self._ask = ask
        self._tail = tail
        self._clock = clock

    def sit_down(self, logged: LoggedReferee, is_connected: bool, at_ms: int) -> None:
        """Play this game from now on; the device shows it where one is connected."""
        self.leave()
        self.count += 1
        table = adapter_of(logged.referee.game).card_table()
        panel = Panel(self.build, self._ask)
        self.table = table(logged, panel, at_ms)
        self._tail.begin()
        if is_connected:
            panel.begin()

    def leave(self) -> None:
        """Leave the table: its log is on the disk, the device gets its lights back."""
        if self.table:
            self.table.leave()
            self.table = None
            self._tail.go_back()

    def reopen(self, is_connected: bool, at_ms: int) -> None:
        """Begin again after a fault; a log that cannot be opened yet is tried with the next one.

        Raises: HostError (what a log raises).
        """
        if self.table:
            writer = self.table.logged.writer
            writer.close()
            self.sit_down(go_on_with(writer.path, self._clock), is_connected, at_ms)

    def lend_device(self, tell: Tell) -> Tell:
        """Let the device go to begin a game of its own; return whom to tell what came of it.

        Rule: the table is left once that game is there, and stays where there is none.
        """
        table = self.table
        if table is None:
            return tell
        table.panel.end()

        def hear(answer: Answer) -> None:
            if not answer.is_done:
                table.panel.take_back()
            elif table is self.table:
                self.leave()
            tell(answer)

        return hear

    @property
    def logged(self) -> LoggedReferee | None:
        """The game that is played, with its log."""
        return self.table.logged if self.table else None

    @property
    def refusal(self) -> Refusal | None:
        """Why the last press on the device was not done."""
        return self.table.refusal if self.table else None

    @property
    def view(self) -> CardView | BoardView | None:
        """How the cards lie, None where the referee's state says all."""
        return self.table.view() if self.table else None

    def do(self, intent: Intent, at_ms: int, tell: Tell) -> None:
        """Carry out an intent that was sent at this time, and tell what came of it."""
        assert self.table is not None
        tell(self.table.do(intent, at_ms))

    def handle(self, report: Report, now_ms: int) -> None:
        """Handle a report of the device's connection."""
        if self.table:
            self.table.panel.build = self.build
            self.table.handle(report, now_ms)

    def step(self, now_ms: int) -> bool:
        """Let time pass; return whether there is something new to see."""
        return self.table is not None and self.table.wait(now_ms)
