"""Recorded games of everything in the registry: commands, and their effects by the rules."""
