"""Logs on pages: a list of games, one game step by step, and statistics.

Decides how logs look in a browser.  Must not write logs or know the table: reading never disturbs a
game.
"""
