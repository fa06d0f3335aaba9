"""Races: whose press was first, decided from raw presses and nothing else.

Decides DW-7 and DW-12, and the order that DW-6 goes by.  Must not know games, names, buttons or
clocks: ticks come in as ints.  The same presses give the same verdict, in any order and however
often they are reported.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    # A seat and its ms; in an order also whether it is a tie.
    Claims = tuple[tuple[int, int], ...]
    Order = tuple[tuple[int, int, bool], ...]

# A tick is a millisecond below 2**29, as the device counts them; only differences below half of
# that mean anything.
PERIOD = 1 << 29
HALF_PERIOD = PERIOD >> 1


class Verdict:
    """The result of a race.

    Shape: ``order`` has ``(seat, ms, tie)`` of each claim, best first; a ``tie`` was pressed in the
    same scan and has the same ms.  ``false_starts`` has ``(seat, ms)`` before the turning,
    ``locked`` has ``(seat, ms)`` of each press that a lockout voided; both oldest first.
    Units: ms since the turning.
    """

    def __init__(self, order: "Order", false_starts: "Claims", locked: "Claims"):
        self.order = order
        self.false_starts = false_starts
        self.locked = locked

    def __repr__(self) -> str:
        return f"Verdict({self.order!r}, {self.false_starts!r}, {self.locked!r})"


class RaceConditions:
    """The conditions of one race, as the log keeps them.

    Shape: ``turner`` is the seat that turned the pile, among so many ``seats``.
    Units: ``idle``, ``opened``, ``closed`` are ticks.  No window was open between ``idle`` and
    ``opened`` (equal if windows follow one another), the window opened with the turning, and
    ``closed`` is None while it is open.  ``scan_ms`` is the interval between scans.
    """

    def __init__(self, turner: int, seats: int, idle: int, opened: int, closed: int | None):
        self.turner = turner
        self.seats = seats
        self.idle = idle
        self.opened = opened
        self.closed = closed
        self.scan_ms = 1
        self.false_start_ms = 300
        self.lockout_ms = 1000

    def judge(self, presses: "Iterable[tuple[int, int]]") -> Verdict:
        """Return the verdict on these presses, each ``(tick, seat)``.

        A press in the scan of the turning is a claim.  A press in the scan that closes the window
        belongs to the next window.  Each seat's first valid press is its claim.
        Rule: DW-6, DW-7, DW-12.

        >>> race = RaceConditions(turner=0, seats=4, idle=900, opened=1000, closed=None)
        >>> race.judge([(1250, 3), (1250, 1), (1400, 0), (990, 2), (1999, 2), (2000, 2)]).order
        ((1, 250, True), (3, 250, True), (2, 1000, False))
        >>> race.judge([(990, 2), (1500, 2)])
        Verdict((), ((2, 10),), ((2, 500),))
        """
        since = elapsed(self.idle, self.opened)
        until = HALF_PERIOD if self.closed is None else elapsed(self.closed, self.opened)
        timed = [(elapsed(tick, self.opened), seat) for tick, seat in presses]
        claims: dict[int, int] = {}
        false_starts: dict[int, int] = {}
        locked = []
        for ms, seat in sorted(timed):
            if seat == self.turner or not 0 <= seat < self.seats or not since <= ms < until:
                continue
            if ms < 0:
                if -ms <= self.false_start_ms and seat not in false_starts:
                    false_starts[seat] = -ms
            elif seat in false_starts and ms < self.lockout_ms:
                if (seat, ms) not in locked:
                    locked.append((seat, ms))
            elif seat not in claims:
                claims[seat] = ms
        early = [(-false_starts[seat], seat) for seat in range(self.seats) if seat in false_starts]
        return Verdict(
            ranked(self._by_scan(claims), self.turner, self.seats),
            tuple([(seat, -ms) for ms, seat in sorted(early)]),
            tuple(locked),
        )

    def _by_scan(self, claims: dict[int, int]) -> list[tuple[int, int]]:
        """Return ``(seat, ms)`` of each claim; claims of one scan get the ms of its first."""
        found = []
        first = -self.scan_ms
        for ms, seat in sorted(
            [(claims[seat], seat) for seat in range(self.seats) if seat in claims]
        ):
            if ms - first >= self.scan_ms:
                first = ms
            found.append((seat, first))
        return found


def ranked(claims: "Iterable[tuple[int, int]]", turner: int, seats: int) -> "Order":
    """Return ``(seat, ms, tie)`` of each ``(seat, ms)``, best first.

    Rule: DW-7.

    >>> ranked([(0, 310), (2, 310), (3, 250)], turner=1, seats=4)
    ((3, 250, False), (2, 310, True), (0, 310, True))
    """
    ordered = sorted([(ms, (seat - turner) % seats) for seat, ms in claims])
    every = [ms for ms, _ in ordered]
    return tuple([((turner + behind) % seats, ms, every.count(ms) > 1) for ms, behind in ordered])


def elapsed(tick: int, since: int) -> int:
    """Return the milliseconds from the second tick to the first, negative if the first is earlier.

    >>> elapsed(5, PERIOD - 5)
    10
    """
    return (tick - since + HALF_PERIOD) % PERIOD - HALF_PERIOD
