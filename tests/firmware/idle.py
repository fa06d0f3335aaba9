"""Lengths of idle time: around a half, a whole and twice the period of the ticks."""

from schiri_device.ticks import PERIOD

HOUR_MS = 3600 * 1000
# Times that a wrong comparison of ticks takes for the future or the present.
HOURS = (74.6, 76, 112, 149, 149.2, 150, 187, 225, 298, 299, 300)
EDGES_MS = [
    period + by_ms
    for period in (PERIOD // 2, PERIOD, PERIOD + PERIOD // 2, 2 * PERIOD)
    for by_ms in (-100, -3, -2, -1, 0, 1, 2, 3, 100)
]
IDLE_MS = sorted([int(hours * HOUR_MS) for hours in HOURS] + EDGES_MS)
