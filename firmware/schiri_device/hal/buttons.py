"""The buttons: changes seen by the scanners of `keypad`, as edges.

Decides how buttons are scanned, what is bounce, and the order of edges from two scanners.  Must not
know the effect of an edge.

The first scan that sees a change makes an edge.  Then the contact may bounce for a time in which
changes make no edge.  If it comes to rest in the other state, that makes an edge with the tick at
which it did, delivered at the end of that time.  The result depends only on the scans, not on the
time of `read`.
"""

from array import array

import board
import keypad

from ..boards import pins
from ..ticks import Edge, difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..builds import Build, Group

    Scanner = keypad.Keys | keypad.KeyMatrix

# The shortest possible interval, for races.
SCAN_MS = 1
# The debounce time after an edge.
BOUNCE_MS = 5
NOTHING: tuple[()] = ()


class Buttons:
    """All buttons of a build.

    Shape: ``held`` has those that were down when scanning began; only their release is reported.
    ``overflows`` counts losses of edges because `read` was not called for too long.  ``clock``
    returns the ticks.
    Units: ``scan_ms`` is the time between two scans, 1 at least.
    """

    def __init__(self, build: "Build", clock: "Callable[[], int]", scan_ms: int = SCAN_MS):
        # `tiles` reads the keys of tiles.
        self._cell_keys = 0 if build.tiles else build.cell_keys
        self._names = names = build.named
        self._count = count = self._cell_keys + len(names)
        self.overflows = 0
        self._clock = clock
        # The last reported state of each button; its contact in the last scan, and since when.
        self._is_down = bytearray(count)
        self._is_closed = bytearray(count)
        self._changed_ms = array("i", [0] * count)
        # The buttons that may bounce, and since when; their number.
        self._may_bounce = bytearray(count)
        self._edge_ms = array("i", [0] * count)
        self._bouncing = 0
        self._event = keypad.Event()
        # Each scanner with the number of its first button.
        self._scanners: list[tuple[Scanner, keypad.EventQueue, int]] = []
        first = 0
        for group in build.keys:
            scanner = _scanner(group, scan_ms / 1000)
            self._scanners.append((scanner, scanner.events, first))
            self._find_held(scanner, first)
            first += scanner.key_count
        self.held = tuple([self._key(number) for number in range(count) if self._is_down[number]])

    def read(self) -> "Sequence[Edge]":
        """Return the edges since the last call, in the order of time."""
        edges: list[Edge] | None = None
        # All scans before this tick are in a queue by now.
        now_ms = self._clock()
        is_over = False
        while not is_over:
            # A round without changes ends the loop: then no earlier change can follow.
            is_over = True
            for scanner, queue, first in self._scanners:
                while queue.get_into(self._event):
                    is_over = False
                    edges = self._change(edges, first + self._event.key_number)
                if queue.overflowed:
                    queue.clear()
                    edges = self._release(edges, first, scanner.key_count)
        if self._bouncing:
            for number in range(self._count):
                if self._may_bounce[number]:
                    edges = self._settle(edges, number, now_ms)
        return edges or NOTHING

    def _find_held(self, scanner: "Scanner", first: int) -> None:
        """Scan once more as if all were up: the first scan may have come before the pull-ups."""
        scanner.events.clear()
        scanner.reset()
        while scanner.events.get_into(self._event):
            number = first + self._event.key_number
            self._is_down[number] = self._is_closed[number] = 1 if self._event.pressed else 0

    def _change(self, edges: list[Edge] | None, number: int) -> list[Edge] | None:
        """Take one change of one contact."""
        at_ms = self._event.timestamp
        if self._may_bounce[number]:
            edges = self._settle(edges, number, at_ms)
        self._is_closed[number] = 1 if self._event.pressed else 0
        self._changed_ms[number] = at_ms
        if not self._may_bounce[number]:
            self._may_bounce[number] = 1
            self._bouncing += 1
            self._edge_ms[number] = at_ms
        elif difference(at_ms, self._edge_ms[number]) < BOUNCE_MS:
            return edges
        return self._report(edges, number)

    def _settle(self, edges: list[Edge] | None, number: int, now_ms: int) -> list[Edge] | None:
        """Report the final state of a bouncing contact if its debounce time ended before this."""
        if difference(now_ms, self._edge_ms[number]) > BOUNCE_MS:
            edges = self._report(edges, number)
            if difference(now_ms, self._edge_ms[number]) > BOUNCE_MS:
                self._may_bounce[number] = 0
                self._bouncing -= 1
        return edges

    def _report(self, edges: list[Edge] | None, number: int) -> list[Edge] | None:
        """Add an edge if the contact differs from the last report."""
        if self._is_closed[number] == self._is_down[number]:
            return edges
        self._is_down[number] = self._is_closed[number]
        self._edge_ms[number] = self._changed_ms[number]
        return self._insert(edges, number, self._changed_ms[number])

    def _key(self, number: int) -> int | str:
        """Return the cell that a button is under, or its name."""
        return number if number < self._cell_keys else self._names[number - self._cell_keys]

    def _insert(self, edges: list[Edge] | None, number: int, at_ms: int) -> list[Edge]:
        edge = Edge(self._key(number), bool(self._is_down[number]), at_ms)
        if not edges:
            return [edge]
        at = len(edges)
        while at and difference(at_ms, edges[at - 1].at_ms) < 0:
            at -= 1
        edges.insert(at, edge)
        return edges

    def _release(self, edges: list[Edge] | None, first: int, count: int) -> list[Edge] | None:
        """Report every button of a scanner that lost changes as released."""
        self.overflows += 1
        at_ms = edges[-1].at_ms if edges else self._event.timestamp
        for number in range(first, first + count):
            self._is_closed[number] = 0
            self._changed_ms[number] = at_ms
            edges = self._report(edges, number)
        return edges


def _scanner(group: "Group", interval_s: float) -> "Scanner":
    """Return the scanner of a group of lines, as a build describes it."""
    if group[0] == "matrix":
        # Each key's diode leads from its column to its row.
        return keypad.KeyMatrix(
            pins(board, group[1]),
            pins(board, group[2]),
            columns_to_anodes=True,
            interval=interval_s,
            debounce_threshold=1,
        )
    # Each key leads to ground.
    return keypad.Keys(
        pins(board, group[1]),
        value_when_pressed=False,
        pull=True,
        interval=interval_s,
        debounce_threshold=1,
    )
