"""The limit of each turn in a game without a board: it reminds, and costs nothing.

Decides when a turn begins, and that a player is reminded once a turn.  Must not know where time
comes from, nor what is said.
"""

from __future__ import annotations

from schiri.table.clock_state import ClockState


class TurnLimit:
    """The limit of each turn.

    Shape: ``turn`` is the seat on turn, None for nobody.

    >>> limit = TurnLimit(30_000, 0)
    >>> limit.run(29_999), limit.run(1), limit.run(5000)
    (False, True, False)
    >>> limit.begin(1)
    >>> limit.run(30_000)
    True
    """

    def __init__(self, limit_ms: int, turn: int | None) -> None:
        self._limit_ms = limit_ms
        self.begin(turn)

    def begin(self, turn: int | None) -> None:
        """Begin the turn of this seat."""
        self.turn, self._left_ms = turn, self._limit_ms

    def run(self, ms: int) -> bool:
        """Let time pass; return whether it has just run out."""
        had_time = self._left_ms > 0
        if self.turn is not None:
            self._left_ms = max(0, self._left_ms - ms)
        return had_time and not self._left_ms

    def state(self, seats: int, now_ms: int, is_running: bool) -> ClockState:
        """Return the clock at a time: only the seat on turn has one.

        >>> TurnLimit(30_000, 1).state(3, 5000, True)
        ClockState(left_ms=(None, 30000, None), turn=1, ends_ms=35000)
        """
        left = tuple(self._limit_ms if seat == self.turn else None for seat in range(seats))
        if self.turn is not None and is_running and self._left_ms:
            return ClockState(left, self.turn, now_ms + self._left_ms)
        return ClockState(tuple(None if each is None else self._left_ms for each in left))
