"""Tests of stepping through a log."""
