"""Faults of cables, power, lines and disks: nothing is lost."""
