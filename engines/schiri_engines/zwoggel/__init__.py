"""Zwoggel: `game` is the class for programs."""
