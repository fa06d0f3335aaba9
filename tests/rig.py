"""A simulated device, its wire, its power and the PC that listens, on one virtual clock.

Decides how time passes for all of them. Must not know which faults happen, or why.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from schiri.device.connection import Connection
from schiri.device.port import Port, SerialPort
from schiri.device.reports import Report
from schiri.events import Event, State
from schiri.recording.device_sync import DeviceSync
from schiri.recording.event_store import EventStore
from schiri.simulator.flash import Flash, PowerCut
from schiri.simulator.lossy_wire import LossyWire
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable, PtyWire
from schiri_device.app.device import Device
from schiri_device.app.gestures import HOLD_MS
from schiri_device.builds import Build, load

from tests.closing import alone_in
from tests.dice import die_buttons
from tests.firmware.stage import with_the_stick

# The duration of a step while bytes pass.
STEP_MS = 5
PATIENCE_MS = 60_000
# This long after the last event nothing more comes.
CALM_MS = 3000
# The modes with a board whose cells are pressed.
ON_BOARD = ("place", "play", "dice")
START = datetime(2026, 1, 31, 18, 0, tzinfo=UTC)


class EntryMade(NamedTuple):
    """An event as a device's journal has got it: who made it and when, and whether it is a move."""

    device: str
    epoch: str
    number: int
    text: str
    at_ms: int
    is_move: bool

    @property
    def source(self) -> str:
        """Its source in a log."""
        return f"{self.device}:{self.epoch}:{self.number}"


class Rig:
    """A device, and what listens to it at the other end of its wire.

    Shape: ``folder`` has the logs; ``cable`` may be a pseudo-terminal. ``names`` are the people at
    the device. ``made`` are the events of all devices in order, noted at their journals and so
    independently of link and logs, without those that only repeat the state of a game. ``starts``
    counts how often a device was found that had just started.
    Units: ``step_ms`` is the duration of a step in which nothing passes the wire; the device's
    clock gains ``drift_ppm``; a press and the pause after it take ``tap_ms`` at least.
    """

    names: dict[str, str] = {}
    step_ms = STEP_MS
    tap_ms = 20
    wants_lights = True
    patience_ms = PATIENCE_MS
    drift_ppm = 0

    def __init__(
        self,
        folder: Path,
        build: str = "keys5",
        seed: int = 1,
        cable: Cable | PtyWire | None = None,
        has_host: bool = True,
    ) -> None:
        self.folder = folder
        self.now_ms = 0
        self.random = Random(seed)
        self.made: list[EntryMade] = []
        self.starts = 0
        self.cable = cable or Cable()
        self._passed = 0
        found = load(build)
        assert found is not None
        self.switch_on(found, seed)
        self.look_for_start()
        self.has_host = has_host
        if has_host:
            self.start_host()

    # The device

    def switch_on(self, build: Build, seed: int) -> None:
        """Make the device at the end of a wire that may lose bytes, with a store of its own."""
        self.store = self.new_store()
        self.wire = LossyWire(self.cable, seed)
        self.simulator = Simulator(build, self.wire, seed, self.store, "SIMTEST")

    def new_store(self) -> Flash:
        """Return the memory of a new device."""
        return Flash()

    @property
    def device(self) -> Device:
        """The device's code, as it runs since its last start."""
        return self.simulator.device

    def restart(self, off_ms: int = 0) -> None:
        """Cut the power, and restore it: only the store survives, and the PC sees a pull."""
        was_plugged = self.wire.is_plugged
        self.wire.pull()
        self.now_ms += off_ms
        while True:
            try:
                self.simulator.start(self.device_ms())
                break
            except PowerCut:
                continue
        if was_plugged:
            self.wire.plug()
        self.look_for_start()

    def device_ms(self) -> int:
        """Return the time by the device's own clock."""
        return self.now_ms + self.now_ms * self.drift_ppm // 1_000_000

    def started(self) -> None:
        """Look at a device that has just started."""

    def look_for_start(self) -> None:
        """From its start on, note each event before the device's journal saves it."""
        device = self.device
        match, journal = device.match, device.journal
        if "append" in vars(journal):
            return
        append, is_carried = journal.append, [False]

        def noted(text: str, move: int | None, after_ms: int, how: int = 0) -> int:
            if text.startswith("checkpoint "):
                is_carried[0] = not text.endswith("- 0")
            is_new = text.startswith("new ")
            # During a compaction, its image is written.
            if journal._store is not journal._image and not (is_new and is_carried[0]):
                told = text if move is None else match.game.move_text(move)
                place = device.identity[0], journal.epoch, journal.last + 1
                self.made.append(EntryMade(*place, told, self.now_ms, move is not None))
            is_carried[0] = is_carried[0] and not is_new
            return int(append(text, move, after_ms, how))

        journal.append = noted  # type: ignore[method-assign]
        self.starts += 1
        self.started()

    # The PC

    def start_host(self, folder: Path | None = None) -> None:
        """Restart the PC's side, as after a crash. Another folder means another PC."""
        self.folder = folder or self.folder
        recorder = alone_in(self.folder, EventStore(self.folder, self.clock, self.names))
        self.connection = Connection(self.open_port, self.wants_lights)
        self.live = DeviceSync(recorder, self.connection.client)
        self.has_host = True

    def tell(self, report: Report, events: list[Event]) -> None:
        """Receive the events of a report, as a view of the table does."""

    def open_port(self) -> Port:
        if isinstance(self.cable, PtyWire):
            return SerialPort(self.cable.path, wait_s=0)
        return self.cable.open()

    def clock(self) -> datetime:
        return START + timedelta(milliseconds=self.now_ms)

    def listen(self) -> None:
        """Let the other end of the wire read and write."""
        if self.has_host:
            for report in self.connection.poll(self.now_ms):
                self.tell(report, self.live.handle(report, self.connection.client.received_ms))
            self.connection.wait()

    def is_even(self) -> bool:
        """Return whether the PC has every event of the device."""
        connected, journal = self.live.device.connected, self.device.journal
        is_met = connected is not None and connected.epoch == journal.epoch
        return is_met and self.live.store.progress.last == journal.last

    def settle(self) -> None:
        """Wait until the PC has every event."""
        self.until(self.is_even)
        self.run(CALM_MS)
        assert self.live.device.disagreement is None, self.live.device.disagreement

    # Time

    def run(self, for_ms: int) -> None:
        """Let time pass on both sides."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.step()

    def until(self, is_so: Callable[[], object]) -> None:
        """Let time pass until a condition holds."""
        end = self.now_ms + self.patience_ms
        while not is_so():
            assert self.now_ms < end, "it never came so"
            self.step()

    def step(self) -> None:
        """Let both sides make one step."""
        pace_ms, self._passed = self.pace_ms(), self.wire.passed
        self.step_device(pace_ms)
        self.listen()

    def pace_ms(self) -> int:
        """Return the duration of the next step: a short one while bytes pass."""
        return STEP_MS if self._passed != self.wire.passed else self.step_ms

    def step_device(self, step_ms: int) -> None:
        """Let only the device make a step."""
        self.now_ms += step_ms
        self.wire.step(self.now_ms)
        try:
            self.simulator.step(self.device_ms())
        except PowerCut:
            self.restart()
        self.look_for_start()

    # The players

    def press(self, *buttons: str) -> None:
        """Press buttons in order."""
        for button in buttons:
            self.hold(button, self.tap_ms)
            while self.device.mode_name == "restart":
                self.run(self.tap_ms)

    def hold(self, button: str, for_ms: int = HOLD_MS + 20) -> None:
        """Hold a button down."""
        self.simulator.press(button)
        self.run(for_ms)
        self.simulator.release(button)
        self.run(self.tap_ms)

    def press_cell(self, cell: int) -> None:
        """Press a cell, by its key or with the stick."""
        # Between two presses the game may end or the power may be cut.
        if self.device.mode_name not in ON_BOARD:
            return
        name = self.device.match.game.cell_text(cell)
        buttons = self.simulator.build.buttons
        self.press(*([name] if name in buttons else with_the_stick(self.device, cell)))

    def play_game(self, random: Random, most: int = 60) -> None:
        """Play a random game by presses only, with some undos and invalid presses."""
        for _ in range(most):
            if self.device.mode_name == "finished":
                break
            self.play_on(random)
        self.run(500)

    def play_on(self, random: Random) -> None:
        """Take one random action by presses, sometimes an undo or an invalid one."""
        mode, game, before = self.device.mode_name, self.device.match.game, len(self.made)
        if mode in ("play", "dice") and random.random() < 0.1:
            if random.random() < 0.5:
                self.press("black", "white")
            else:
                self.press_cell(random.randrange(self.device.mode.board.size**2))
                self.press(random.choice(("yellow", "red", "blue", "green")))
        elif mode == "dice" and game.phase == "roll":
            die = random.choice([*die_buttons(self.device), "hold-white"])
            self.hold("white") if die == "hold-white" else self.press(die)
        elif mode in ("play", "dice"):
            for cell in game.move_cells(random.choice(game.legal_moves())):
                self.press_cell(cell)
            if len(self.made) == before:
                # The move brought a warning, or its first half had already been pressed.
                self.press("white")
        elif mode == "place":
            self.press_cell(random.randrange(self.device.mode.board.size**2))
            self.press(random.choice(("white", "black")))
        else:
            self.press(random.choice(("white", "black")) if mode == "finished" else "white")

    def state(self) -> State:
        """Return the state of the game as a screen shows it."""
        assert self.live.referee
        return self.live.referee.state()

    def close(self) -> None:
        """End the PC's program."""
        self.connection.close()
        self.live.store.close()
