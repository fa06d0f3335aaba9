"""The panel of a card game: the PC sets the lights and gets every press.

Decides how pictures are written, and that a press is reported until the PC has it.  Must not know
games, seats or the meaning of a press.  Nothing is written to
the journal: presses wait in memory, in a *run* that has its own name and ends with the power.
"""

from schiri_engines.grid import cell_text

from ..app.context import first_mode
from ..app.mode import IGNORED, Mode
from ..lights.language import (
    ALARM,
    DARK,
    FIELD_BLUE,
    FIELD_GREEN,
    FIELD_RED,
    FIELD_YELLOW,
    HINT,
    LIGHT,
    OFF,
)
from ..ticks import difference, elapsed
from . import LINKED

MOST_WAITING = 40
RESEND_MS = 250
# The first record of a run, and the mark of a time without a listener.
ON = "on"
AWAY = "off"
# The meaning of each letter of a picture.
PICTURE = {
    ".": OFF,
    "w": LIGHT,
    "b": DARK,
    "r": FIELD_RED << 2,
    "y": FIELD_YELLOW << 2,
    "g": FIELD_GREEN << 2,
    "u": FIELD_BLUE << 2,
    # Over a light base: a card that was just turned up.
    "R": FIELD_RED << 2 | LIGHT,
    "G": FIELD_GREEN << 2 | LIGHT,
    "!": ALARM << 2,
    "o": HINT << 2,
}


class Panel(Mode):
    """Shows a picture and reports presses.

    Shape: ``run`` names this run; its presses are numbered from 1, and ``_ring`` holds those from
    ``_first`` on as ``(tick, button)``, of which those below ``_next`` were reported.
    """

    NEXT = {"gone": first_mode}
    takes_edges = True
    picture = ""
    cell = -1

    def size(self) -> int:
        return self.context.build.size

    def begin_run(self, now_ms: int) -> None:
        entropy = self.context.entropy(2)
        self.run = f"{entropy[0]:02x}{entropy[1]:02x}"
        self._ring: list[tuple[int, str]] = [(now_ms, ON)]
        self._first = self._next = 1
        self._sent_at_ms = now_ms
        self._is_away = False

    def enter(self, now_ms: int) -> None:
        if self._is_away:
            self._is_away = False
            self._put(now_ms, ON)
        self.show()

    def show(self) -> None:
        self.board.forget()
        painter, pixels = self.screen.painter, self.board.pixels
        for cell in range(len(self.picture)):
            painter.put(pixels[cell], PICTURE[self.picture[cell]])
        painter.move_cursor(-1)
        if self.cell >= 0:
            self.screen.put_cursor(self.cell)

    def press(self, now_ms: int, press: str | int) -> str | None:
        if isinstance(press, int):
            press = cell_text(press, self.board.size)
        if press not in self.context.build.buttons:
            return IGNORED
        self._put(now_ms, press)
        self.screen.answer(now_ms, "pick")
        return None

    def wait(self, now_ms: int) -> str | None:
        if self.context.host.link_state() == LINKED:
            return None
        self._is_away = True
        self._put(now_ms, AWAY)
        self.context.mode_argument = AWAY
        return "gone"

    # Reports to the PC

    def pull(self, now_ms: int) -> str | None:
        """Return the next press as text, or None."""
        at = self._next - self._first
        if at and elapsed(now_ms, self._sent_at_ms) >= RESEND_MS:
            at = 0
        if at == len(self._ring):
            return None
        tick, name = self._ring[at]
        self._next = self._first + at + 1
        self._sent_at_ms = now_ms
        return f"edge {self.run} {self._next - 1} {tick} {name}"

    def resend(self) -> None:
        """Report again all presses that a PC may not have."""
        self._next = self._first

    def forget(self, run: str, number: int) -> None:
        """Forget the presses up to this one: the PC has them."""
        count = number + 1 - self._first
        if run == self.run and 0 < count <= len(self._ring):
            self._ring = self._ring[count:]
            self._first = number + 1
            self._next = max(self._next, self._first)

    def _put(self, now_ms: int, name: str) -> None:
        ring = self._ring
        if len(ring) >= MOST_WAITING:
            # A loss must be visible: a new run begins.
            self.begin_run(now_ms)
            ring = self._ring
        # Within one scan the buttons are in the order of the build.  The marks of a listener keep
        # their place.
        at = len(ring)
        index = _scan_index(self.context.build.buttons, name)
        while index >= 0 and at > self._next - self._first:
            tick, other = ring[at - 1]
            before, apart = _scan_index(self.context.build.buttons, other), difference(tick, now_ms)
            if before < 0 or apart < 0 or (apart == 0 and before <= index):
                break
            at -= 1
        ring.insert(at, (now_ms, name))


def _scan_index(buttons: tuple[str, ...], name: str) -> int:
    """Return the index of a button in the scan, -1 for anything else."""
    return buttons.index(name) if name in buttons else -1
