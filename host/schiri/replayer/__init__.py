"""Stepping through a log in the terminal.

Decides what of a log is shown, and how; it changes nothing.
"""
