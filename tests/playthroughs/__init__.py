"""Recorded games of everything in the registry: commands, and what the rules make of each."""
