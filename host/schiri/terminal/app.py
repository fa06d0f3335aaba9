"""The app: joins a device's link with the screens.

Decides what a typed command becomes.  Must not decide anything about a game: a typed move is a
request, and the device answers it.
"""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

from schiri_device.builds import Build
from schiri_engines.refusals import MalformedText, Refused
from textual.app import App
from textual.message import Message

from schiri.device.hub import Hub, SimulatedDevice
from schiri.device.reports import Report
from schiri.log.live import Event, LiveTable
from schiri.log.recorder import Recorder
from schiri.memory import Memory, recall, remember
from schiri.terminal.start import Start
from schiri.terminal.table import TableScreen
from schiri.texts import _, fault_words, malformed_words, refusal_words
from schiri.view import View, view_of

FAULT_S = 0.5


class Changed(Message):
    """Something has changed at the table; made in the link's thread."""

    def __init__(self, view: View, events: list[Event]) -> None:
        super().__init__()
        self.view = view
        self.events = events


class SchiriApp(App[None]):
    """The table view.

    Shape: ``open_hub`` makes the device around a handler of reports.
    """

    TITLE = "Schiri"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        build: Build,
        recorder: Recorder,
        open_hub: Callable[[LiveTable], Hub],
        memory: Path,
    ) -> None:
        super().__init__()
        self._build = build
        self._recorder = recorder
        self._memory = memory
        self._live = LiveTable(recorder, self._tell)
        self.hub = open_hub(self._live)
        self._is_greeted = False

    def on_mount(self) -> None:
        """Show the table and begin to listen."""
        self.push_screen(TableScreen(self._build, self))
        self.set_interval(FAULT_S, self._look_for_faults)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                loop = asyncio.get_running_loop()
                loop.add_signal_handler(getattr(signal, name), self.exit)
        self.hub.start()

    def on_unmount(self) -> None:
        """Let go of the device."""
        self.hub.stop()

    def _tell(self, report: Report, events: list[Event]) -> None:
        self.post_message(Changed(view_of(self._live), events))

    def on_changed(self, message: Changed) -> None:
        """Show what has changed; ask what to play once a device without a game answers."""
        self.table.show(message.view, message.events)
        if message.view.now and not self._is_greeted:
            self._is_greeted = True
            if not message.view.state or message.view.state["over"]:
                self.action_new_game()

    @property
    def table(self) -> TableScreen:
        """The screen of the table."""
        return next(screen for screen in self.screen_stack if isinstance(screen, TableScreen))

    def _look_for_faults(self) -> None:
        if self.hub.fault:
            self.table.show_problem(fault_words(self.hub.fault))

    # What screens ask for

    def press_button(self, button: str) -> None:
        """Press one of the device's buttons."""
        self.hub.press(button)

    def touch(self, cell: str) -> None:
        """Press a cell of the board."""
        if cell in self._build.buttons:
            self.hub.press(cell)
        else:
            self.hub.ask(f"touch {cell}")

    def run_command(self, text: str) -> None:
        """Carry out a typed command."""
        if text in ("quit", "exit"):
            self.exit()
        elif text in ("help", "?"):
            self.table.action_help()
        elif text == "new":
            self.action_new_game()
        else:
            self._ask(text)

    def action_new_game(self) -> None:
        """Ask who plays what."""
        self.push_screen(Start(recall(self._memory)), self._begin)

    def action_toggle_cable(self) -> None:
        """Pull the simulated cable, or plug it in again."""
        if not isinstance(self.hub, SimulatedDevice):
            return
        cable = self.hub.cable
        if cable.is_plugged:
            cable.pull()
            self.notify(_("The cable is out. The device goes on without us."))
        else:
            cable.plug()
            self.notify(_("The cable is in again."))

    def _begin(self, choice: Memory | None) -> None:
        if choice is None:
            return
        remember(self._memory, choice)
        self._recorder.names = dict(zip("AB", choice.players, strict=True))
        options = [f"{key}={value}" for key, value in sorted(choice.options.items())]
        self.hub.ask(" ".join(["new", choice.game, "AB", *options]))

    def _ask(self, text: str) -> None:
        """Ask the device for an entry; what is none is told here, with what would be right."""
        if self._recorder.current is None:
            return
        try:
            self.hub.ask(self._recorder.for_device(text))
        except MalformedText as bad:
            self.table.show_problem(malformed_words(bad))
        except Refused as no:
            self.table.show_problem(refusal_words(no.refusal))
