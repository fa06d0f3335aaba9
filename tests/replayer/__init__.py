"""Stepping through a log."""
