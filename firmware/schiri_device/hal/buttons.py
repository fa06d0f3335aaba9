"""The buttons: what the scanners of `keypad` saw, as edges.

Decides how buttons are scanned, and the order of edges that two scanners saw.  Must not know
what an edge leads to.
"""

import keypad

from ..gestures import Edge
from ..ticks import elapsed
from .pins import pins

# The finest there is, for races; a contact that bounces settles in a few scans, so an edge is one
# once it has been seen in so many of them.  All edges are late by the same.
SCAN_MS = 1
SCANS = 5
NOTHING: tuple = ()


class Buttons:
    """All buttons of a build.

    Shape: ``overflows`` counts how often edges were lost because nobody took them for too long.
    Units: ``scan_ms`` is the time between two scans, 1 at least.
    """

    def __init__(self, build, scan_ms: int = SCAN_MS):
        self.overflows = 0
        self._buttons = build.buttons
        self._is_down = bytearray(len(build.buttons))
        # Each scanner with the number of its first button.
        self._scanners: list = []
        first = 0
        for group in build.keys:
            scanner = _scanner(group, scan_ms / 1000)
            self._scanners.append((scanner, scanner.events, first))
            first += scanner.key_count
        self._event = keypad.Event()

    def take(self):
        """Return the edges since the last call, in the order of their times."""
        edges = None
        is_over = False
        while not is_over:
            # A round that finds nothing ends it: then nothing earlier is still to come.
            is_over = True
            for scanner, queue, first in self._scanners:
                while queue.get_into(self._event):
                    is_over = False
                    edges = self._insert(edges, first + self._event.key_number)
                if queue.overflowed:
                    queue.clear()
                    edges = self._release(edges, first, scanner.key_count)
        return edges or NOTHING

    def _insert(self, edges, number: int) -> list:
        event = self._event
        self._is_down[number] = 1 if event.pressed else 0
        edge = Edge(self._buttons[number], event.pressed, event.timestamp)
        if not edges:
            return [edge]
        at = len(edges)
        while at and elapsed(edge.at_ms, edges[at - 1].at_ms) < 0:
            at -= 1
        edges.insert(at, edge)
        return edges

    def _release(self, edges, first: int, count: int):
        """Let every button of a scanner that lost edges count as released."""
        self.overflows += 1
        edges = edges or []
        at_ms = edges[-1].at_ms if edges else self._event.timestamp
        for number in range(first, first + count):
            if self._is_down[number]:
                self._is_down[number] = 0
                edges.append(Edge(self._buttons[number], False, at_ms))
        return edges


def _scanner(group: tuple, interval_s: float):
    """Return the scanner of a group of pins, as a build describes it."""
    if group[0] == "matrix":
        # Each key's diode leads from its column to its row.
        return keypad.KeyMatrix(
            pins(group[1]),
            pins(group[2]),
            columns_to_anodes=True,
            interval=interval_s,
            debounce_threshold=SCANS,
        )
    # Each key leads to ground.
    return keypad.Keys(
        pins(group[1]),
        value_when_pressed=False,
        pull=True,
        interval=interval_s,
        debounce_threshold=SCANS,
    )
