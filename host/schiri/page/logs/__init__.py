"""Logs on pages: a list of games, one game step by step, and statistics.

Decides how logs look in a browser.  Must not write any, and must not know the table: reading never
disturbs a game, and a log is moved only while nobody writes it.
"""
