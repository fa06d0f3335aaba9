"""Tests of a release: it can be rebuilt identically, and plays a game."""
