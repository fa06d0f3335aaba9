"""Tests of the memory of an evening: what a board has left of its heap, and depth of calls."""
