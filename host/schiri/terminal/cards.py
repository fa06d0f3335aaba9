"""A card game's table in the terminal: the PC keeps it, no device has to answer.

Decides what becomes of a command.  Must not know which game it is.
"""

from typing import Any

from schiri_engines.refusals import MalformedText, Refused

from schiri.faults import Fault
from schiri.log.logged import LoggedReferee
from schiri.referee import Referee
from schiri.terminal.typed import TypedScreen
from schiri.texts import malformed_words, refusal_words


class CardScreen(TypedScreen):
    """A game of cards and its log."""

    def __init__(self, logged: LoggedReferee) -> None:
        super().__init__()
        self.logged = logged

    @property
    def referee(self) -> Referee:
        """The referee of this game."""
        return self.logged.referee

    def on_mount(self) -> None:
        """Show how the game stands, and what happened before in one that goes on."""
        self.show(self.logged.writer.past[1:])

    def show(self, events: list[dict[str, Any]]) -> None:
        """Show how the game stands, and what has happened just before."""
        raise NotImplementedError

    def do(self, text: str) -> None:
        """Carry out a command, or say why not."""
        self._note = ""
        try:
            events = self.logged.command(text)
        except Refused as no:
            self.refuse(no)
        except MalformedText as bad:
            self.show_problem(malformed_words(bad))
        except Fault as fault:
            # What is not in the log has not happened: nothing more is taken.
            self.app.exit(fault)
        else:
            self.show(events)

    run_typed = do

    def refuse(self, no: Refused) -> None:
        """Show why not."""
        self.show_problem(f"{refusal_words(no.refusal)} ({no.refusal.rule})")

    def on_unmount(self) -> None:
        """Close the log; all is on the disk already."""
        self.logged.writer.close()
