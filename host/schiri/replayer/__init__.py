"""Stepping through a log in the terminal.

Decides what is shown of a log, and how. Must not change anything.
"""
