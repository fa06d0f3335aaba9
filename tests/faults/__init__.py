"""Faults of cables, power, lines and disks: they lose no event."""
