"""The app: a table session in the terminal.

Decides which screen shows: the table, or the form that asks what to play.  Must not know rules,
logs, ports or games: it shows scenes.
"""

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime

from textual.events import Event, Key

from schiri.scene.viewer import LATE, Viewer
from schiri.table.intents import Answer, Sent
from schiri.table.session import TableSession
from schiri.table.state import TableState
from schiri.terminal.dialogs import Quit
from schiri.terminal.form import START, FormScreen, StartForm
from schiri.terminal.table_screen import TableScreen
from schiri.terminal.terminal_app import TerminalApp
from schiri.texts import Words


class SchiriApp(TerminalApp):
    """The table in the terminal; ``game`` is the game to offer, None for unfinished ones."""

    def __init__(self, words: Words, session: TableSession, game: str | None = None) -> None:
        super().__init__(words)
        self.session = session
        self._shown: TableState | None = None
        self.viewer = Viewer(self.words, session.state, self._do, self.show, _now, game=game or "")

    def _do(self, intent: Sent, answered: Callable[[Answer], None]) -> None:
        """Send an intent; the answer arrives in the app's event loop."""

        def receive(done: "Future[Answer]") -> None:
            if not done.cancelled():
                self.call_later(answered, done.result())

        self.session.do(intent).add_done_callback(receive)

    def on_mount(self) -> None:
        self.push_screen(TableScreen(self.words, self.viewer))
        # The session calls in its own thread.
        self.session.watch(lambda state: self.call_later(self.see))
        self.session.start()
        self.call_later(self.see)

    def on_unmount(self) -> None:
        self.session.close()

    def leave(self) -> None:
        """Close the table: games are on the disk."""
        self.session.close()

    async def on_event(self, event: Event) -> None:
        """Dispatch an event; each key of the table is handled before the next one."""
        screen = self.screen if self.screen_stack else None
        is_table = isinstance(screen, TableScreen)
        if not (isinstance(event, Key) and is_table and self.table.take_key(event)):
            await super().on_event(event)

    def see(self) -> None:
        """Show the newest state of the table, once."""
        state = self.session.state
        if state is not self._shown:
            before, self._shown = self.viewer.scene.banner, state
            self.viewer.see(state)
            banner = self.viewer.scene.banner
            if banner and banner.tone == LATE and banner != before:
                self.bell()
            self.show()

    @property
    def table(self) -> TableScreen:
        return next(each for each in self.screen_stack if isinstance(each, TableScreen))

    def show(self) -> None:
        """Show the scene, on the table or as the form that asks what to play."""
        if not any(isinstance(each, TableScreen) for each in self.screen_stack):
            return
        table, is_start = self.table, self.viewer.scene.name == START
        starts = [each for each in self.screen_stack if isinstance(each, StartForm)]
        if is_start != bool(starts):
            # Its question is asked before all others, or answered.
            while self.screen is not table:
                self.pop_screen()
            if is_start:
                self.push_screen(StartForm(self.words, self.viewer, START))
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | FormScreen):
                screen.show()

    def action_help_quit(self) -> None:
        """Ask whether to quit, as ``q`` does: Ctrl-C usually means to leave."""
        if not isinstance(self.screen, Quit):
            self.table.ask_to_quit()

    def action_type(self) -> None:
        self.table.begin()


def _now() -> datetime:
    return datetime.now().astimezone()
