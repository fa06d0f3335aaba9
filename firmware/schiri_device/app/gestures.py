"""Gestures: from edges of buttons to presses.

Decides what is a tap, what is a hold and what repeats.  Must not know what a press does.  A press
is a cell of the grid, the name of a button, or ``hold-`` and the name.  Most buttons press as they
go down.  One that can be held presses as it comes up, except yellow, which presses as it goes down
and can be held as well.
"""

from ..ticks import Edge, elapsed

HOLD_MS = 600
REPEAT_AFTER_MS = 400
REPEAT_MS = 120
CAN_HOLD = ("black", "white")
ASKS = "yellow"
HOLD_TO_ASK = "hold-yellow"
CAN_REPEAT = ("up", "down", "left", "right")


class Gestures:
    """The buttons that are down.

    Shape: ``down`` has the tick at which each went down, of those whose name is no cell: time
    alone may make presses of them.

    >>> gestures = Gestures()
    >>> gestures.read(Edge("red", True, 0)), gestures.read(Edge("black", True, 5))
    ('red', None)
    >>> gestures.wait(300), gestures.wait(605), gestures.read(Edge("black", False, 700))
    (None, 'hold-black', None)
    """

    def __init__(self) -> None:
        self.down: dict[str, int] = {}
        self._last: int | str = ""
        self._repeat_ms = 0

    def read(self, edge: Edge) -> int | str | None:
        """Return the press of this edge, or None."""
        key = edge.key
        if edge.pressed:
            self._last, self._repeat_ms = key, REPEAT_AFTER_MS
        if isinstance(key, int):
            # A cell is never held, and never repeats.
            return key if edge.pressed else None
        can_hold = key in CAN_HOLD
        if edge.pressed:
            self.down[key] = edge.at_ms
            return None if can_hold else key
        since_ms = self.down.pop(key, -1)
        if since_ms < 0 or not can_hold:
            return None
        # The loop may have been busy while it was down.
        return f"hold-{key}" if elapsed(edge.at_ms, since_ms) >= HOLD_MS else key

    def wait(self, now_ms: int) -> str | None:
        """Return a press made by time alone, or None."""
        for key in self.down:
            held_ms = elapsed(now_ms, self.down[key])
            is_last = key == self._last
            if held_ms >= HOLD_MS and (key in CAN_HOLD or (key == ASKS and is_last)):
                # Its release makes no press.
                del self.down[key]
                return f"hold-{key}"
            if key in CAN_REPEAT and is_last and held_ms >= self._repeat_ms:
                self._repeat_ms += REPEAT_MS
                return key
        return None
