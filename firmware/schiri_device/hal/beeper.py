"""The piezo.

Decides how a row of tones is played while the loop goes on.  Must not know what it says.
"""

import pwmio

from ..ticks import elapsed, later
from .pins import pin

HALF = 1 << 15


class Beeper:
    """A passive piezo on a pin."""

    def __init__(self, build):
        self._pwm = pwmio.PWMOut(pin(build.tone_pin), variable_frequency=True)
        self._tones: tuple = ()
        self._next = 0
        self._until_ms = 0
        self._is_playing = False

    def play(self, now_ms: int, tones: tuple) -> None:
        """Begin to play these instead of whatever is being played.

        Shape: pairs of Hz and ms; 0 Hz is silence.
        """
        self._tones = tones
        self._next = 0
        self._until_ms = now_ms
        self._is_playing = True
        self.advance(now_ms)

    def advance(self, now_ms: int) -> None:
        """Go on to the next tone when it is time."""
        if not self._is_playing or elapsed(now_ms, self._until_ms) < 0:
            return
        if self._next == len(self._tones):
            self._is_playing = False
            self._pwm.duty_cycle = 0
            return
        pitch_hz, length_ms = self._tones[self._next]
        self._next += 1
        self._until_ms = later(now_ms, length_ms)
        if pitch_hz:
            self._pwm.frequency = pitch_hz
        self._pwm.duty_cycle = HALF if pitch_hz else 0
