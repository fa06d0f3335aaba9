"""A table of cards: the PC keeps the game and its log, no device has to answer.

Decides what becomes of a command, and that what is not in the log has not happened.  Must not know
which game it is: what a game adds is its own table, a class derived from this one.
"""

from schiri_engines.table import Table

from schiri.device.panel import Panel
from schiri.device.reports import Pressed, Report
from schiri.events import Event, Made
from schiri.games import adapter_of
from schiri.json_object import Record
from schiri.log.logged import LoggedReferee
from schiri.referee import Referee
from schiri.table.answers import NOT_HERE, answer_of
from schiri.table.intents import Answer, Enter, Intent, Refusal, Undo
from schiri.table.state import BoardView, CardView, Notice


class CardTable:
    """A game of cards, its log, and a device as its panel where one answers.

    Shape: ``told`` are events that nobody has fetched yet, and so are ``notices``; ``refusal`` is
    why the last press on the device was not done, for whoever looks on.
    Units: ``now_ms`` is any clock that goes on.
    """

    def __init__(self, logged: LoggedReferee, panel: Panel, now_ms: int) -> None:
        self.logged = logged
        self.panel = panel
        self.now_ms = now_ms
        self.told: list[Event] = list(logged.past)
        if self.table.game.SIZE:
            # As a device tells it: of a board it is said how it lies at the start.
            self.told.insert(0, logged.writer.header)
        path = str(logged.writer.path)
        self.notices = [Notice("torn", (path,))] if logged.writer.was_torn else []
        self.refusal: Refusal | None = None

    @property
    def referee(self) -> Referee:
        """The referee of this game."""
        return self.logged.referee

    @property
    def table(self) -> Table:
        """The table of this game."""
        return self.referee.table

    def do(self, intent: Intent, now_ms: int) -> Answer:
        """Carry out an intent that was sent at this time.

        Raises: HostError (what a log raises); nothing more may be asked of this table then.
        """
        self.now_ms, self.refusal = now_ms, None
        return self.carry_out(intent)

    def carry_out(self, intent: Intent) -> Answer:
        """Carry out an intent; a game's own table knows more of them."""
        match intent:
            case Enter(text):
                return self.enter(text)
            case Undo():
                return self.enter("undo")
        return NOT_HERE

    def enter(self, text: str, proof: Record | None = None) -> Answer:
        """Carry out a command; a race is kept with its proof."""
        answer = answer_of(lambda: self.logged.command(text, proof=proof))
        # The answer to a question changes nothing: it is for whoever asked.
        if any(isinstance(event, Made) for event in answer.events):
            self.told += answer.events
            self.follow(answer.events)
        return answer

    def follow(self, events: tuple[Event, ...]) -> None:
        """Follow what has happened."""

    def handle(self, report: Report, now_ms: int) -> None:
        """Handle a report of a device's connection."""
        self.now_ms = now_ms
        press = self.panel.handle(report)
        if press:
            self.refusal = None
            self.handle_press(press)

    def keep(self, answer: Answer) -> None:
        """Keep what came of a press on the device: nobody waits for its answer."""
        self.refusal = answer.refusal

    def handle_press(self, press: Pressed) -> None:
        """Handle a press on the device."""

    def wait(self, now_ms: int) -> bool:
        """Let time pass; return whether there is something new to see."""
        self.now_ms = now_ms
        return False

    def view(self) -> CardView | BoardView | None:
        """Return what this game has to show besides the referee's state, as a frozen value."""
        view = adapter_of(self.referee.game).view(self.referee)
        return view if isinstance(view, BoardView) else None

    def leave(self) -> None:
        """Let go of the device and the log; all is on the disk already."""
        self.panel.end()
        self.logged.writer.close()
