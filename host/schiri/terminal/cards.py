"""A card game's table in the terminal: the PC keeps it, no device has to answer.

Decides what becomes of a command.  Must not know which game it is.
"""

from schiri_engines.refusals import MalformedText, Refused

from schiri.device.panel import Panel
from schiri.device.reports import Pressed, Report
from schiri.errors import HostError
from schiri.events import Event
from schiri.json_object import Record
from schiri.log.logged import LoggedReferee
from schiri.prose import option_words
from schiri.referee import Referee
from schiri.terminal.command_screen import CommandScreen, EventLog
from schiri.texts import malformed_words, refusal_words


class CardScreen(CommandScreen):
    """A game of cards and its log."""

    def __init__(self, logged: LoggedReferee, panel: Panel) -> None:
        super().__init__(logged.referee.game)
        self.logged = logged
        self.panel = panel

    @property
    def referee(self) -> Referee:
        """The referee of this game."""
        return self.logged.referee

    def on_mount(self) -> None:
        """Name the house rules, and show how the game stands and what happened before."""
        for words in option_words(self.referee.game, self.referee.options):
            self.query_one(EventLog).write(words)
        self.show([line.event for line in self.logged.writer.past[1:]])

    def handle_report(self, report: Report) -> None:
        """Handle a report of a device's connection."""
        press = self.panel.handle(report)
        if press:
            self.handle_press(press)

    def handle_press(self, press: Pressed) -> None:
        """Handle a press on the device."""
        raise NotImplementedError

    def show(self, events: list[Event]) -> None:
        """Show how the game stands, and what has happened just before."""
        raise NotImplementedError

    def do(self, text: str, proof: Record | None = None) -> None:
        """Carry out a command, or say why not; a race is kept with its proof."""
        self._note = ""
        try:
            events = self.logged.command(text, proof=proof)
        except Refused as refused:
            self.refuse(refused)
        except MalformedText as malformed:
            self.show_problem(malformed_words(malformed))
        except HostError as error:
            # What is not in the log has not happened: nothing more is taken.
            self.app.exit(error)
        else:
            self.show(events)

    def run_typed(self, text: str) -> None:
        """Carry out what was typed."""
        self.do(text)

    def refuse(self, refused: Refused) -> None:
        """Show why not."""
        self.show_problem(f"{refusal_words(refused.refusal)} ({refused.refusal.rule})")

    def on_unmount(self) -> None:
        """Close the log; all is on the disk already."""
        self.panel.end()
        self.logged.writer.close()
