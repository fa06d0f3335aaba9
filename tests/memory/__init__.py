"""Tests of the memory of an evening on a Pico: bytes by module and by phase, and depth of calls."""
