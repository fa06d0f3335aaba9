"""Statistics of many games: players, wins, first moves, durations, speed, luck.

Decides what is counted, and how it looks as a table.  Must not know where logs are.
"""
