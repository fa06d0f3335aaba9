"""Signs over everything else: do not unplug, and something went wrong."""

from ..lights.language import ALARM
from ..ticks import elapsed
from .browse import Browse
from .mode import Mode

# How long the players are told before the journal is begun anew, and how long a PC may take for
# the next of what it has not got yet.
TOLD_MS = 1500


class Keep(Browse):
    """Do not unplug: the journal is full and is begun anew, which a power cut would spoil."""

    def enter(self, now_ms: int) -> None:
        self._since_ms = now_ms
        self._acknowledged = self.device.wire.acknowledged
        self.show_glyph("keep")
        self.device.sound("careful")

    def press(self, now_ms: int, press):
        self.device.sound("no")

    def wait(self, now_ms: int):
        acknowledged = self.device.wire.acknowledged
        if self._acknowledged != acknowledged and acknowledged < self.device.journal.last:
            self._acknowledged, self._since_ms = acknowledged, now_ms
        if elapsed(now_ms, self._since_ms) < TOLD_MS:
            return None
        self.device.renew(now_ms)
        return "done"

    def detail(self) -> str:
        return "-"


class Failed(Mode):
    """Something went wrong that never should: any button goes on from what the journal says."""

    shows_signs = True

    def enter(self, now_ms: int) -> None:
        self.board.lay("." * len(self.board.pixels))
        self.board.mark(range(len(self.board.pixels)), ALARM)
        self.device.sound("no")

    def press(self, now_ms: int, press):
        return "done" if self.match.table else "leave"
