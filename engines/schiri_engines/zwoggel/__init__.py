"""Zwoggel: `game` has its class."""
