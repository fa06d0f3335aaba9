"""The device as a player of Switch: how far it sees, and that it shows its move.

Decides what its levels are.  Must not know how a move is found; what makes it lies in memory only
while the device thinks.
"""

from .seeking import Seeker

# How many plies away an end is that each level sees, by the values of ``device-a`` and
# ``device-b`` from 1 on: its own next move; the reply as well; five moves; every one.  With the
# counter, which does not help, that is a ply more than moves.
SIGHTS = (2, 3, 6, 100)


class Opponent(Seeker):
    """One move of the device, from the moment that it begins to think."""

    def _sight(self, now_ms: int) -> tuple[int, ...]:
        # Which of equal moves it is, the clock says: nobody replays the choice, only the move.
        return (SIGHTS[int(self._play.level()) - 1], now_ms)

    def found(self, now_ms: int, move: int, worth: int | None) -> None:
        """Hand on the move, which somebody makes with the device's stones."""
        self._play.answer(move)
