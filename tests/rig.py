"""A simulated device on a real pseudo-terminal, and the PC that listens, on a virtual clock."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from schiri.device.connection import Connection
from schiri.device.port import Port, SerialPort
from schiri.device.reports import Action, Report
from schiri.events import Event, State
from schiri.recording.recorder import Recorder
from schiri.recording.recording import Recording
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable, CableEnd, PtyWire
from schiri.table.device_game import shown_board
from schiri.table.state import BoardView
from schiri_device.app.device import Device
from schiri_device.app.gestures import HOLD_MS
from schiri_device.builds import Build, load

from tests.closing import alone_in
from tests.dice import die_buttons
from tests.firmware.stage import with_the_stick

STEP_MS = 5
TAP_MS = 20
START = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)


class Rig:
    """Device and PC, stepped together.

    Shape: ``folder`` has the logs. A ``cable`` of None means a real pseudo-terminal. ``names`` are
    the people at the device. ``step_ms`` is the duration of a step.
    """

    names = {"A": "Ann", "B": "Ben"}
    step_ms = STEP_MS
    wants_lights = True
    connection: Connection

    def __init__(
        self,
        folder: Path,
        build: str = "keys5",
        seed: int = 1,
        cable: Cable | None = None,
        pty: PtyWire | None = None,
        has_host: bool = True,
    ) -> None:
        self.folder = folder
        self.now_ms = 0
        self.cable = cable
        self.pty = None if cable else pty or PtyWire()
        wire = cable or self.pty
        assert wire is not None
        found = load(build)
        assert found is not None
        self.simulator = self.simulated(found, wire, seed)
        if has_host:
            self.start_host()

    def simulated(self, build: Build, wire: CableEnd, seed: int) -> Simulator:
        """Return the device at the end of the wire."""
        return Simulator(build, wire, seed, device="SIMTEST")

    @property
    def device(self) -> Device:
        """The device's code, as it runs since its last start."""
        return self.simulator.device

    def start_host(self, folder: Path | None = None) -> None:
        """Restart the PC's side, as after a crash. Another folder means another PC."""
        folder = folder or self.folder
        recorder = alone_in(folder, Recorder(folder, self.clock, self.names))
        self.live = Recording(recorder)
        self.connection = Connection(self.opener(), self.handle, self.wants_lights)

    def handle(self, report: Report, received_ms: int) -> list[Action]:
        """Let the PC handle a report; return its actions."""
        events, actions = self.live.handle(report, received_ms)
        self.tell(report, events)
        return actions

    def tell(self, report: Report, events: list[Event]) -> None:
        """Receive the events of a report, as a view of the table does."""

    def opener(self) -> Callable[[], Port]:
        if self.cable:
            return self.cable.open
        assert self.pty is not None
        path = self.pty.path
        return lambda: SerialPort(path, read_s=0)

    def clock(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    def run(self, for_ms: int) -> None:
        """Let time pass on both sides."""
        for _ in range(max(1, for_ms // self.step_ms)):
            self.step()

    def step(self) -> None:
        """Let both sides make one step."""
        self.now_ms += self.step_ms
        self.simulator.step(self.now_ms)
        self.connection.poll(self.now_ms)

    def press(self, *buttons: str) -> None:
        """Press buttons in order."""
        for button in buttons:
            self.simulator.press(button)
            self.run(TAP_MS)
            self.simulator.release(button)
            self.run(TAP_MS)
            while self.device.mode_name == "restart":
                self.run(TAP_MS)

    def hold(self, button: str) -> None:
        """Hold a button down."""
        self.simulator.press(button)
        self.run(HOLD_MS + TAP_MS)
        self.simulator.release(button)
        self.run(TAP_MS)

    def press_cell(self, cell: int) -> None:
        """Press a cell, by its key or with the stick."""
        name = self.device.match.game.cell_text(cell)
        if name in self.simulator.build.buttons:
            self.press(name)
            return
        self.press(*with_the_stick(self.device, cell))

    def play_game(self, random: Random, most: int = 60) -> None:
        """Play a random game by presses only, with some undos and invalid presses."""
        for _ in range(most):
            if self.device.mode_name == "play":
                game = self.device.match.game
                for cell in game.move_cells(random.choice(game.legal_moves())):
                    self.press_cell(cell)
                if random.random() < 0.1:
                    self.press("black", "white", "white")
                if random.random() < 0.1:
                    self.press(random.choice(("yellow", "red", "blue", "green")))
            elif self.device.mode_name == "dice":
                self._roll_or_play(random)
            elif self.device.mode_name == "finished":
                break
            else:
                self.press("white")
        self.run(500)

    def _roll_or_play(self, random: Random) -> None:
        game = self.device.match.game
        if game.phase == "roll":
            die = random.choice([*die_buttons(self.device), "hold-white", "black"])
            self.hold("white") if die == "hold-white" else self.press(die)
        elif random.random() < 0.1:
            self.press_cell(random.randrange(64))
        else:
            for cell in game.move_cells(random.choice(game.legal_moves())):
                self.press_cell(cell)

    def board(self) -> BoardView:
        """Return the board as a screen shows it."""
        board = shown_board(self.live)
        assert board
        return board

    def state(self) -> State:
        """Return the state of the game as a screen shows it."""
        assert self.live.referee
        return self.live.referee.state()

    def close(self) -> None:
        """Close the port."""
        self.connection.close()
        if self.pty:
            self.pty.close()
