"""From edges of buttons to presses.

Decides what is a tap, what is a hold and what repeats.  Must not know what a press does.
A press is the name of its button, or ``hold-`` and the name; a button under a cell presses that
cell, an int.  Most buttons press as they go down; one that can be held presses as it comes up.
"""

from ..ticks import Edge, elapsed

HOLD_MS = 600
REPEAT_AFTER_MS = 400
REPEAT_MS = 120
CAN_HOLD = ("black", "white")
CAN_REPEAT = ("up", "down", "left", "right")


class Gestures:
    """Remembers which buttons are down, and since when.

    Shape: ``down`` has the tick since when each of them is; time alone may make a press of them.

    >>> gestures = Gestures()
    >>> gestures.read(Edge("red", True, 0)), gestures.read(Edge("black", True, 5))
    ('red', None)
    >>> gestures.wait(300), gestures.wait(605), gestures.read(Edge("black", False, 700))
    (None, 'hold-black', None)
    """

    def __init__(self) -> None:
        self.down: dict[str, int] = {}
        self._last = ""
        self._repeat_ms = 0

    def read(self, edge: Edge) -> str | None:
        """Return the press that this edge makes, or None."""
        button = edge.button
        can_hold = button in CAN_HOLD
        if edge.pressed:
            self.down[button] = edge.at_ms
            self._last, self._repeat_ms = button, REPEAT_AFTER_MS
            return None if can_hold else button
        since_ms = self.down.pop(button, -1)
        if since_ms < 0 or not can_hold:
            return None
        # Perhaps nobody could look at the time while it was down.
        return "hold-" * (elapsed(edge.at_ms, since_ms) >= HOLD_MS) + button

    def wait(self, now_ms: int) -> str | None:
        """Return the press that time alone has made, or None."""
        for button in self.down:
            held_ms = elapsed(now_ms, self.down[button])
            if button in CAN_HOLD:
                if held_ms >= HOLD_MS:
                    # It comes up unseen.
                    del self.down[button]
                    return "hold-" + button
            elif button == self._last and button in CAN_REPEAT and held_ms >= self._repeat_ms:
                self._repeat_ms += REPEAT_MS
                return button
        return None
