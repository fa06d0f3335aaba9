"""Tests of whole evenings at one table, with every view at once: each always shows the game."""
