"""The app: joins a device's connection with the screens.

Decides what a typed command becomes.  Must not decide anything about a game: a typed move is a
request, and the device answers it.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

from schiri_device.builds import Build
from schiri_engines.refusals import MalformedText, Refused
from schiri_engines.registry import names, rows
from schiri_engines.table import SEAT_LETTERS
from textual.app import App
from textual.message import Message

from schiri.device.handle import DeviceHandle
from schiri.device.panel import Panel
from schiri.device.reports import Report, SetAside
from schiri.device.requests import requests_for
from schiri.errors import HostError
from schiri.events import Event
from schiri.games import adapter_of
from schiri.last_setup import Setup, load, save
from schiri.log.cards import begin_log, go_on_with_last
from schiri.log.logged import LoggedReferee
from schiri.prose.notes import aside_words, torn_words
from schiri.recording.device_text import requests_of
from schiri.recording.live import LiveTable
from schiri.recording.recorder import Recorder
from schiri.referee import Referee
from schiri.simulator.handle import SimulatedDevice
from schiri.table_state import TableState, table_state_of
from schiri.terminal.cards import CardScreen
from schiri.terminal.command_screen import CommandScreen
from schiri.terminal.start import Start
from schiri.terminal.table import TableScreen
from schiri.texts import _, error_words, malformed_words, refusal_words, stopped_words

FAULT_S = 0.5
STANDARD_INPUT = 0


class Changed(Message):
    """Something has changed at the table; made in the connection's thread."""

    def __init__(self, report: Report, view: TableState, events: list[Event]) -> None:
        super().__init__()
        self.report = report
        self.view = view
        self.events = events


class SchiriApp(App[HostError | None]):
    """The table view.

    Shape: ``open_device`` makes the device around a handler of reports; ``game`` is what shall be
    played, None for the same as the last time.  What ends it is a fault, or nothing.
    """

    TITLE = "Schiri"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        build: Build,
        recorder: Recorder,
        open_device: Callable[[LiveTable], DeviceHandle],
        setup: Path,
        game: str | None = None,
    ) -> None:
        super().__init__()
        self._build = build
        self._recorder = recorder
        self._setup_path = setup
        self._game = game
        self._live = LiveTable(recorder, self._tell)
        self.device = open_device(self._live)
        self._is_greeted = False

    def on_mount(self) -> None:
        """Show the table and begin to listen."""
        self._device_table = TableScreen(self._build, self)
        self.push_screen(self._device_table)
        self.set_interval(FAULT_S, self._look_for_errors)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(getattr(signal, name), self._stop)
        self.device.start()
        game = self._game or load(self._setup_path).game
        if self._screen_of(game):
            # No device has to answer first.
            goes_on = self._go_on_with(game)
            self._is_greeted = goes_on or self._game is not None
            if self._game and not goes_on:
                self.action_new_game()

    def on_unmount(self) -> None:
        """Release the device."""
        self.device.stop()

    def _stop(self) -> None:
        """End, and give the terminal back."""
        self._end_with_terminal()
        self.exit()

    def _end_with_terminal(self) -> None:
        """End at once where the terminal is gone: what is written to it would never be taken.

        Rule: what was played is on the disk.
        """
        if not self.is_headless and not os.isatty(STANDARD_INPUT):
            self.device.stop()
            os._exit(0)

    def _tell(self, report: Report, events: list[Event]) -> None:
        self.post_message(Changed(report, table_state_of(self._live), events))

    def on_changed(self, message: Changed) -> None:
        """Show what has changed; ask what to play once a device without a game answers."""
        self._device_table.show(message.view, message.events)
        while self._recorder.torn:
            self.table.tell_words(torn_words(self._recorder.torn.pop(0)))
        if isinstance(message.report, SetAside) and self._live.set_aside:
            self.table.tell_words(aside_words(*self._live.set_aside))
        for screen in self.screen_stack:
            if isinstance(screen, CardScreen):
                screen.handle_report(message.report)
        if message.view.now and not self._is_greeted:
            self._is_greeted = True
            if not message.view.state or message.view.state.over:
                self.action_new_game()

    @property
    def table(self) -> CommandScreen:
        """The screen of the table that is played at."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, CommandScreen)]
        return screens[-1]

    def _look_for_errors(self) -> None:
        self._end_with_terminal()
        if self.device.error and self.table.is_mounted:
            self.table.show_problem(stopped_words(self.device.error))

    # What screens ask for

    def press_button(self, button: str) -> None:
        """Press one of the device's buttons."""
        self.device.press(button)

    def touch(self, cell: str) -> None:
        """Press a cell of the board."""
        if cell in self._build.buttons:
            self.device.press(cell)
        else:
            self.device.ask(f"touch {cell}")

    def action_new_game(self) -> None:
        """Ask who plays what."""
        last = load(self._setup_path)
        if self._game not in (None, last.game):
            last = Setup(last.players, str(self._game))
        games = (row.name for row in rows() if row.size <= self._build.size)
        self.push_screen(Start(last, tuple(games)), self._begin)

    def action_toggle_cable(self) -> None:
        """Pull the simulated cable, or plug it in again."""
        if not isinstance(self.device, SimulatedDevice):
            return
        cable = self.device.cable
        if cable.is_plugged:
            cable.pull()
            self.notify(_("The cable is out. The device goes on without us."))
        else:
            cable.plug()
            self.notify(_("The cable is in again."))

    def _begin(self, choice: Setup | None) -> None:
        if choice is None:
            return
        save(self._setup_path, choice)
        self._game = None
        if isinstance(self.screen, CardScreen):
            self.pop_screen()
        if self._screen_of(choice.game):
            referee = Referee(choice.game, choice.players, choice.options)
            folder, clock = self._recorder.folder, self._recorder.clock
            try:
                self._sit_down(choice.game, begin_log(folder, clock, referee))
            except HostError as error:
                self.table.show_problem(error_words(error))
            return
        self._recorder.names = dict(zip(SEAT_LETTERS, choice.players, strict=False))
        for request in requests_for(choice.game, len(choice.players), choice.options):
            self.device.ask(request)

    @staticmethod
    def _screen_of(game: str) -> type[CardScreen] | None:
        """Return the screen of a game that the PC keeps; a game that is gone has none."""
        return adapter_of(game).screen() if game in names() else None

    def _go_on_with(self, game: str) -> bool:
        """Go on with the last game of these cards, where it has not ended."""
        logged = go_on_with_last(self._recorder.folder, self._recorder.clock, game)
        if logged:
            self._sit_down(game, logged)
        return logged is not None

    def _sit_down(self, game: str, logged: LoggedReferee) -> None:
        screen = self._screen_of(game)
        assert screen is not None
        panel = Panel(self._build, self.device.ask)
        self.push_screen(screen(logged, panel))
        if self._live.connected:
            panel.begin()

    def ask(self, text: str) -> None:
        """Ask the device for an entry; what is none is told here, with what would be right."""
        recorder = self._recorder
        if recorder.current is None:
            return
        try:
            table = recorder.current.referee.table
            for request in requests_of(table, recorder.letters, text):
                self.device.ask(request)
        except MalformedText as malformed:
            self.table.show_problem(malformed_words(malformed))
        except Refused as refused:
            self.table.show_problem(refusal_words(refused.refusal))
