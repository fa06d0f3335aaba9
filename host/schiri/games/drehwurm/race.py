"""Races on a panel, or at views: presses with their times, in whichever clock stamps them.

Decides which presses belong to a window.  Must not decide who was first: the engines' judge does.
"""

from collections.abc import Mapping, Sequence

from schiri_engines.race import HALF_PERIOD, PERIOD, Race, Verdict, elapsed

from schiri.games.drehwurm.proof import RaceProof, proof_of

# How long before the turning a press may have been that is told behind it: its contact bounced, or
# it was long on its way from a view.
LATEST_MS = 1000
# How exactly a view knows when something was pressed: a touch screen looks 60 times a second.
VIEW_SCAN_MS = 16
# By how much a view's clock may be off before it is set again: it stands while a phone sleeps.
MOST_OFF_MS = 1000


class ViewClocks:
    """The clocks of views, set by the table's clock.

    The first press of a view counts from when it came, the next ones as long after it as the view
    says: however long each was on its way, those at one view keep their distances.

    >>> clocks = ViewClocks()
    >>> clocks.time(5000, (1, 70)), clocks.time(5290, (1, 320))
    (5000, 5250)
    """

    def __init__(self) -> None:
        self._ahead_ms: dict[int, int] = {}

    def forget(self) -> None:
        """Set each clock again when something is pressed next: no two go alike for long."""
        self._ahead_ms = {}

    def time(self, received_ms: int, stamp: tuple[int, int] | None) -> int:
        """Return when something was pressed, by the table's clock.

        Shape: ``stamp`` is the number of a view, and the ms of its clock.
        """
        if stamp is None:
            return received_ms
        view, ms = stamp
        ahead = received_ms - ms
        if abs(ahead - self._ahead_ms.get(view, ahead)) > MOST_OFF_MS:
            del self._ahead_ms[view]
        return ms + self._ahead_ms.setdefault(view, ahead)


class RaceWindow:
    """The window that is open, or the last one and the time since it closed.

    Shape: ``opened_ms`` is when it opened.
    Units: ``now_ms`` is any clock that goes on.
    """

    def __init__(self, seats: int, options: Mapping[str, str], now_ms: int) -> None:
        self._seats = seats
        self._limits = {
            name.replace("-", "_"): int(options[name]) for name in ("false-start-ms", "lockout-ms")
        }
        self._idle_ms = self.opened_ms = now_ms
        self._presses: list[tuple[int, int]] = []
        self._race: Race | None = None
        self.is_open = False

    def open(self, now_ms: int, turner: int) -> None:
        """Open a window; one that was open until now closes."""
        if self.is_open:
            self.close(now_ms)
        self._race = Race(turner, self._seats, self._idle_ms % PERIOD, now_ms % PERIOD, None)
        for name, value in self._limits.items():
            setattr(self._race, name, value)
        self.opened_ms, self.is_open = now_ms, True

    def close(self, now_ms: int) -> None:
        """Close the window, if one is open."""
        if self.is_open:
            self.is_open, self._idle_ms, self._presses = False, now_ms, []

    def go_back(self, turner: int, named: Sequence[int]) -> None:
        """Restore the window of this turner, in which these claims stand, after an undo.

        Of a window before the last one nothing is known any more: it stays closed.
        """
        self.is_open = self._race is not None and self._race.turner == turner
        if self._race:
            opened = self._race.opened
            self._presses = [
                (tick, seat)
                for tick, seat in self._presses
                if seat in named or elapsed(tick, opened) < 0
            ]

    def press(self, now_ms: int, seat: int, scan_ms: int = 1) -> None:
        """Add a press that is known so exactly: the least exact one says what is a tie.

        One in a window that was open for days has come as late as can be told.
        """
        tick = now_ms % PERIOD
        if self._race and self.is_open:
            self._race.scan_ms = max(self._race.scan_ms, scan_ms)
        if self._race and self.is_open and elapsed(tick, self._race.opened) < -LATEST_MS:
            tick = (self._race.opened + HALF_PERIOD - 1) % PERIOD
        self._presses.append((tick, seat))

    def is_locked(self, seat: int) -> bool:
        """Return whether presses of this seat were made void by a false start."""
        return seat in [who for who, _ms in self.verdict().locked]

    def verdict(self) -> Verdict:
        """Return what the window has come to so far."""
        assert self._race is not None
        return self._race.judge(self._presses)

    def proof(self) -> RaceProof:
        """Return what the race is decided from so far."""
        assert self._race is not None
        return proof_of(self._race, self._presses)
