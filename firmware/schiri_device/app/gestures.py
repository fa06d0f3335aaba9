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
    """Remembers which button is down, and since when.

    Shape: ``is_waiting`` tells that time alone may make a press; ``down`` is the button that is
    down, "" for none.

    >>> gestures = Gestures()
    >>> gestures.read(Edge("red", True, 0)), gestures.read(Edge("black", True, 5))
    ('red', None)
    >>> gestures.wait(300), gestures.wait(605), gestures.read(Edge("black", False, 700))
    (None, 'hold-black', None)
    """

    def __init__(self) -> None:
        self.is_waiting = False
        self.down = ""
        self._since_ms = 0
        self._repeat_ms = 0

    def read(self, edge: Edge) -> str | None:
        """Return the press that this edge makes, or None."""
        button = edge.button
        if edge.pressed:
            can_hold = button in CAN_HOLD
            self.down = button
            self._since_ms = edge.at_ms
            self._repeat_ms = REPEAT_AFTER_MS
            self.is_waiting = can_hold or button in CAN_REPEAT
            return None if can_hold else button
        if button != self.down:
            return None
        self.down = ""
        self.is_waiting = False
        return button if button in CAN_HOLD else None

    def wait(self, now_ms: int) -> str | None:
        """Return the press that time alone has made, or None."""
        held = elapsed(now_ms, self._since_ms)
        if self.down in CAN_HOLD and held >= HOLD_MS:
            press = "hold-" + self.down
            self.forget()
            return press
        if self.down in CAN_REPEAT and held >= self._repeat_ms:
            self._repeat_ms += REPEAT_MS
            return self.down
        return None

    def forget(self) -> None:
        """Ignore the button that is down until it comes up."""
        self.down = ""
        self.is_waiting = False
