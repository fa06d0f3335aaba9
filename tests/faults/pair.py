"""A rig whose device has its store checked, and players who act by requests, quickly."""

from pathlib import Path
from random import Random
from typing import Any

from schiri.events import Missing
from schiri_device.app.match import RESERVE
from schiri_device.pc.requests import handle_request
from schiri_engines.refusals import MalformedText, Refused

from tests.counts import IS_PROOF
from tests.faults.evidence import check_logs, is_logged
from tests.faults.folding import CheckedFlash, check_replay, watch_compactions
from tests.firmware.journals import fill
from tests.rig import Rig

# This few slots are left that the next moves take them.
NEARLY_FULL = RESERVE + 30


class Pair(Rig):
    """A device that compacts its journal, and a PC that is there at times.

    Shape: ``compacted`` counts the compactions of the journal.
    """

    step_ms = 20
    wants_lights = False

    def __init__(self, folder: Path, build: str, seed: int, new: str) -> None:
        self.new = new
        self.compacted = 0
        super().__init__(folder, build, seed, has_host=False)
        self.random = Random(f"pair {seed} {new}")

    def new_store(self) -> CheckedFlash:
        return CheckedFlash()

    def started(self) -> None:
        watch_compactions(self.device)

    @property
    def match(self) -> Any:
        """The match as it is now."""
        return self.device.match

    def plug(self, folder: Path | None = None) -> None:
        """Connect a PC, with its logs."""
        self.wire.plug()
        self.start_host(folder)

    def unplug(self) -> None:
        """Disconnect the PC, even with lines under way."""
        if self.has_host:
            self.live.store.close()
        self.has_host = False
        self.wire.pull()

    def step_device(self, step_ms: int) -> None:
        before = self.device.journal.first
        super().step_device(step_ms)
        self.compacted += self.device.journal.first > before

    def check(self) -> list[Missing]:
        """Check the logs, and what a power cut now would restore; return the notes."""
        check_replay(self.device)
        return check_logs(self, self.device.journal.last)

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
        upto = self.count() + events
        while self.count() < upto:
            self.play_by_request(undo)

    def count(self) -> int:
        """Return the number of events that are logged."""
        return sum(map(is_logged, self.made))

    def fill(self) -> None:
        """In a sample let settings take most of the journal, so that play fills the rest soon."""
        if not IS_PROOF:
            fill(self.device.journal, NEARLY_FULL)

    def compact(self) -> None:
        """Play until the journal was compacted."""
        before = self.compacted
        self.fill()
        while self.compacted == before:
            self.play_by_request(0.05)

    def play_by_request(self, undo: float) -> None:
        """Take one random action."""
        random, match = self.random, self.match
        self.step()
        if self.device.mode_name == "compacting":
            self.run(500)
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
