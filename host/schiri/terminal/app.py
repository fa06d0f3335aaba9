"""The app: a table session in the terminal.

Decides which screen shows what, and when it is asked what to play.  Must not know a rule, a log or
a port: it sends intents and shows states.
"""

from datetime import datetime

from schiri_engines.registry import names, row_of, rows
from textual.message import Message

from schiri.games import adapter_of
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.terminal.cards import CardScreen
from schiri.terminal.command_screen import CommandScreen
from schiri.terminal.quit import Quit
from schiri.terminal.start import Start
from schiri.terminal.table import TableScreen
from schiri.terminal.terminal_app import TerminalApp
from schiri.texts import Words


class SchiriApp(TerminalApp):
    """The table in the terminal.

    Shape: ``game`` is what shall be played, None for what can go on, or the same as the last time;
    ``asks`` is whether it begins with that question.
    """

    class Changed(Message):
        """Something has changed at the table; made in the session's thread."""

    def __init__(
        self, words: Words, session: TableSession, game: str | None = None, asks: bool = True
    ) -> None:
        super().__init__(words)
        self.session = session
        self._game = game
        self._has_asked = not asks
        self._last = session.state.setups.last
        self._shown = 0

    def on_mount(self) -> None:
        """Show the table and begin."""
        self.push_screen(TableScreen(self.words, self.session))
        self.session.watch(lambda state: self.post_message(self.Changed()))
        self.session.start()
        self._last = self.session.state.setups.last
        state = self.session.state
        game = self._game or state.setups.last.game
        if state.state is not None:
            # It is played here already.
            self.post_message(self.Changed())
        elif not self._has_asked and (state.offers or (game in names() and not row_of(game).size)):
            # No device has to answer first.
            self.action_new_game()

    def on_unmount(self) -> None:
        """Close the table."""
        self.session.close()

    def leave(self) -> None:
        """Close the table: what was played is on the disk."""
        self.session.close()

    def on_schiri_app_changed(self) -> None:
        """Show the newest moment, on the screen of what is played."""
        state = self.session.state
        if state.number == self._shown:
            return
        self._shown = state.number
        if state.setups.last is not self._last:
            # Something was begun: from now on that is what people play.
            self._game, self._last = None, state.setups.last
        self._follow(state)
        for screen in self.screen_stack:
            if isinstance(screen, CommandScreen):
                screen.show(state)
        if state.now and not self._has_asked:
            # Once: later a board that has just been won stays in sight.
            self._has_asked = True
            if state.state is None or state.state.over:
                self.action_new_game()

    def action_help_quit(self) -> None:
        """Ask as ``q`` does: who is used to Ctrl-C wants to leave."""
        if not isinstance(self.screen, Quit):
            self.table.action_quit()

    @property
    def table(self) -> CommandScreen:
        """The screen of the table that is played at."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, CommandScreen)]
        return screens[-1]

    def _follow(self, state: TableState) -> None:
        """Bring up the screen of a game of cards, and take it away after it."""
        table = self.table
        if isinstance(table, CardScreen) and (
            not state.is_card_game or state.table != table.number
        ):
            self._uncover(table)
            self.pop_screen()
            table = self.table
        if state.is_card_game and not isinstance(table, CardScreen):
            assert state.state is not None
            self._uncover(table)
            screen = adapter_of(state.state.game).screen()
            assert screen is not None
            self.push_screen(screen(self.words, self.session))

    def _uncover(self, table: CommandScreen) -> None:
        """Take away what lies over a table: what was asked there is answered."""
        while self.screen is not table:
            self.pop_screen()

    # What screens ask for

    def action_type(self) -> None:
        """Open the line of the table that is played at."""
        self.table.action_type()

    def action_new_game(self) -> None:
        """Ask what can go on, or who plays what."""
        self._has_asked = True
        games = tuple(row.name for row in rows() if row.size <= self.session.state.build.size)
        wanted = (self._game, self.session.state.setups.last.game)
        game = next((each for each in wanted if each and each in games), games[0])
        self.push_screen(Start(self.words, self.session, games, game, datetime.now().astimezone()))
