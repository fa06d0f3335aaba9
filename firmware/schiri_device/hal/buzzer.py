"""The buzzer, a passive piezo.

Decides how a row of tones is played while the loop goes on.  Must not know meanings.
"""

import board
import pwmio

from ..boards import pins
from ..ticks import elapsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..builds import Build

HALF_DUTY = 1 << 15


class Buzzer:
    """A passive piezo on a pin."""

    def __init__(self, build: "Build"):
        self._pwm = pwmio.PWMOut(pins(board, (build.tone_line,))[0], variable_frequency=True)
        self._tones: tuple[tuple[int, int], ...] = ()
        self._next = 0
        self._since_ms = 0
        self._is_playing = False

    def play(self, now_ms: int, tones: tuple[tuple[int, int], ...]) -> None:
        """Begin to play these tones instead of the current ones.

        Shape: pairs of Hz and ms; 0 Hz is silence.
        """
        self._tones = tones
        self._next = 0
        self._is_playing = True
        self.advance(now_ms)

    def advance(self, now_ms: int) -> None:
        """Go on to the next tone when it is time."""
        at = self._next
        # The one before it is still being played.
        is_on = at and elapsed(now_ms, self._since_ms) < self._tones[at - 1][1]
        if is_on or not self._is_playing:
            return
        if at == len(self._tones):
            self._is_playing = False
            self._pwm.duty_cycle = 0
            return
        pitch_hz = self._tones[at][0]
        self._next = at + 1
        self._since_ms = now_ms
        if pitch_hz:
            self._pwm.frequency = pitch_hz
        self._pwm.duty_cycle = HALF_DUTY if pitch_hz else 0
