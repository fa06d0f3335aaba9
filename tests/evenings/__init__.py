"""Whole evenings at one table, with every view at once: whatever happens, each shows the game."""
