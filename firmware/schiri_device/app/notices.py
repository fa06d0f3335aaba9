"""Notices over everything else: do not unplug, restarting, clear the memory?

Decides when each of them ends.
"""

from ..lights.language import ASK, CAUSE
from ..pc import LINKED
from ..ticks import elapsed
from .context import first_mode, mode_before
from .mode import Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# How long the notice shows before a compaction begins; how long a PC may take to fetch the next
# event; how long an answer to a PC may take.
NOTICE_MS = 1500
PC_WAIT_MS = 2000
ANSWER_MS = 1000
SHOWN_MS = 300
CLEARING = ("white", "press")


class Compacting(Mode):
    """ "Do not unplug": the journal is compacted, and a power cut would destroy it."""

    NEXT = {"done": mode_before}
    shows_glyphs = True

    def enter(self, now_ms: int) -> None:
        self._since_ms = self._acknowledged_ms = now_ms
        self._acknowledged = self.context.host.acknowledged
        self._steps: Iterator[None] | None = None
        self.show_glyph("compacting")
        self.screen.sound("careful")

    def press(self, now_ms: int, press: str | int) -> None:
        self.screen.answer(now_ms, "no")

    def wait(self, now_ms: int) -> str | None:
        host, journal = self.context.host, self.context.journal
        if self._steps is None:
            if self._acknowledged != host.acknowledged:
                self._acknowledged, self._acknowledged_ms = host.acknowledged, now_ms
            is_taking = host.link_state() == LINKED and host.acknowledged < journal.last
            if is_taking and elapsed(now_ms, self._acknowledged_ms) < PC_WAIT_MS:
                return None
            if elapsed(now_ms, self._since_ms) < NOTICE_MS:
                return None
            self._steps = self.context.compacting(now_ms)
        for _ in self._steps:
            # Lights and PC wait for one of them at most.
            return None
        self._steps = None
        return "done"


class Restart(Mode):
    """ "Restarting" with another game in memory, once a PC has its answer."""

    NEXT = {"undone": "compacting"}
    shows_glyphs = True

    def enter(self, now_ms: int) -> None:
        self._since_ms = now_ms
        self.show_glyph("restart")

    def press(self, now_ms: int, press: str | int) -> None:
        self.screen.answer(now_ms, "no")

    def wait(self, now_ms: int) -> str | None:
        if self.context.journal.is_stale:
            # The setting would be lost.
            self.context.before = "restart"
            return "undone"
        shown = elapsed(now_ms, self._since_ms)
        if shown >= ANSWER_MS or (shown >= SHOWN_MS and self.context.host.is_idle):
            self.context.output.is_restart = True
        return None


class JournalSetAside(Mode):
    """ "The memory cannot be read": white, pressed twice, clears it; a PC may store it before."""

    NEXT = {"cleared": "choose"}
    shows_glyphs = True

    def enter(self, now_ms: int) -> None:
        self._is_sure = False
        self._show()

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press not in CLEARING:
            self._is_sure = False
            self._show()
            self.screen.sound("no")
            return None
        if self._is_sure:
            self.context.start_epoch(now_ms)
            return "cleared"
        self._is_sure = True
        self._show()
        return None

    def detail(self) -> str:
        return "sure" if self._is_sure else "-"

    def _show(self) -> None:
        self.show_glyph("clear")
        self.board.mark(range(5), CAUSE if self._is_sure else ASK)
        self.screen.sound("careful")


class Rescue(JournalSetAside):
    """ "Clear the memory?", asked for at the start: any other press keeps it."""

    NEXT = {"cleared": "choose", "kept": first_mode}

    def press(self, now_ms: int, press: str | int) -> str | None:
        if press not in CLEARING and not self._is_sure:
            return "kept"
        return JournalSetAside.press(self, now_ms, press)


MODES = {
    "compacting": Compacting,
    "restart": Restart,
    "aside": JournalSetAside,
    "rescue": Rescue,
}
