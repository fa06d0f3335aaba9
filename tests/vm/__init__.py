"""Tests of the same seeded scripts on CPython and on a real MicroPython."""
