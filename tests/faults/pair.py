"""A device whose journal fills and is compacted, and a PC that is sometimes connected.

The device's events are noted at its journal, independently of the link and the logs.
"""

from pathlib import Path
from random import Random
from typing import Any

from schiri.events import Missing
from schiri.log.notes import missing_in
from schiri.simulator.simulator import Simulator
from schiri.simulator.wires import Cable, CableEnd
from schiri_device.app.match import RESERVE
from schiri_device.builds import Build
from schiri_device.pc.requests import handle_request
from schiri_engines.refusals import MalformedText, Refused

from tests.counts import IS_PROOF
from tests.faults.evidence import Made, Place, is_logged, listen, logs_in, named, told_of
from tests.faults.folding import Flash, check_replay, watch_compactions
from tests.firmware.journals import fill
from tests.log.chain import objects
from tests.rig import Rig

STEP_MS = 20
# This long after the last event nothing more comes.
CALM_MS = 3000
PATIENCE_MS = 60_000
# This few slots are left that the next moves take them.
NEARLY_FULL = RESERVE + 30


class Pair(Rig):
    """A device and, while it is connected, a PC.

    Shape: ``made`` are the device's events in order, by epoch and number, without those that only
    repeat the state of a game; ``compacted`` counts the compactions of the journal; ``is_there`` is
    True while a PC is connected.
    """

    names: dict[str, str] = {}
    step_ms = STEP_MS
    wants_lights = False
    cable: Cable

    def __init__(self, folder: Path, build: str, seed: int, new: str) -> None:
        self.new = new
        self.random = Random(f"pair {seed} {new}")
        self.made: dict[Place, str] = {}
        self.compacted = 0
        self.is_there = False
        super().__init__(folder, build, seed, Cable(), has_host=False)
        self._begin()

    def simulated(self, build: Build, wire: CableEnd, seed: int) -> Simulator:
        """Return a device with a checked store."""
        return Simulator(build, wire, seed, Flash(), "SIMTEST")

    @property
    def match(self) -> Any:
        """The match as it is now."""
        return self.device.match

    # The PC

    def plug(self, folder: Path | None = None) -> None:
        """Connect a PC, with its logs."""
        self.cable.plug()
        self.start_host(folder)
        self.is_there = True

    def unplug(self) -> None:
        """Disconnect the PC, even with lines under way."""
        if self.is_there and self.live.recorder.current:
            self.live.recorder.current.writer.close()
        self.is_there = False
        self.cable.pull()

    def tick(self, for_ms: int = STEP_MS) -> None:
        """Let at least this time pass on both sides."""
        until = self.now_ms + for_ms
        while self.now_ms < until:
            self.step()

    def step(self) -> None:
        """Let the device and a connected PC make one step."""
        self.now_ms += STEP_MS
        before = self.device.journal.first
        self.simulator.step(self.now_ms)
        if self.device is not self._heard:
            # It has restarted, with another game in memory.
            self._begin()
        self.compacted += self.device.journal.first > before
        if self.is_there:
            self.connection.poll(self.now_ms)

    def settle(self) -> None:
        """Let time pass until the PC has everything."""
        until = self.now_ms + PATIENCE_MS
        while self.now_ms < until:
            self.tick(200)
            live, journal = self.live, self.device.journal
            assert self.is_there and live.device.disagreement is None, live.device.disagreement
            is_met = live.device.connected and live.device.connected.epoch == journal.epoch
            if is_met and live.recorder.progress.last == journal.last:
                self.tick(CALM_MS)
                assert live.device.disagreement is None
                return
        raise AssertionError("the PC is not told all")

    def restart(self) -> None:
        """Cut the power, and restore it."""
        self.cable.pull()
        self.simulator.start(self.now_ms)
        if self.is_there:
            self.cable.plug()
        self._begin()

    # The device's events

    def _begin(self) -> None:
        self._heard = self.device
        watch_compactions(self.device)
        listen(self.device, self._note)

    def _note(self, made: Made, is_move: bool) -> None:
        if is_logged(made.text):
            self.made[made.place] = made.text

    # The players

    def ask(self, text: str) -> Any:
        """Send a request to the device, as a PC would; return the refusal."""
        try:
            return handle_request(self.device, self.simulator.device.waited_ms, text)
        except Refused as no:
            return no.refusal
        except MalformedText as bad:
            return bad

    def play(self, events: int, undo: float = 0.05) -> None:
        """Play at random until this many events were added."""
        upto = len(self.made) + events
        while len(self.made) < upto:
            self.play_on(undo)

    def fill(self) -> None:
        """In a sample let settings take most of the journal, so that play fills the rest soon."""
        if not IS_PROOF:
            fill(self.device.journal, NEARLY_FULL)

    def compact(self) -> None:
        """Play until the journal was compacted."""
        before = self.compacted
        self.fill()
        while self.compacted == before:
            self.play_on(0.05)

    def play_on(self, undo: float) -> None:
        """Take one random action."""
        device, random = self.device, self.random
        self.tick()
        match = device.match
        if device.mode_name == "compacting":
            self.tick(500)
        elif match.table is None or (match.outcome and random.random() < 0.9):
            self.ask(self.new)
        elif random.random() < undo:
            self.ask("undo")
        elif random.random() < 0.01:
            self.ask(random.choice(("dispute was it?", "set turn A", "draw", "resign B")))
        elif moves := match.game.legal_moves():
            # A few moves back and forth, so that positions repeat.
            few = moves[:2] if random.random() < 0.3 else moves
            self.ask(match.game.move_text(random.choice(few)))


def check(pair: Pair) -> list[Missing]:
    """Check that every event is in the logs once, or noted as missing; return those notes."""
    check_replay(pair.device)
    logs = logs_in(pair.folder)
    told = [told_of(event) for log in logs for event in objects(log) if event["src"] != "pc"]
    found = {(epoch, number): named(text) for epoch, number, text in told}
    assert len(found) == len(told)
    notes = [note for log in logs for note in missing_in(log.events)]
    lost = {(note.epoch, number) for note in notes for number in range(note.first, note.last + 1)}
    for place, text in pair.made.items():
        assert (place in found) != (place in lost), (place, text)
        assert found.get(place, text).split(" ")[0:2] == text.split(" ")[0:2], (place, text)
    # Snapshots are logged besides. If the PC has the game, only its settings are.
    others = {text.split(" ")[0] for place, text in found.items() if place not in pair.made}
    assert others <= ({"new", "set"} if notes else {"set"})
    check_position(pair)
    return notes


def check_position(pair: Pair) -> None:
    """The log of the game on the table ends at its position."""
    match = pair.match
    current = pair.live.recorder.current if pair.is_there else None
    if match.table is None:
        return
    assert current is not None
    referee = current.referee
    assert referee.table.game.position() == match.game.position()
    assert referee.table.outcome() == match.outcome
    assert referee.table.turn == match.table.turn
    assert getattr(referee.table.game, "colours", ()) == match.game.colours
