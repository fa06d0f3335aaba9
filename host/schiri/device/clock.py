"""A device's clock, as the PC knows it: how long ago something happened there.

Decides when the device is asked for its time, and how far from the truth an answer may lead.
Must not know wires, or the time of day.
"""

from collections import deque
from typing import NamedTuple

EVERY_MS = 60_000
# While there is no answer, or only one that took long.
RETRY_MS = 1000
LONG_MS = 150
MOST_SAMPLES = 16
# How far the two clocks may drift apart, in millionths of the time between sample and event.
DRIFT_PPM = 100
# The journal keeps short times in steps of 16 ms; both clocks tell whole milliseconds.
ROUNDING_MS = 20
# Nothing is known of what is said to be farther away than this.
FARTHEST_MS = 366 * 24 * 3600 * 1000


class Ago(NamedTuple):
    """How long ago something was, and how wrong that can be."""

    ago_ms: int
    within_ms: int


class Sample(NamedTuple):
    """The device's time, read between the question and its answer on the PC's clock."""

    asked_ms: int
    answered_ms: int
    device_ms: int

    def within_ms(self, device_ms: int) -> int:
        """Return how wrong a time may be that is told by this sample."""
        drift = abs(device_ms - self.device_ms) * DRIFT_PPM // 1_000_000
        return (self.answered_ms - self.asked_ms) // 2 + drift + ROUNDING_MS


class DeviceClock:
    """What is known of the clock of a device while it is connected.

    Shape: ``was_asked`` tells whether this device was asked at all.
    Units: ms; those of the device since its epoch began, those of the PC on a clock that is
    never set.
    """

    def __init__(self) -> None:
        # Never the same twice, or a late answer would count for a question that came after it.
        self._number = 0
        self.forget()

    def forget(self) -> None:
        """Forget everything, for a device was connected anew."""
        self.was_asked = False
        self._samples: deque[Sample] = deque(maxlen=MOST_SAMPLES)
        self._boot_ms = -1
        self._due_ms = 0
        # When the questions were asked that may still be answered.
        self._asked_ms: dict[str, int] = {}

    def question(self, now_ms: int) -> str | None:
        """Return what to ask the device, None while nothing is due.

        >>> clock = DeviceClock()
        >>> clock.question(0), clock.question(999), clock.question(1000)
        ('clock 1', None, 'clock 2')
        """
        if self.was_asked and now_ms < self._due_ms:
            return None
        self.was_asked = True
        self._number += 1
        self._due_ms = now_ms + RETRY_MS
        self._asked_ms[str(self._number)] = now_ms
        self._asked_ms.pop(str(self._number - MOST_SAMPLES), None)
        return f"clock {self._number}"

    def read(self, now_ms: int, words: list[str]) -> None:
        """Read the words of an answer; what answers no open question is ignored."""
        if len(words) != 3 or words[0] not in self._asked_ms:
            return
        if words[1].isdigit() and (words[2] == "-" or words[2].isdigit()):
            boot_ms = -1 if words[2] == "-" else int(words[2])
            asked_ms = self._asked_ms.pop(words[0])
            if now_ms - asked_ms <= LONG_MS:
                self._due_ms = now_ms + EVERY_MS
            self.add(asked_ms, now_ms, int(words[1]), boot_ms)

    def add(self, asked_ms: int, answered_ms: int, device_ms: int, boot_ms: int) -> None:
        """Take what the device's clock showed at some time between question and answer.

        Shape: ``boot_ms`` is what it showed when the device began to run, -1 where it runs since
        before the epoch.
        """
        self._samples.append(Sample(asked_ms, answered_ms, device_ms))
        self._boot_ms = boot_ms

    def ago(self, now_ms: int, device_ms: int) -> Ago | None:
        """Return how long ago an event was; None where nobody can know.

        Rule: of before the device was switched on nobody can; else the best of the last samples
        tells, by half its round trip, the drift since, and what is rounded.

        >>> clock = DeviceClock()
        >>> clock.add(1000, 1010, 500_000, 90_000)
        >>> clock.ago(1020, 499_995), clock.ago(1020, 90_000)
        (Ago(ago_ms=20, within_ms=25), None)
        """
        if not self._samples or device_ms <= self._boot_ms:
            return None
        best = min(self._samples, key=lambda sample: sample.within_ms(device_ms))
        within = best.within_ms(device_ms)
        ago = now_ms - (best.asked_ms + best.answered_ms) // 2 - (device_ms - best.device_ms)
        if ago < -within or abs(device_ms - best.device_ms) > FARTHEST_MS:
            return None
        return Ago(max(ago, 0), within)
