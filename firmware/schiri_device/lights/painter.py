"""The painter: from a scene of meanings to the bytes of a frame.

Decides brightness, rhythm and the current limit.  Must not know games.  After a change the whole
frame is painted at once, because a press must show quickly.  When only time has passed it is
changed in place, because an idle device allocates nothing.
"""

from ..ticks import elapsed
from .language import BASES, CURSOR, LEVELS, PHASE_MS, PHASES, RHYTHMS, SHADES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# The current of one unit of one colour, and of a dark pixel.
UNITS_MA = 20 / 255
IDLE_MA = 1
BASES_A_MARK = 4
# How long all lights are dimmed for "not now", and to which fraction.
DIP_MS = 150
DIP = 4


class Painter:
    """The scene of a chain of pixels, and its frame.

    Shape: ``scene`` has the meaning of each pixel, ``lit`` whether a mark is lit in this phase,
    ``base_bytes`` and ``mark_bytes`` what each colour is at this brightness.  ``frame`` has three
    bytes a pixel as the chain takes them: green, red, blue; ``full`` is the same without the
    current limit.
    Units: ``budget_ma`` for all pixels together.

    >>> painter = Painter(2, 100)
    >>> painter.put(1, 2)
    >>> painter.flush(0), bytes(painter.frame)
    (True, b'\\x00\\x00\\x0044(')
    """

    def __init__(self, count: int, budget_ma: int):
        # The meaning of each pixel, and its bytes in this phase.
        self.scene = bytearray(count)
        self._shown: list[bytes] = [b"\x00\x00\x00"] * count
        self.is_stale = True
        # Since when all lights are dimmed for "not now", -1 while they are not.
        self.dipped_ms = -1
        self.cursor = -1
        self._limit = int((budget_ma - count * IDLE_MA) / UNITS_MA)
        self.full = bytearray(3 * count)
        self._scaled = bytearray(3 * count)
        self.frame = self.full
        # The bytes of every colour at this brightness, and of every meaning in this phase.
        self.base_bytes: list[bytes] = []
        self.mark_bytes: list[bytes] = []
        self._now: list[bytes] = [b""] * (BASES_A_MARK * len(RHYTHMS))
        self.lit = bytearray(len(RHYTHMS))
        self._phase = -1
        self._began_ms = 0
        self.brightness = 0
        self.set_brightness(3)

    def set_brightness(self, level: int) -> None:
        """Show everything at this level, 0 to 5."""
        self.brightness = level
        share = LEVELS[level]
        self.base_bytes = [_scaled(row, share) for row in BASES]
        shades = [_scaled(SHADES[at : at + 3], share) for at in range(0, len(SHADES), 3)]
        # Marks of one colour share its bytes.
        once = {colour: colour for colour in self.base_bytes + shades}
        self.mark_bytes = [once[colour] for colour in shades]
        for mark in range(len(RHYTHMS)):
            self._choose(mark)
        self._phase = -1
        self.is_stale = True

    def put(self, pixel: int, meaning: int) -> None:
        self.scene[pixel] = meaning
        self._shown[pixel] = self._now[meaning]
        self.is_stale = True

    def put_each(self, cells: "Iterable[int]", pixels: bytes, meanings: "Sequence[int]") -> None:
        """Set the meaning of the pixel of each of these cells."""
        scene, shown, now = self.scene, self._shown, self._now
        for cell in cells:
            pixel, meaning = pixels[cell], meanings[cell]
            scene[pixel] = meaning
            shown[pixel] = now[meaning]
        self.is_stale = True

    def put_over(
        self, cells: "Iterable[int]", pixels: bytes, bases: bytearray, mark: int, on_piece: int
    ) -> None:
        """Set a mark over the base of each of these cells, and another one over pieces."""
        scene, shown, now = self.scene, self._shown, self._now
        for cell in cells:
            pixel, base = pixels[cell], bases[cell]
            scene[pixel] = meaning = (on_piece if base else mark) << 2 | base
            shown[pixel] = now[meaning]
        self.is_stale = True

    def clear(self) -> None:
        """Set every pixel to mean nothing, and hide the cursor."""
        scene, shown, dark = self.scene, self._shown, self._now[0]
        for pixel in range(len(scene)):
            scene[pixel] = 0
            shown[pixel] = dark
        self.is_stale = True
        self.cursor = -1

    def move_cursor(self, pixel: int) -> None:
        """Put the cursor on this pixel, -1 to hide it."""
        self.cursor = pixel
        self.is_stale = True

    def restart(self, now_ms: int) -> None:
        """Begin the rhythms again, so that a change is seen at once."""
        self._began_ms = now_ms
        self._phase = -1

    def dip(self, now_ms: int) -> None:
        """Dim all lights for a moment: "not now"."""
        self.dipped_ms = now_ms
        self.is_stale = True

    def flush(self, now_ms: int) -> bool:
        """Update the frame; return whether it changed."""
        if self.dipped_ms >= 0 and elapsed(now_ms, self.dipped_ms) >= DIP_MS:
            self.dipped_ms = -1
            self.is_stale = True
        phase = elapsed(now_ms, self._began_ms) // PHASE_MS % PHASES
        blinked = False
        if phase != self._phase:
            self._turn(phase)
            blinked = self._blink()
        full = self.full
        if self.is_stale:
            self.is_stale = False
            full[:] = b"".join(self._shown)
            if self.cursor >= 0 and self.lit[CURSOR]:
                self._write(self.cursor, self.mark_bytes[CURSOR])
        elif not blinked:
            return False
        self.frame = full
        total = sum(full)
        limit = self._limit if self.dipped_ms < 0 else self.limit_of(total)
        if total > limit:
            # It would draw too much current.
            self.frame = self._scaled
            for at in range(len(full)):
                self._scaled[at] = full[at] * limit // total
        return True

    def _turn(self, phase: int) -> None:
        """Choose the bytes of every meaning in this phase; few marks change with a phase."""
        self._phase = phase
        bit = 1 << (PHASES - 1 - phase)
        all_lit = self.lit
        for mark in range(len(RHYTHMS)):
            lit = 1 if RHYTHMS[mark] & bit else 0
            if lit != all_lit[mark]:
                all_lit[mark] = lit
                self._choose(mark)

    def _choose(self, mark: int) -> None:
        """Choose the bytes of a mark over each base."""
        now, bases, lit = self._now, self.base_bytes, self.lit[mark]
        first = mark << 2
        for base in range(len(bases)):
            now[first + base] = self.mark_bytes[mark] if lit else bases[base]

    def _blink(self) -> bool:
        """Apply the changes of this phase to the frame; return whether anything changed."""
        shown, scene, now = self._shown, self.scene, self._now
        changed = False
        for pixel in range(len(scene)):
            colour = now[scene[pixel]]
            if shown[pixel] is not colour:
                shown[pixel] = colour
                self._write(pixel, colour)
                changed = True
        if self.cursor >= 0:
            is_lit = self.lit[CURSOR]
            self._write(self.cursor, self.mark_bytes[CURSOR] if is_lit else shown[self.cursor])
            changed = True
        return changed

    def _write(self, pixel: int, colour: bytes) -> None:
        full = self.full
        at = 3 * pixel
        full[at], full[at + 1], full[at + 2] = colour[0], colour[1], colour[2]

    def limit_of(self, total: int) -> int:
        """Return the largest sum of a frame's bytes within the current limit."""
        return min(self._limit, total // DIP) if self.dipped_ms >= 0 else self._limit


def _scaled(rgb: "Sequence[int]", share: int) -> bytes:
    """Return the bytes of a colour at a brightness, as the chain takes them."""
    return bytes([rgb[at] * share // 8 for at in (1, 0, 2)])
