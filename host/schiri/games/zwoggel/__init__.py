"""Zwoggel on the PC."""
