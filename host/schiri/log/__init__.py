"""Log files: append, verify, replay, export.

Decides the form of a log file and what makes one trustworthy.  Must not know devices or screens.
"""
