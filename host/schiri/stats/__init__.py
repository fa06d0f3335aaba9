"""Figures of many games: who plays, wins, begins, how long, how fast, with what luck.

Decides what is counted, and how it looks as a table.  Must not know where logs lie.
"""
