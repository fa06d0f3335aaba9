"""Scanners of buttons."""

from collections import deque
from collections.abc import Sequence

import microcontroller
from schiri_device.ticks import PERIOD

from tests.firmware.world import FIRST_TICK, GROUND, Here


class Event:
    """A key that went down or came up."""

    def __init__(
        self, key_number: int = 0, pressed: bool = True, timestamp: int | None = None
    ) -> None:
        self.key_number = key_number
        self.pressed = pressed
        self.timestamp = timestamp or 0


class EventQueue:
    """The queue of a scanner's events; events that do not fit are lost."""

    def __init__(self, max_events: int) -> None:
        self.overflowed = False
        self._max_events = max_events
        self._events: deque[Event] = deque()

    def get_into(self, event: Event) -> bool:
        """Move the oldest event into this object, if there is one."""
        if not self._events:
            return False
        first = self._events.popleft()
        event.key_number, event.pressed = first.key_number, first.pressed
        event.timestamp = first.timestamp
        return True

    def clear(self) -> None:
        """Clear the queue and its overflow flag."""
        self._events.clear()
        self.overflowed = False

    def record(self, event: Event) -> None:
        """Add an event if there is room; the scanner calls this."""
        if len(self._events) < self._max_events:
            self._events.append(event)
        else:
            self.overflowed = True


class _Scanner:
    def __init__(
        self, ways: list[tuple[str, str]], interval: float, max_events: int, threshold: int
    ) -> None:
        self.events = EventQueue(max_events)
        self.key_count = len(ways)
        self._ways = ways
        # As in CircuitPython: each key has a counter between minus the threshold, which is up, and
        # the threshold. It makes an event when the counter reaches 0.  A key that is down at first
        # makes no event.
        self._counts = [0] * len(ways)
        self._threshold = threshold
        self._interval_ticks = int(interval * 1024)
        Here.world.scanners.append(self._tick)
        self._scan(Here.world.now_ms)

    def reset(self) -> None:
        """Assume that all keys are up, and scan."""
        self._counts = [-self._threshold] * len(self._ways)
        self._scan(Here.world.now_ms)

    def _tick(self, now_ms: int) -> None:
        if now_ms - self._scanned_ms < self._interval_ticks:
            return
        self._scan(now_ms)

    def _scan(self, now_ms: int) -> None:
        self._scanned_ms = now_ms
        for number, way in enumerate(self._ways):
            is_down = way in Here.world.contacts
            step = 1 if is_down else -1
            if self._counts[number] == step * self._threshold:
                continue
            self._counts[number] += step
            if self._counts[number] == 0:
                self._counts[number] = step * self._threshold
                tick = (FIRST_TICK + now_ms) % PERIOD
                self.events.record(Event(number, is_down, tick))


class Keys(_Scanner):
    """Buttons with a pin each."""

    def __init__(
        self,
        pins: Sequence[microcontroller.Pin],
        *,
        value_when_pressed: bool,
        pull: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        names = _claim(pins)
        # Without a pull-up nothing pulls the pin high, and a contact to ground shows only then.
        way = GROUND if pull and not value_when_pressed else "nowhere"
        super().__init__([(name, way) for name in names], interval, max_events, debounce_threshold)


class KeyMatrix(_Scanner):
    """Buttons where rows and columns cross."""

    def __init__(
        self,
        row_pins: Sequence[microcontroller.Pin],
        column_pins: Sequence[microcontroller.Pin],
        columns_to_anodes: bool = True,
        interval: float = 0.020,
        max_events: int = 64,
        debounce_threshold: int = 1,
    ) -> None:
        rows, columns = _claim(row_pins), _claim(column_pins)
        pairs = [(row, column) for row in rows for column in columns]
        # Current flows from anode to cathode only.
        ways = [(column, row) if columns_to_anodes else (row, column) for row, column in pairs]
        super().__init__(ways, interval, max_events, debounce_threshold)


def _claim(pins: Sequence[microcontroller.Pin]) -> list[str]:
    names = [pin.name for pin in pins]  # type: ignore[attr-defined]
    for name in names:
        Here.world.claim(name)
    return names
